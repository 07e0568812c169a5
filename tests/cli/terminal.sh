#!/bin/sh
# terminal.sh: what only people at a terminal are asked and shown. A pseudo-terminal plays the person.
. "$(dirname "$0")/helpers"

cat >"$tmp/person.py" <<'P'
import os, pty, re, select, signal, sys, time

speakeasy = sys.argv[1]


class Person:
    """Types at a program's prompts and remembers everything that it printed."""

    def __init__(self, *words):
        self.seen, self.new = "", ""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ["TERM"] = "xterm"
            os.execv(speakeasy, [speakeasy, *words])

    def hear(self, pattern, seconds=60):
        """Reads until the pattern is printed; what was printed since the last time. None: the end."""
        end = time.monotonic() + seconds
        while not (found := re.search(pattern, self.new)):
            if not select.select([self.fd], [], [], max(0, end - time.monotonic()))[0]:
                sys.exit(f"{pattern!r} did not come: {self.seen[-300:]!r}")
            try:
                more = os.read(self.fd, 65536).decode()
            except OSError:
                return None
            self.seen += more
            self.new += more
        heard, self.new = self.new[: found.end()], self.new[found.end():]
        return heard

    def type(self, line):
        os.write(self.fd, (line + "\n").encode())

    def gone(self):
        while self.hear("(?!)", 20) is not None:
            pass
        return os.waitpid(self.pid, 0)[1]


def confirmation():
    p = Person("play", "--plain", "famiglia", "--seed", "1", "--seat", "human", "--seat", "bot:busy")
    p.hear("player 1 > ")
    p.type("1")
    p.hear("ends your turn.* > ")
    for line in ("dance", "help", "1"):
        p.type(line)
        assert "not made yet" in p.hear("ends your turn.* > "), line
    p.type("undo")
    p.hear("player 1 > ")
    p.type("1")
    p.hear("ends your turn.* > ")
    p.type("")
    p.hear("Player 1 recruits Accountant 0")
    p.hear("player 1 > ")
    p.type("quit")
    assert p.gone() == 0


def confirmation_in_german():
    p = Person("play", "--plain", "famiglia", "--lang", "de", "--seed", "1", "--seat", "human", "--seat", "bot:busy")
    p.hear("Spieler 1 > ")
    p.type("1")
    p.hear("beendet deinen Zug.* > ")
    p.type("nein")
    p.hear("Spieler 1 > ")
    p.type("1")
    p.hear("beendet deinen Zug.* > ")
    p.type("ja")
    p.hear("Spieler 1 wirbt an: Buchhalter 0")
    p.hear("Spieler 1 > ")
    p.type("quit")
    assert p.gone() == 0


def forced_moves():
    """Where there is one move only nobody is asked whether they are sure."""
    forced = asked = 0
    for seed in range(1, 9):
        p = Person("play", "--plain", "famiglia", "--seed", str(seed), "--seat", "human", "--seat", "bot:random")
        alone = False
        while (heard := p.hear("player 1 > |ends your turn.* > ")) is not None:
            if heard.endswith("think again > "):
                asked += 1
                assert not alone, "asked about the only move"
                p.type("")
                continue
            moves = re.findall(r"^ +(\d+)  \S", heard.split("Your moves")[-1], re.M)
            alone = moves == ["1"]
            forced += alone
            p.type(moves[-1])
        assert p.gone() == 0 and "How it ended" in p.seen
    assert forced > 0 and asked > 0, (forced, asked)


def hot_seat():
    p = Person("play", "--plain", "famiglia", "--seat", "human", "--seat", "human", "--option",
               "start_player=seat_1", "--option", "show_hands=off", "--seed", "1")
    p.hear("Player 1, it is your turn.")
    p.hear("nobody else is looking. ")
    p.type("")
    p.hear("player 1 > ")
    p.type("1")
    p.hear("think again > ")
    p.type("")
    assert "saw is hidden" in p.hear("nobody else is looking. ")
    p.type("")
    p.hear("player 2 > ")
    p.type("quit")
    assert p.gone() == 0


def talk():
    """Several people talk before a bot moves, each at a screen of their own."""
    p = Person("play", "--plain", "chicago_gangsters", "--players", "4", "--seed", "1", "--seat", "human",
               "--seat", "bot:busy", "--seat", "bot:busy", "--seat", "human")
    heard = []
    for line in ("say aim win", "", ""):
        if re.search("nobody else is looking", heard_now := p.hear("looking. |listen > ")):
            p.type("")
            heard_now += p.hear("listen > ")
        heard.append(heard_now)
        p.type(line)
    first, other = re.findall(r"Player (\d), you may speak", heard[0] + heard[1])
    assert {first, other} == {"1", "4"}
    assert f"player {first}: (1) Let us win this." in heard[1], heard[1]
    assert "\033[2J" in heard[1]
    p.hear("player . > |listen > |looking. ")
    p.type("quit")
    p.type("quit")
    assert p.gone() == 0


def interrupted():
    """The line of the progress bar is wiped, and the signal does what it always does."""
    p = Person("simulate", "famiglia", "--games", "1000000000")
    p.hear(r"\] +\d+ %")
    os.kill(p.pid, signal.SIGINT)
    status = p.gone()
    assert os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGINT, status
    assert p.seen.endswith("\r\033[K"), p.seen[-60:]


globals()[sys.argv[2]]()
P

export NO_COLOR
for scene in confirmation confirmation_in_german forced_moves hot_seat talk interrupted; do
    what=$scene
    timeout 120 python3 "$tmp/person.py" "$speakeasy" $scene || fail "see above"
done
finish
