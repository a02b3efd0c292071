"""What can be changed about a piece of source: comparisons, conditions, numbers and operators."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}  # fmt: skip
OPPOSITES = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)
"""Comparisons whose change says exactly the opposite."""


def changes(node: ast.AST) -> list[tuple[str, ast.AST]]:
    """Each change of a node: in words, and the node instead."""
    return [(f"{_words(node)} → {_words(other)}", other) for other in _others(node)]


def _words(node: ast.AST) -> str:
    if isinstance(node, ast.If | ast.While):
        return f"{type(node).__name__.lower()} {ast.unparse(node.test)}"
    return ast.unparse(node)


def _others(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Compare):
        for at, operator in enumerate(node.ops):
            other = copy.deepcopy(node)
            other.ops[at] = COMPARISONS[type(operator)]()
            yield other
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield node.operand
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        yield ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
    elif isinstance(node, ast.IfExp | ast.If | ast.While) and not _has_opposite(node.test):
        negated = copy.copy(node)
        negated.test = ast.UnaryOp(ast.Not(), node.test)
        yield negated


def _has_opposite(test: ast.expr) -> bool:
    """Whether changing the condition itself says the opposite already."""
    if isinstance(test, ast.Compare):
        return len(test.ops) == 1 and isinstance(test.ops[0], OPPOSITES)
    return isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)


def skipped(tree: ast.Module) -> set[int]:
    """Ids of nodes that are words for people, types, or assertions (as in ``zip(strict=True)``)."""
    found: set[int] = set()
    for node in ast.walk(tree):
        parts = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        if isinstance(node, ast.Raise | ast.JoinedStr | ast.Assert):
            parts.append(node)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "zip":
            parts += node.keywords
        for part in parts:
            if part is not None:
                found |= {id(inner) for inner in ast.walk(part)}
    return found


class Replaced(ast.NodeTransformer):
    """A tree with one node instead of another."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self.old:
            return ast.copy_location(self.new, node)
        return self.generic_visit(node)
