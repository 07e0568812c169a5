#!/usr/bin/env python3
"""A guest of Speakeasy's server in some 120 lines (docs/protocol.md): sits down by a link and plays to the
end, a sensible move at random. Breaks of the line, or of the house, cost it nothing.

    examples/ws_bot.py http://127.0.0.1:1925/t/k7Rq0ZbT1xYv             takes the first open seat
    examples/ws_bot.py http://127.0.0.1:1925/t/k7Rq0ZbT1xYv#TOKEN       sits where the token says"""
import base64
import json
import os
import random
import socket
import ssl
import struct
import sys
import time
import urllib.request
from urllib.parse import urlsplit

# How much we like a move by its first word; others count 10. It is all this bot knows of the games.
LIKES = {"recruit": 60, "take": 40, "shoot": 40, "enter": 90, "convert": 40, "claim": 3, "defer": 3,
         "refresh": 5, "end_refresh": 3, "pass": 1, "end_turn": 1, "skip_exchange": 1, "skip_intimidate": 1}


def choose(view: dict, moves: list[str]) -> str:
    """Your ideas go here. The fields of the view are in docs/games/."""
    return random.choices(moves, weights=[LIKES.get(move.split()[0], 10) for move in moves])[0]


class Closed(Exception):
    """The house closed the connection: code and reason."""


class WebSocket:
    """As much of RFC 6455 as a client needs that sends short texts."""

    def __init__(self, url: str):
        at = urlsplit(url)
        secure = at.scheme == "https"
        self.sock = socket.create_connection((at.hostname, at.port or (443 if secure else 80)), 60)
        if secure:
            self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=at.hostname)
        key = base64.b64encode(os.urandom(16)).decode()
        self.sock.sendall((f"GET {at.path} HTTP/1.1\r\nHost: {at.netloc}\r\nUpgrade: websocket\r\n"
                           f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
                           "Sec-WebSocket-Protocol: speakeasy.1\r\n\r\n").encode())
        self.file = self.sock.makefile("rb")
        if b" 101 " not in self.file.readline():
            raise ConnectionError("no WebSocket here")
        while self.file.readline().strip():
            pass

    def send(self, message: dict, opcode=1, data=b"") -> None:
        data, mask = data or json.dumps(message).encode(), os.urandom(4)
        head = bytes([128 | opcode, 128 | len(data)]) if len(data) < 126 else \
            bytes([128 | opcode, 254]) + struct.pack(">H", len(data))
        self.sock.sendall(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def take(self, n: int) -> bytes:
        data = self.file.read(n)
        if len(data) < n:
            raise ConnectionError("the line broke")
        return data

    def hear(self) -> dict:
        whole = b""
        while True:
            first, n = self.take(2)
            n = n if n < 126 else struct.unpack(">H" if n == 126 else ">Q", self.take(2 if n == 126 else 8))[0]
            data, opcode = self.take(n), first & 15
            if opcode == 8:
                raise Closed(struct.unpack(">H", data[:2])[0] if data else 1005, data[2:].decode())
            if opcode == 9:  # are you there?
                self.send({}, 10, data or b"yes")
            elif opcode < 2:
                whole += data
                if first & 128:
                    return json.loads(whole)


class Seat:
    """What has to survive a break: what we have seen, and what we said and had no answer to."""

    def __init__(self, house: str, table: str, token: str):
        self.house, self.table, self.token = house, table, token
        self.view, self.seen, self.known, self.said, self.count, self.passed = None, 0, 0, None, 0, -1
        self.name = base64.b32encode(os.urandom(5)).decode()  # our refs differ from those of another start

    def visit(self) -> dict:
        """Sit down and play; comes back with the result."""
        ws, self.view = WebSocket(self.house + "/ws"), None
        ws.send({"t": "hello", "protocol": 1, "table": self.table, "token": self.token, "seen": self.seen})
        if self.said:
            ws.send(self.said)  # with its old ref: should it have been heard, it counts once
        while True:
            message = ws.hear()
            if message["t"] == "hello":
                you = message["you"]
            elif message["t"] == "view":
                self.view, self.seen = message, message["n"]
            elif message["t"] in ("ok", "no") and self.said and message["ref"] == self.said["ref"]:
                said, self.said = self.said, None
                self.known = message.get("n", 0)  # and a view that shows it comes soon
                if message["t"] == "no":
                    if said["t"] == "move" and message["error"] != "stale":  # not just somebody who was quicker
                        print("no:", message["text"], file=sys.stderr)
                        time.sleep(1)
                    self.view = None
                    ws.send({"t": "since", "n": self.seen})
            if self.view and self.view["result"]:
                return self.view["result"]
            if self.view and not self.said and self.seen >= self.known:
                self.act(ws, you)

    def act(self, ws: WebSocket, you: int) -> None:
        """One act at a time. When it may speak and has nothing to say it passes, so that nobody waits."""
        if you in self.view["speakers"] and self.seen > self.passed:
            self.said, self.passed = {"t": "say", "text": "pass"}, self.seen
        elif self.view["moves"]:
            self.said = {"t": "move", "n": self.seen, "text": choose(self.view["view"], self.view["moves"])}
        if self.said:
            self.count += 1
            self.said["ref"] = f"{self.name}{self.count}"
            ws.send(self.said)


def ask(url: str, body=None) -> dict:
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, {"Content-Type": "application/json"})) as reply:
        return json.load(reply)


def main(link: str) -> None:
    address, _, token = link.partition("#")
    house, _, table = address.rpartition("/t/")
    if not token:
        seats = ask(f"{house}/api/tables/{table}")["seats"]
        free = next(seat["seat"] for seat in seats if seat["kind"] == "open")
        mine = {"name": f"ws_bot {os.getpid()}", "nonce": os.urandom(16).hex()}
        token = ask(f"{house}/api/tables/{table}/seats/{free}", mine)["token"]
        print(f"my seat: {address}#{token}", flush=True)
    seat, wait_s = Seat(house, table, token), 0.2
    while True:
        before = seat.seen
        try:
            print("the end:", json.dumps(seat.visit()))
            return
        except (OSError, Closed) as broken:
            if isinstance(broken, Closed) and broken.args[0] >= 4000:
                sys.exit(f"not welcome: {broken.args[1]}")
            wait_s = 0.2 if seat.seen > before else min(2 * wait_s, 30)
            print(f"a break ({broken}), again in {wait_s} s", file=sys.stderr)
            time.sleep(wait_s)


if __name__ == "__main__":
    if len(sys.argv) != 2 or "/t/" not in sys.argv[1]:
        sys.exit(__doc__)
    main(sys.argv[1])
