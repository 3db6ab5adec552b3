"""Everything that can go wrong, named by what the reader of the message can do about it.

    VoiceError
    ├── RequestError             change the request; never worth a retry as it is
    │   ├── MalformedRequest         the body is not what the route takes
    │   ├── UnsupportedMediaType     the body's content type is not one the route takes
    │   ├── BodyTooLarge             the body is larger than the route takes
    │   ├── InvalidValue             one field has a value outside its range
    │   ├── NotFound                 a voice, model or route of that name does not exist
    │   ├── NothingToSpeak           the text holds nothing that can be spoken
    │   └── TextTooLong              the text would take longer to speak than the request may last
    ├── Unavailable              try again later, after `retry_after` seconds
    │   ├── QueueFull                all workers are busy and the queue is full
    │   └── NotReady                 the process is starting or going away
    ├── ModelError               the operator must repair the node's models
    │   ├── ModelMissing             the model is not on this node
    │   └── ModelDamaged             the model is on this node, but not what was published
    ├── SourceError              no source delivered a file's bytes
    ├── ConfigurationError       a setting or models.yaml is wrong; the process must not start
    └── SynthesisFailed          the engine failed on valid input: a fault of ours

The HTTP status of each class is decided in `functions.shared.serving.problems`, and nowhere else.
"""

from __future__ import annotations


class VoiceError(Exception):
    """Base of all errors raised on purpose; `str()` of it is fit for the person who caused it."""

    code = "internal_error"


class RequestError(VoiceError):
    """The request must change. `param` names the field at fault, where there is one."""

    code = "invalid_request"

    def __init__(self, message: str, *, param: str | None = None, code: str | None = None) -> None:
        super().__init__(message)
        self.param = param
        if code is not None:
            self.code = code


class MalformedRequest(RequestError):
    """The body cannot be read as what the route takes."""

    code = "malformed_request"


class UnsupportedMediaType(RequestError):
    """The content type is not one that the route takes."""

    code = "unsupported_media_type"


class BodyTooLarge(RequestError):
    """The body is larger than the route takes."""

    code = "body_too_large"


class InvalidValue(RequestError):
    """A field's value is outside what the field takes."""

    code = "invalid_value"


class NotFound(RequestError):
    """Nothing of that name exists."""

    code = "not_found"


class NothingToSpeak(RequestError):
    """No character of the text can be spoken."""

    code = "nothing_to_speak"


class TextTooLong(RequestError):
    """Speaking the text would outlast the request."""

    code = "text_too_long"


class Unavailable(VoiceError):
    """Nothing is wrong with the request; come back in `retry_after` seconds."""

    code = "unavailable"

    def __init__(self, message: str, *, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class QueueFull(Unavailable):
    """All workers are busy and as many requests wait as may wait."""

    code = "queue_full"


class NotReady(Unavailable):
    """The process is still starting, or is going away."""

    code = "not_ready"


class ModelError(VoiceError):
    """A model on this node cannot be used."""

    code = "model_error"


class ModelMissing(ModelError):
    """The model is not on this node."""

    code = "model_missing"


class ModelDamaged(ModelError):
    """A published file is not what its manifest says."""

    code = "model_damaged"


class SourceError(VoiceError):
    """Every source of a file failed; the message names each with its reason."""

    code = "source_error"


class ConfigurationError(VoiceError):
    """A setting is wrong; the message names the setting and its value."""

    code = "configuration_error"


class SynthesisFailed(VoiceError):
    """The engine failed on valid input."""

    code = "synthesis_failed"
