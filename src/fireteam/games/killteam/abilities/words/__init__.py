"""What entries do, one class for each word; whoever imports this package has them all entered."""

from importlib import import_module

for _theme in ("dice", "damage", "moving", "permissions", "tokens", "markers"):
    import_module(f"{__name__}.{_theme}")
