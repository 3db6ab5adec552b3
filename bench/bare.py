"""The baseline: a raw socket, one model, one segment; what a cold start cannot do without.

Usage: python bench/bare.py ENGINE PORT. Answers every connection with the first segment, as WAV.
"""

from __future__ import annotations

import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"

import socket
import sys
from pathlib import Path

from functions.shared.engine.registry import load_engine

SEGMENT = "The weather is nice today,"
HEADER = b"RIFF\xff\xff\xff\xffWAVEfmt \x10\0\0\0\1\0\1\0\xc0]\0\0\x80\xbb\0\0\2\0\x10\0data\xff\xff\xff\xff"


def main() -> None:
    name, port = sys.argv[1], int(sys.argv[2])
    listener = socket.create_server(("127.0.0.1", port))
    engine = load_engine(name, Path(".models").absolute(), 1)
    while True:
        connection, _ = listener.accept()
        connection.recv(65536)
        audio = engine.speak(SEGMENT, "en", (("af_heart", 1.0),), 1.0).int16().tobytes()
        connection.sendall(b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n" + HEADER + audio)
        connection.close()


if __name__ == "__main__":
    main()
