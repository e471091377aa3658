#!/usr/bin/env python3
"""A client of the daemon in plain Python: client.py HOST:PORT <puzzles >answers

A thread sends the lines while the main thread reads the answers: many requests are in flight at once,
and neither side waits for the other with full buffers.
"""
import socket
import sys
import threading

host, port = sys.argv[1].rsplit(":", 1)
with socket.create_connection((host, int(port))) as connection:

    def send():
        for line in sys.stdin.buffer:
            connection.sendall(line)
        connection.shutdown(socket.SHUT_WR)  # the daemon answers what was sent, then closes

    threading.Thread(target=send, daemon=True).start()
    for answer in connection.makefile("rb"):
        sys.stdout.buffer.write(answer)
