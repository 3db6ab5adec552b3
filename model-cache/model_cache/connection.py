"""The HTTP request behind a download: proxies, private CAs, redirects that keep tokens at home."""

from __future__ import annotations

from collections.abc import Mapping
from http.client import HTTPException, HTTPMessage, HTTPResponse
from typing import IO, Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, Request, build_opener

from functions.shared.errors import SourceError
from model_cache.download import Interrupted, RangeRefused

#: Answers that say "later" rather than "no".
_LATER = frozenset({408, 425, 429, 500, 502, 503, 504})


class _Redirects(HTTPRedirectHandler):
    """Follows http(s) only, and takes the token along only within a host."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        if urlsplit(newurl).scheme not in ("http", "https"):
            raise SourceError("redirects to something that is not http(s)")
        following = super().redirect_request(req, fp, code, msg, headers, newurl)
        if following is not None and urlsplit(newurl)[:2] != urlsplit(req.full_url)[:2]:
            following.remove_header("Authorization")
        return following


def connect(url: str, offset: int, stall: float, headers: Mapping[str, str]) -> HTTPResponse:
    """Ask for `url` from byte `offset` on.

    HTTPS_PROXY, NO_PROXY and SSL_CERT_FILE hold. Raises SourceError, as Interrupted when another
    attempt may help.
    """
    request = Request(
        url, headers={"User-Agent": "voice-functions", "Accept-Encoding": "identity", **headers}
    )
    if offset:
        request.add_header("Range", f"bytes={offset}-")
    try:
        return _opener().open(request, timeout=stall)  # type: ignore[no-any-return]
    except HTTPError as error:
        error.close()
        if error.code == 416:
            raise RangeRefused("answered HTTP 416") from error
        kind = Interrupted if error.code in _LATER else SourceError
        raise kind(f"answered HTTP {error.code}") from error
    except URLError as error:
        raise Interrupted(f"cannot be reached: {_reason(error.reason)}") from error
    except (OSError, HTTPException) as error:
        raise Interrupted(f"cannot be reached: {_reason(error)}") from error


def _opener() -> OpenerDirector:
    return build_opener(_Redirects)


def _reason(error: Any) -> str:
    return str(getattr(error, "strerror", None) or error or type(error).__name__)
