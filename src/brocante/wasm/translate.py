"""The parts of a game that are plain Python, in TypeScript: `prepare`, `knowers`, `pending` and `why_not`.

They handle sets, texts and reasons, which compiled code cannot. They are short and plain, so the few constructs they
use are translated one by one; anything else is refused with its place.
"""

import ast
import inspect
import json
import textwrap
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from brocante.games.refusals import Why
from brocante.games.ruleset import Ruleset

HEAD = """// Made from the games' plain Python by web/wire.py; do not edit.
import { included, reason, type Plain } from './plain'
"""
OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Mod: "%", ast.RShift: ">>", ast.LShift: "<<", ast.BitAnd: "&",
    ast.BitOr: "|", ast.Eq: "===", ast.NotEq: "!==", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.And: "&&", ast.Or: "||", ast.Not: "!", ast.USub: "-", ast.Is: "===", ast.IsNot: "!==",
}  # fmt: skip


class Untranslatable(ValueError):
    """Something that has no translation here; says where it stands."""


def translated(games: dict[str, Ruleset]) -> str:
    """A TypeScript module with the plain parts of all these games."""
    parts = "\n".join(f"  {json.dumps(name)}: {game(rules)}," for name, rules in games.items())
    return f"{HEAD}\nexport const PLAIN: Record<string, Plain> = {{\n{parts}\n}}\n"


def game(rules: Ruleset) -> str:
    """The plain parts of one game, in a scope of their own."""
    scope = Scope()
    parts = {
        "prepare": rules.prepare,
        "whyNot": rules.refusals.why_not,
        **{name: getattr(rules.seen, name) for name in ("knowers", "pending") if hasattr(rules.seen, name)},
    }
    given = ", ".join(f"{name}: {scope.name_of(part, part.__name__)}" for name, part in parts.items())
    body = textwrap.indent("\n".join(scope.written), "    ")
    return f"(() => {{\n{body}\n    return {{ {given} }}\n  }})()"


class Scope:
    """Functions and constants that a game's parts refer to, each written once under a name of its own."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self._names: dict[int, str] = {}
        self._kept: list[Any] = []  # so that no address is used twice

    def name_of(self, thing: Any, wanted: str) -> str:
        """The name under which a function or constant is written; writes it where it is new."""
        if id(thing) not in self._names:
            name = wanted
            while name in self._names.values():
                name += "_"
            self._names[id(thing)] = name
            self._kept.append(thing)
            plain = getattr(thing, "py_func", thing)  # of a compiled function, what it was compiled from
            if inspect.isfunction(plain):
                self.written.append(Function(self, plain, name).text)
            else:
                self.written.append(f"const {name}: any = {constant(thing)}")
        return self._names[id(thing)]


def constant(value: Any) -> str:
    """A constant as TypeScript."""
    if isinstance(value, Why):
        return f"reason({', '.join(map(constant, value))})"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{json.dumps(str(key))}: {constant(each)}' for key, each in value.items())} }}"
    if isinstance(value, list | tuple | np.ndarray):
        return f"[{', '.join(map(constant, value))}]"
    if isinstance(value, np.integer):
        return str(int(value))
    if value is None or isinstance(value, bool | int | float | str):
        return json.dumps(value, ensure_ascii=False)
    raise Untranslatable(f"{value!r} is no constant that can be translated.")


class Function:
    """One function."""

    def __init__(self, scope: Scope, function: FunctionType, name: str) -> None:
        self._scope, self._function = scope, function
        definition = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
        assert isinstance(definition, ast.FunctionDef)
        self._locals = {argument.arg for argument in definition.args.args}
        of_loops = {
            name for node in ast.walk(definition) if isinstance(node, ast.comprehension) for name in stored(node)
        }
        self._assigned = sorted(set(stored(definition)) - self._locals - of_loops)
        self._locals.update(self._assigned, of_loops)
        arguments = ", ".join(f"{argument.arg}: any" for argument in definition.args.args)
        lines = [f"let {', '.join(f'{each}: any' for each in self._assigned)}"] if self._assigned else []
        lines += [line for statement in definition.body for line in self._statement(statement)]
        body = textwrap.indent("\n".join(lines), "  ")
        self.text = f"function {name}({arguments}): any {{\n{body}\n}}"

    def _refuse(self, node: ast.AST) -> Untranslatable:
        line = self._function.__code__.co_firstlineno + getattr(node, "lineno", 1) - 1
        file = inspect.getfile(self._function)
        return Untranslatable(f"{file}:{line}: there is no translation of {ast.unparse(node)!r}.")

    # --- Statements ---

    def _statement(self, node: ast.stmt) -> Iterator[str]:
        match node:
            case ast.Expr(ast.Constant()):
                return  # a docstring
            case ast.Return(value):
                yield f"return {self._value(value) if value else 'null'}"
            case ast.Assign([ast.Tuple() as target], value):
                yield f";{self._value(target)} = {self._value(value)}"
            case ast.Assign([target], value):
                yield f"{self._value(target)} = {self._value(value)}"
            case ast.If(test, body, orelse):
                yield f"if ({self._value(test)}) {{"
                yield from self._block(body)
                yield "}"
                if orelse:
                    yield "else {"
                    yield from self._block(orelse)
                    yield "}"
            case ast.For(target, iterated, body):
                yield f"for ({self._value(target)} of {self._value(iterated)}) {{"
                yield from self._block(body)
                yield "}"
            case _:
                raise self._refuse(node)

    def _block(self, body: list[ast.stmt]) -> Iterator[str]:
        return ("  " + line for statement in body for line in self._statement(statement))

    # --- Values ---

    def _value(self, node: ast.expr) -> str:
        value = self._value
        match node:
            case ast.Constant(constant_value):
                return constant(constant_value)
            case ast.Name(name):
                return name if name in self._locals else self._global(node)
            case ast.Tuple(items) | ast.List(items):
                return f"[{', '.join(map(value, items))}]"
            case ast.Set(items):
                return f"new Set([{', '.join(map(value, items))}])"
            case ast.Dict(keys, values):
                pairs = zip(keys, values, strict=True)
                shown = (f"...{value(of)}" if key is None else f"{value(key)}: {value(of)}" for key, of in pairs)
                return f"{{ {', '.join(shown)} }}"
            case ast.Subscript(of, index):
                return f"{value(of)}[{value(index)}]"
            case ast.Attribute(of, name):
                return f"{value(of)}.{name}"
            case ast.BinOp(left, ast.FloorDiv(), right):
                return f"Math.floor({value(left)} / {value(right)})"
            case ast.BinOp(left, operator, right) if type(operator) in OPERATORS:
                return f"({value(left)} {OPERATORS[type(operator)]} {value(right)})"
            case ast.UnaryOp(operator, operand) if type(operator) in OPERATORS:
                return f"{OPERATORS[type(operator)]}({value(operand)})"
            case ast.BoolOp(operator, values):
                return "(" + f" {OPERATORS[type(operator)]} ".join(map(value, values)) + ")"
            case ast.IfExp(test, body, orelse):
                return f"({value(test)} ? {value(body)} : {value(orelse)})"
            case ast.Compare(left, operators, rest):
                return self._comparison([left, *rest], operators)
            case ast.Call(function, arguments, []):
                return self._call(node, function, arguments)
        raise self._refuse(node)

    def _comparison(self, terms: list[ast.expr], operators: list[ast.cmpop]) -> str:
        parts = []
        for left, operator, right in zip(terms, operators, terms[1:], strict=False):
            match operator:
                case ast.In():
                    parts.append(f"included({self._value(left)}, {self._value(right)})")
                case ast.NotIn():
                    parts.append(f"!included({self._value(left)}, {self._value(right)})")
                case _:
                    parts.append(f"{self._value(left)} {OPERATORS[type(operator)]} {self._value(right)}")
        return f"({' && '.join(parts)})"

    def _call(self, node: ast.expr, function: ast.expr, arguments: list[ast.expr]) -> str:
        value = self._value
        match function, arguments:
            case ast.Name("int"), [of]:
                return value(of)
            case ast.Name("min" | "max" as name), _:
                return f"Math.{name}({', '.join(map(value, arguments))})"
            case ast.Name("len"), [of]:
                return f"{value(of)}.length"
            case ast.Name("range"), [end]:
                return f"Array(Number({value(end)})).keys()"
            case ast.Name("enumerate"), [of]:
                return f"{value(of)}.entries()"
            case ast.Name("any"), [ast.GeneratorExp(test, [ast.comprehension(ast.Name(name), iterated, [])])]:
                return f"[...{value(iterated)}].some(({name}: any) => {value(test)})"
            case ast.Attribute(ast.Compare(left, [operator], [right]), "sum"), []:  # how many of an array are so
                wanted = f"each {OPERATORS[type(operator)]} {value(right)}"
                return f"{value(left)}.filter((each: any) => {wanted}).length"
            case ast.Attribute(of, "index"), [word]:
                return f"{value(of)}.indexOf({value(word)})"
            case ast.Name("Why"), _:
                return f"reason({', '.join(map(value, arguments))})"
            case ast.Name(), _:
                return f"{value(function)}({', '.join(map(value, arguments))})"
        raise self._refuse(node)

    def _global(self, node: ast.Name) -> str:
        thing = self._function.__globals__.get(node.id)
        if thing is None or isinstance(thing, ModuleType):
            raise self._refuse(node)
        if isinstance(thing, bool | int | float | str | np.integer):
            return constant(thing)
        return self._scope.name_of(thing, node.id)


def stored(node: ast.AST) -> Iterator[str]:
    """The names that are assigned to anywhere in it."""
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            yield each.id
