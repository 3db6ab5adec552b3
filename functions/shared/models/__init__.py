"""The reader of the models that model-cache publishes on a node."""

from __future__ import annotations

from functions.shared.models.manifest import READY, SHORT, Manifest, PublishedFile
from functions.shared.models.reader import Model, find, verify

__all__ = ["READY", "SHORT", "Manifest", "Model", "PublishedFile", "find", "verify"]
