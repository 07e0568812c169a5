#!/usr/bin/env python3
"""join_test.py SPEAKEASY: `speakeasy join` in a real terminal (tmux) at the tables of a real server on loopback: two people,
chat and talk, a server that is killed and comes back, TLS with a certificate that is trusted and one that is not, and a
server that sends nonsense."""
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from tmux import Terminal, check  # noqa: E402

TOOL = sys.argv[1]


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class House:
    """A server; the same one again after a restart."""

    def __init__(self, folder: str, *words: str):
        self.port = free_port()
        self.words = [TOOL, "serve", "--listen", f"127.0.0.1:{self.port}", "--data", os.path.join(folder, f"{self.port}.db"), *words]
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self.words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        check("open at" in self.process.stdout.readline(), f"a server listens on {self.port}")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


def join(*words: str, env=None) -> Terminal:
    return Terminal([TOOL, "join", *words], env=env)


def leave(t: Terminal) -> str:
    t.keys("Escape")
    t.keys("q")
    t.keys("Enter")
    seen = t.wait("EXIT=", seconds=30)
    check("EXIT=0" in seen and not t.is_full_screen(), "left", seen)
    t.close()
    return seen


def link_of(seen: str) -> str:
    """The link to the seat, which a narrow terminal has broken into two lines."""
    return re.search(r"'(http[^']*)'", seen.replace("\n", "")).group(1)


def two_people(house: House) -> None:
    ann = join(f"127.0.0.1:{house.port}", "--name", "Ann", "--make", "famiglia", "--lang", "en")
    seen = ann.wait("/t/")
    check(f"http://127.0.0.1:{house.port}/t/" in seen, "the link for others is shown whole", seen)
    table = re.search(r"/t/[\w-]+", seen).group()
    bob = join(f"http://127.0.0.1:{house.port}{table}", "--name", "Bob", "--lang", "de")
    bob.wait("Die Straße")
    ann.wait("The street")
    check("Bob" in ann.screen() and "Ann" in bob.screen(), "both sit there, each in their language")
    bob.keys("c")
    bob.type("hallo Ann")
    bob.keys("Enter")
    ann.wait("Bob: hallo Ann")
    for _ in range(12):  # whoever is asked chooses what is offered first
        for t in (ann, bob):
            t.keys("Tab", "Enter", "Enter")
    seen = ann.screen()
    ann.keys("l")
    check("recruits" in ann.wait("recruits"), "moves are told", seen)
    ann.keys("Escape")
    house.kill()
    ann.wait("The line is lost")
    bob.wait("Die Verbindung ist weg")
    house.start()
    end = time.monotonic() + 20
    while "The line is lost" in ann.screen() and time.monotonic() < end:
        time.sleep(0.1)
    ann.keys("l")
    check("recruits" in ann.wait("recruits"), "after a restart of the server everything is still there")
    ann.keys("Escape")
    link = link_of(leave(bob))
    ann.wait("Bob (not here)")
    check(True, "who is gone is shown")
    bob = join(link, "--lang", "nl")
    bob.wait("De straat")
    check("(jij)" in bob.screen(), "by the link one comes back to one's seat", bob.screen())
    leave(bob)
    leave(ann)


def alone_and_watching(house: House) -> None:
    t = join(f"localhost:{house.port}", "--lang", "en", env={"USER": "dan"})
    t.wait("At which table?")
    t.keys("Enter")  # a new one
    t.wait("Which game?")
    t.type("4")
    t.keys("Enter")
    t.wait("How many players?")
    t.keys("Enter")
    t.wait("Who else plays?")
    t.keys("Enter")
    t.wait("Your name [dan]")
    t.keys("Enter")
    t.wait("Your hand")
    t.wait("Speak (t)", "Lay nothing")
    t.keys("h")
    t.wait("What a strong player", "only given", "not your turn", "Hints", "turn")
    t.keys("Escape")
    link = link_of(leave(t)).split("#")[0]
    t = join(link, "--watch", "--lang", "en")
    seen = t.wait("Round 1")
    check("Your hand" not in seen and "(you)" not in seen, "an onlooker sees no hand", seen)
    leave(t)


PASSWORD = "korrekt pferd 7"


def tables_of(house: House) -> list:
    """What a browser would list as Cleo's tables: signed in there, with the same password."""

    def ask(method: str, path: str, body=None, session="") -> dict:
        line = http.client.HTTPConnection("127.0.0.1", house.port, timeout=20)
        line.request(method, path, body and json.dumps(body), {"Content-Type": "application/json", "Authorization": f"Bearer {session}"}
                     if session else {"Content-Type": "application/json"})
        return json.loads(line.getresponse().read())

    session = ask("POST", "/api/sessions", {"name": "Cleo", "password": PASSWORD})["session"]
    return ask("GET", "/api/me", session=session)["tables"]


def answer(t: Terminal, question: str, *lines: str) -> None:
    t.wait(question)
    for line in lines:
        t.type(line)
    t.keys("Enter")


def with_an_account(house: House) -> None:
    """Made in the terminal; its table is found again by name and password, and so is the next one."""
    at = f"localhost:{house.port}"
    t = join(at, "--lang", "en")
    answer(t, "make an account", "3")
    answer(t, "Name of the account", "Cleo")
    answer(t, "Password (nothing", PASSWORD)
    answer(t, "again >", "another one")
    t.wait("These two differ")
    for _ in range(2):
        t.type(PASSWORD)
        t.keys("Enter")
    seen = t.wait("a new table\nAt which")
    check(PASSWORD not in seen, "a password is never on the screen", seen)
    t.keys("Enter")
    answer(t, "Which game?", "2")
    answer(t, "How many players?")
    answer(t, "Who else plays?")
    t.wait("Open")
    check("Cleo" in t.screen(), "the account's name is the player's", t.screen())
    first = re.search(r"/t/([\w-]+)", link_of(leave(t))).group(1)
    check([(x["id"], x["mine"]) for x in tables_of(house)] == [(first, [0])], "the seat is the account's")
    t = join(at, "--account", "Cleo", "--lang", "de")
    answer(t, "Passwort", "falsch falsch")
    t.wait("Falscher Name")
    t.type(PASSWORD)
    t.keys("Enter")
    seen = t.wait("Chicago: Cleo")
    t.keys("Enter")
    t.wait("Offen")
    check("(du)" in t.screen(), "back at one's own table, by the account alone", t.screen())
    seen = leave(t).replace("\n", "")
    check(f"/t/{first}' --account 'Cleo'" in seen and "#" not in seen.split("speakeasy join")[-1], "the way back has no secret", seen)


def claims_a_seat(house: House) -> None:
    t = join(f"localhost:{house.port}", "--make", "famiglia", "--seat", "bot:easy", "--name", "Cleo", "--lang", "en")
    t.wait("The street")
    link = link_of(leave(t))
    t = join(link, "--account", "Cleo", "--lang", "en")
    answer(t, "Password", PASSWORD)
    t.wait("The street")
    leave(t)
    check(len(tables_of(house)) == 2, "a seat that one has by its link becomes the account's")
    t = join(link, "--account", "Nobody", "--lang", "en")
    t.wait("Password")
    t.keys("C-c")
    seen = t.wait("EXIT=")
    check("no password was given" in seen and "EXIT=0" not in seen, "Ctrl-C ends the question", seen)
    check(" echo" in t.wait("echoke"), "and the terminal echoes again")
    t.close()


def at_a_door(house: House) -> None:
    """As docs/hosting.md offers it over ssh: links begin with the public name, and an unknown locale does no harm."""
    t = join(f"http://127.0.0.1:{house.port}", "--public-url", "https://play.example.org", "--make", "famiglia", "--seat", "bot:easy",
             "--name", "Eve", env={"LC_ALL": "de_XX.UTF-8"})
    seen = t.wait("Die Straße")
    check("┌─" in seen, "a locale that is not installed is UTF-8 if it says so", seen)
    seen = leave(t).replace("\n", "")
    check("https://play.example.org/t/" in seen and "speakeasy join" not in seen.split("EXIT")[0], "a link for a browser", seen)


def play_again(house: House) -> None:
    """To the end against a bot, and on at the next table."""
    t = join(f"localhost:{house.port}", "--make", "gangster", "--seat", "bot:random", "--name", "Ann", "--lang", "en")
    t.wait("Open")
    for _ in range(400):
        t.keys("Tab", "Enter", "Tab", "Enter", "Enter")
        if "The game is over" in t.screen():
            break
        time.sleep(0.05)
    t.wait("The game is over")
    t.keys("o")
    t.wait("Play again")
    t.keys("Enter")
    seen = t.wait("Your turn", "Waiting for", seconds=30)
    check("0/17" in seen and "The game is over" not in seen, "a rematch is played at once", seen)
    leave(t)


def tls(folder: str) -> None:
    cert, key = os.path.join(folder, "cert.pem"), os.path.join(folder, "key.pem")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, "-days", "2",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
                   check=True, capture_output=True, timeout=60)
    house = House(folder, "--tls", cert, key)
    t = join(f"https://localhost:{house.port}", "--make", "gangster", "--seat", "bot:easy", "--name", "Ann")
    seen = t.wait("EXIT=")
    check("certificate" in seen and "EXIT=0" not in seen, "a certificate nobody vouches for is refused", seen)
    t.close()
    t = join(f"https://localhost:{house.port}", "--make", "gangster", "--seat", "bot:easy", "--name", "Ann", "--ca", cert,
             "--lang", "en")
    t.wait("Open")
    for _ in range(3):
        t.keys("Tab", "Enter", "Tab", "Enter", "Enter")
    t.keys("l")
    t.wait("lays", "draws", "begins")
    t.keys("Escape")
    seen = leave(t)
    check("https://localhost" in link_of(seen), "over TLS, with a certificate that is trusted", seen)
    house.stop()


def nonsense() -> None:
    """Whatever answers there, a sentence says so and the terminal is left alone."""
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]

    def answer() -> None:
        for body in (b"\x1b[2J\x1b]0;owned\x07 not http", b"HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n[1,2,{\"x\":3}]",
                     b"HTTP/1.1 500 Oh\r\nContent-Length: 2\r\n\r\n{}"):
            connection, _ = listener.accept()
            connection.recv(4096)
            connection.sendall(body)
            connection.close()

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    for _ in range(3):
        t = join(f"http://127.0.0.1:{port}/t/abc", "--name", "Ann")
        seen = t.wait("EXIT=", seconds=30)
        check("speakeasy: 127.0.0.1" in seen and "EXIT=0" not in seen, "nonsense is refused in one line", seen)
        t.close()
    thread.join(5)
    listener.close()
    t = join(f"http://127.0.0.1:{port}/t/abc")
    check("refused" in t.wait("EXIT="), "nobody is there")
    t.close()
    t = join("ftp:/x y")
    check("no address of a server" in t.wait("EXIT=").replace("\n", " "), "that is no address")
    t.close()
    done = subprocess.run([TOOL, "join", "localhost:1"], capture_output=True, text=True, timeout=20, stdin=subprocess.DEVNULL)
    check(done.returncode != 0 and "needs a terminal" in done.stderr, "without a terminal it says so")


with tempfile.TemporaryDirectory(prefix="spk-join-") as place:
    first = House(place)
    two_people(first)
    alone_and_watching(first)
    with_an_account(first)
    claims_a_seat(first)
    at_a_door(first)
    play_again(first)
    first.stop()
    tls(place)
    nonsense()
print("join: all well", json.dumps({"ok": True}))
