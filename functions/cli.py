"""The `voice` command. Subcommands import what they need when they run: `--help` loads no model library."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from functions.shared.errors import VoiceError

#: Where a checkout keeps its models; pods have VOICE_MODELS_DIR=/models.
LOCAL_MODELS = ".models"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand; returns the exit status, 1 for an error that is the user's or the operator's."""
    options = _parser().parse_args(arguments)
    os.environ.setdefault("VOICE_MODELS_DIR", LOCAL_MODELS)
    try:
        status: int = options.run(options)
        return status
    except VoiceError as error:
        print(f"voice: {error}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="voice", description="Speech as serverless functions.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    serve = commands.add_parser("serve", help="start the synthesize function")
    serve.set_defaults(run=_serve)
    say = commands.add_parser("say", help="speak a text into a file")
    say.add_argument("text", help="the text, or - for standard input")
    say.add_argument("-o", "--output", type=Path, required=True, help="the file; its ending names the format")
    say.add_argument("--voice", default="alloy")
    say.add_argument("--model", default="tts-1")
    say.add_argument("--speed", type=float, default=1.0)
    say.set_defaults(run=_say)
    models = commands.add_parser("models", help="the models of this machine")
    models.add_argument("action", choices=("list", "fetch", "verify"))
    models.add_argument("names", nargs="*", metavar="NAME", help="all of them by default")
    models.set_defaults(run=_models)
    return parser


def _serve(options: argparse.Namespace) -> int:
    from functions.synthesize.__main__ import main as serve

    serve()
    return 0


def _say(options: argparse.Namespace) -> int:
    from functions.synthesize.say import say

    text = sys.stdin.read() if options.text == "-" else options.text
    say(text, options.output, voice=options.voice, model=options.model, speed=options.speed)
    return 0


def _models(options: argparse.Namespace) -> int:
    from model_cache.file import load_catalog

    catalog, root = load_catalog(), Path(os.environ["VOICE_MODELS_DIR"])
    names = options.names or None
    if options.action == "fetch":
        from model_cache.bar import Bar
        from model_cache.fetch import fetch

        with Bar(sys.stderr) as bar:
            fetched = fetch(catalog, root, names, bar)
        for model in fetched:
            print(f"{model.manifest.name} is in {model.path}")
        return 0
    from model_cache.status import status, verify

    states = (verify if options.action == "verify" else status)(catalog, root, names)
    for state in states:
        print(f"{state.entry.name}\t{state.state}\t{state.size}\t{state.reason}".rstrip())
    return 0 if options.action == "list" or all(state.state == "ready" for state in states) else 1
