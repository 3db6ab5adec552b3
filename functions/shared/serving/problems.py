"""The HTTP status of every error, and OpenAI's shape for its body.

This is the one place where a status is decided.
"""

from __future__ import annotations

from functions.shared import errors

#: Looked up along the class's ancestry, so that a new error has its parent's status.
STATUS: dict[type[errors.VoiceError], int] = {
    errors.MalformedRequest: 400,
    errors.UnsupportedMediaType: 415,
    errors.BodyTooLarge: 413,
    errors.InvalidValue: 422,
    errors.NotFound: 404,
    errors.NothingToSpeak: 422,
    errors.TextTooLong: 422,
    errors.RequestError: 400,
    errors.QueueFull: 429,
    errors.Unavailable: 503,
    errors.ModelError: 503,
    errors.VoiceError: 500,
}

#: OpenAI's `type` by status; its clients branch on the status alone.
KIND = {
    404: "not_found_error",
    429: "rate_limit_error",
    503: "service_unavailable_error",
    500: "server_error",
}

#: Seconds after which a node whose models are missing is worth another try.
MODEL_RETRY_SECONDS = 30


def status_of(error: errors.VoiceError) -> int:
    """The HTTP status that answers `error`."""
    return next(STATUS[ancestor] for ancestor in type(error).__mro__ if ancestor in STATUS)


def body_of(error: errors.VoiceError) -> dict[str, dict[str, str | None]]:
    """`{"error": {message, type, param, code}}`, as OpenAI's clients read it."""
    return {
        "error": {
            "message": str(error),
            "type": KIND.get(status_of(error), "invalid_request_error"),
            "param": getattr(error, "param", None),
            "code": error.code,
        }
    }


def headers_of(error: errors.VoiceError) -> list[tuple[bytes, bytes]]:
    """Retry-After where another try makes sense."""
    if isinstance(error, errors.Unavailable):
        return [(b"retry-after", str(error.retry_after).encode("ascii"))]
    if isinstance(error, errors.ModelError):
        return [(b"retry-after", str(MODEL_RETRY_SECONDS).encode("ascii"))]
    return []
