"""serve.py: a `speakeasy serve` of one's own, for scripts that measure or attack it.

    with Server("build/speakeasy", data_dir) as server:
        server.start_ms                        from starting the process to its first answer
        status, body = server.ask("GET", "/api/tables?limit=50")
        guest = server.sit(table_id, token)    a WebSocket that has said hello (tests/server/guest.py)
"""
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "tests", "server"))
import guest  # noqa: E402  what the server's own tests visit it with

# One guest here stands for many, so nothing is limited by address or seat (bench/load/process.c).
NO_LIMITS = ["connections", "connections_per_address", "handshakes_per_s", "handshakes_burst",
             "requests_per_s", "requests_burst", "messages_per_s", "messages_burst", "bytes_per_s",
             "bytes_burst", "tables_per_hour", "seats_per_minute", "acts_per_s", "acts_burst"]


class Server:
    def __init__(self, tool: str, data: str, *words: str, core=None, durability="normal"):
        limits = [word for name in NO_LIMITS for word in ("--limit", f"{name}=0")]
        self.log = os.path.join(data, "serve.log")
        pin = [] if core is None else ["taskset", "-c", str(core)]
        started = time.monotonic()
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [*pin, tool, "serve", "--listen", "127.0.0.1:0", "--data", data, "--durability",
                 durability, "--log-level", "warn", *limits, *words], stdout=log, stderr=log)
        self.port = self._port()
        self.ask("GET", "/healthz")
        self.start_ms = (time.monotonic() - started) * 1e3

    def _port(self) -> int:
        until = time.monotonic() + 60
        while time.monotonic() < until and self.process.poll() is None:
            with open(self.log, encoding="utf-8", errors="replace") as log:
                said = re.search(r"127\.0\.0\.1:(\d+)\D", log.read())
            if said:
                return int(said.group(1))
            time.sleep(0.001)
        with open(self.log, encoding="utf-8", errors="replace") as log:
            sys.exit(f"the server did not say where it listens:\n{log.read()}")

    def connect(self) -> guest.Guest:
        return guest.Guest(socket.create_connection(("127.0.0.1", self.port), 60))

    def ask(self, method: str, path: str, body=None, visitor=None):
        """One request: (status, what the answer's JSON says)."""
        visitor = visitor or self.connect()
        data = json.dumps(body).encode() if body is not None else b""
        reply = visitor.get(path, "Content-Type: application/json", method=method, body=data)
        return reply.status, json.loads(reply.body)

    def sit(self, table: str, token=None) -> guest.Guest:
        """Somebody at a table; without a token an onlooker."""
        visitor = self.connect()
        visitor.send(guest.handshake("/ws"))
        assert visitor.reply().status == 101
        hello = {"t": "hello", "protocol": 1, "table": table, "seen": 0}
        visitor.text(json.dumps(hello if token is None else {**hello, "token": token}))
        return visitor

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)
