"""Who writes states: the assignments to their fields outside of the files that may make them."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from pathlib import Path

MAKERS = ("table.py", "state.py", "arena.py", "setting.py")
"""Files of a game that write states: the verbs, and where a state is made."""


def writes(folder: Path, fields: Collection[str]) -> Iterator[tuple[str, str]]:
    """Every assignment to such a field in the files of a game: whose it is, and where it stands."""
    for file in sorted(folder.glob("*.py")):
        if file.name in MAKERS:
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            targets = (
                node.targets
                if isinstance(node, ast.Assign)
                else [node.target]
                if isinstance(node, ast.AugAssign | ast.AnnAssign)
                else []
            )
            for target in targets:
                if isinstance(target, ast.Attribute) and target.attr in fields:
                    yield ast.unparse(target.value), f"{file.name}:{target.lineno}: {ast.unparse(target)}"
