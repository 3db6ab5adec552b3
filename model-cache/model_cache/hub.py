"""Files of a model hub: `huggingface_hub` says where they are, `download` fetches them."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from urllib.parse import urlsplit

from functions.shared.errors import SourceError
from model_cache.catalog import Hub
from model_cache.download import Limits, download
from model_cache.writing import Growing


def fetch_hub(source: Hub, into: Growing, limits: Limits, moving: Callable[[int], None]) -> None:
    """Append the file of `source` to `into`; HF_ENDPOINT and HF_TOKEN hold. Raises SourceError."""
    try:
        hub = importlib.import_module("huggingface_hub")
        errors = importlib.import_module("huggingface_hub.errors")
    except ImportError as error:
        raise SourceError("is not available here: huggingface_hub is not installed") from error
    url = hub.hf_hub_url(source.repo, source.path, revision=source.revision)
    try:
        metadata = hub.get_hf_file_metadata(url, timeout=limits.stall)
    except errors.GatedRepoError as error:
        raise SourceError(f"is gated: accept the terms of {source.repo} and set HF_TOKEN") from error
    except Exception as error:  # the client's own errors have no common base over its versions
        raise SourceError(f"did not answer for {source.path}: {type(error).__name__}") from error
    if metadata.commit_hash not in (None, source.revision):
        raise SourceError(f"answered with revision {metadata.commit_hash}")
    token = hub.get_token()
    same_host = urlsplit(metadata.location).netloc == urlsplit(url).netloc
    headers = {"Authorization": f"Bearer {token}"} if token and same_host else {}
    download(metadata.location, into, limits, moving, headers)
