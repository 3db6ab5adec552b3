"""The sources of models.yaml: which kinds there are, and what each says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from model_cache import strict
from model_cache.catalog import Expected, Format, Https, Hub, Packages, Part, Source

_PACKAGE = r"(@[a-z0-9._-]+/)?[A-Za-z0-9][A-Za-z0-9._-]*"
#: An exact version begins with a digit and holds no range: `latest`, `^1` and `1.x` would move.
_VERSION = r"[0-9]+(\.[0-9]+)*([-+.]?(a|b|rc|dev|post|alpha|beta)[0-9.]*)?"
_COMMIT = r"[0-9a-f]{40}"
_URL = r"https?://[^\s/@]+/\S+"
_HASH = r"[0-9a-f]{64}"
_REPO = r"[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+"


@dataclass(frozen=True, slots=True)
class Context:
    """Where a file stands in models.yaml, whether it must be complete, and what {each} stands for."""

    where: str
    locked: bool
    each: str | None = None

    def filled(self, value: str) -> str:
        """`value` with {each} replaced."""
        return value if self.each is None else value.replace("{each}", self.each)


def read_expected(size: object, at_size: str, sha256: object, at_hash: str, locked: bool) -> Expected:
    """Size and hash as given; empty values pass only when `locked` is False."""
    return Expected(
        None if size is None and not locked else strict.count(size, at_size),
        None
        if sha256 is None and not locked
        else strict.text(sha256, at_hash, _HASH, "must be a sha256 of 64 lower-case hexadecimal digits"),
    )


def read_source(value: object, where: str, context: Context) -> Source:
    """The source that `value`, a mapping with its kind as the only key, describes."""
    given = strict.mapping(value, where)
    kind = next(iter(given))
    if len(given) > 1 or kind not in _READERS:
        strict.wrong(where, value, f"must have one key, the source's kind: {', '.join(_READERS)}")
    return _READERS[kind](given[kind], f"{where}.{kind}", context)


def _pypi(value: object, where: str, context: Context) -> Packages:
    return Packages("pypi", _parts(value, where, context))


def _npm(value: object, where: str, context: Context) -> Packages:
    return Packages("npm", _parts(value, where, context))


def _parts(value: object, where: str, context: Context) -> tuple[Part, ...]:
    """One package, or a list of them whose members are joined."""
    items = strict.sequence(value, where) if isinstance(value, list) else [value]
    return tuple(_part(item, where, context) for item in items)


def _part(value: object, where: str, context: Context) -> Part:
    given = strict.fields(value, where, ["package", "version", "member"])
    return Part(
        strict.text(given["package"], f"{where}.package", _PACKAGE, "must be a package's name"),
        strict.text(given["version"], f"{where}.version", _VERSION, "must be an exact version"),
        context.filled(strict.relative_path(given["member"], f"{where}.member")),
    )


def _https(value: object, where: str, context: Context) -> Https:
    archived = isinstance(value, dict) and "member" in value
    required = ["url", "member", "size", "sha256"] if archived else ["url"]
    given = strict.fields(value, where, required, ["format"] if archived else [])
    url = strict.text(given["url"], f"{where}.url", _URL, "must be an http(s) URL without user or password")
    if not archived:
        return Https(context.filled(url))
    member = context.filled(strict.relative_path(given["member"], f"{where}.member"))
    archive = read_expected(
        given["size"], f"{where}.size", given["sha256"], f"{where}.sha256", context.locked
    )
    return Https(url, member, _format(given.get("format", "raw"), f"{where}.format"), archive)


def _format(value: object, where: str) -> Format:
    if value not in ("raw", "npy"):
        strict.wrong(where, value, "must be raw or npy")
    return "raw" if value == "raw" else "npy"


def _hub(value: object, where: str, context: Context) -> Hub:
    given = strict.fields(value, where, ["repo", "revision", "path"])
    return Hub(
        strict.text(given["repo"], f"{where}.repo", _REPO, "must be owner/name"),
        strict.text(given["revision"], f"{where}.revision", _COMMIT, "must be a commit of 40 hex digits"),
        context.filled(strict.relative_path(given["path"], f"{where}.path")),
    )


_READERS: dict[str, Callable[[object, str, Context], Source]] = {
    "pypi": _pypi,
    "npm": _npm,
    "https": _https,
    "hub": _hub,
}
