"""From the object file that LLVM writes to a module that can be loaded, without a linker.

An object of one piece is almost a module: every index and address in it fits the object itself. It lacks exports, and
it has sections that only a linker reads. It imports its memory and its stack pointer from whoever loads it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

MAGIC = b"\0asm\1\0\0\0"
CUSTOM, IMPORT, EXPORT, DATA = 0, 2, 7, 11
ORDER = (1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 10, 11)  # of sections in a module
MEMORY, GLOBAL = 2, 3  # kinds of imports
IMPORTS = [("env", "__linear_memory", MEMORY), ("env", "__stack_pointer", GLOBAL)]
SYMBOLS = 8  # the part of the section "linking" that names functions
FUNCTION, DATA_SYMBOL, SECTION = 0, 1, 3  # kinds of symbols
UNDEFINED, EXPLICIT_NAME = 0x10, 0x40  # marks of symbols
LINKING_VERSION = 2
I32_CONST, END = 0x41, 0x0B


class BadObject(ValueError):
    """An object file that is not what this module expects."""


class Reader:
    """Reads numbers and names one after the other."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def __bool__(self) -> bool:
        return self.at < len(self.data)

    def byte(self) -> int:
        return self.take(1)[0]

    def number(self) -> int:
        """An unsigned number in LEB128."""
        number = shift = 0
        while True:
            byte = self.byte()
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return number

    def take(self, size: int) -> bytes:
        self.at += size
        return self.data[self.at - size : self.at]

    def name(self) -> str:
        return self.take(self.number()).decode()


def leb(number: int) -> bytes:
    """An unsigned number in LEB128.

    >>> leb(5), leb(300)
    (b'\\x05', b'\\xac\\x02')
    """
    written = bytearray()
    while True:
        byte, number = number & 127, number >> 7
        written.append(byte | (128 if number else 0))
        if not number:
            return bytes(written)


@dataclass(frozen=True)
class Module:
    """A module, and the first address behind its constants."""

    code: bytes
    data_end: int


def module_of(object_file: bytes, exports: Sequence[str]) -> Module:
    """The module with these functions exported; BadObject if it would need more than memory and a stack pointer."""
    kept: dict[int, bytes] = {}
    functions: dict[str, int] = {}
    for number, body in sections(object_file):
        if number != CUSTOM:
            kept[number] = body
            continue
        reader = Reader(body)
        if reader.name() == "linking":
            functions = functions_of(reader)
    found = list(imports_of(kept[IMPORT]))
    if found != IMPORTS:
        raise BadObject(f"The rules import {found}, not {IMPORTS}: something they call was not compiled with them.")
    missing = set(exports) - set(functions)
    if missing:
        raise BadObject(f"These functions are not in the object: {', '.join(sorted(missing))}.")
    names = [leb(len(name)) + name.encode() + bytes([FUNCTION]) + leb(functions[name]) for name in exports]
    kept[EXPORT] = leb(len(names)) + b"".join(names)
    code = MAGIC + b"".join(bytes([n]) + leb(len(kept[n])) + kept[n] for n in ORDER if n in kept)
    return Module(code, data_end(kept.get(DATA, b"\0")))


def sections(module: bytes) -> Iterator[tuple[int, bytes]]:
    """The sections of a module or object: number and content."""
    reader = Reader(module)
    if reader.take(len(MAGIC)) != MAGIC:
        raise BadObject("This is not WebAssembly.")
    while reader:
        number = reader.number()
        yield number, reader.take(reader.number())


def imports_of(section: bytes) -> Iterator[tuple[str, str, int]]:
    """What is imported: module, name and kind."""
    reader = Reader(section)
    for _ in range(reader.number()):
        module, name, kind = reader.name(), reader.name(), reader.byte()
        yield module, name, kind
        if kind == MEMORY:
            has_most = reader.number() & 1
            reader.number()
            if has_most:
                reader.number()
        elif kind == GLOBAL:
            reader.take(2)  # its type, and that it can change
        else:
            return  # one that is not expected: the rest does not matter


def exports_of(module: bytes) -> list[str]:
    """The names of what a module exports."""
    reader = Reader(dict(sections(module))[EXPORT])
    names = []
    for _ in range(reader.number()):
        names.append(reader.name())
        reader.byte()
        reader.number()
    return names


def functions_of(linking: Reader) -> dict[str, int]:
    """The indices of an object's functions by name, from its section "linking"."""
    version = linking.number()
    if version != LINKING_VERSION:
        raise BadObject(f"Version {version} of the object format is not known, only {LINKING_VERSION}.")
    found: dict[str, int] = {}
    while linking:
        kind, part = linking.number(), Reader(linking.take(linking.number()))
        for _ in range(part.number() if kind == SYMBOLS else 0):
            symbol, marks = part.byte(), part.number()
            if symbol == DATA_SYMBOL:
                part.name()
                if not marks & UNDEFINED:
                    part.number(), part.number(), part.number()
            elif symbol == SECTION:
                part.number()
            else:
                index = part.number()
                name = "" if marks & UNDEFINED and not marks & EXPLICIT_NAME else part.name()
                if symbol == FUNCTION and not marks & UNDEFINED:
                    found[name] = index
    return found


def data_end(section: bytes) -> int:
    """The first address behind all constants."""
    reader, end = Reader(section), 0
    for _ in range(reader.number()):
        if reader.number() != 0 or reader.byte() != I32_CONST:
            raise BadObject("Constants of the rules do not stand at a fixed address.")
        start = reader.number()
        if reader.byte() != END:
            raise BadObject("The address of constants is computed.")
        size = reader.number()
        reader.take(size)
        end = max(end, start + size)
    return end
