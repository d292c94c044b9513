"""The keywords of the book, one class each; whoever imports this package has them all entered."""

from importlib import import_module
from pkgutil import iter_modules

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
