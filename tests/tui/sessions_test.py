#!/usr/bin/env python3
"""sessions_test.py SPEAKEASY: `speakeasy play` in a real terminal (tmux): games to their end by keys, the mouse, other
sizes, no colours, no UTF-8, saving, leaving. Every loop is bounded."""
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from tmux import Terminal, check  # noqa: E402

TOOL = sys.argv[1]
OVER = {"en": "The game is over", "de": "Das Spiel ist aus", "nl": "Het spel is uit"}


def play(game: str, *words: str, cols=80, rows=24, env=None) -> Terminal:
    return Terminal([TOOL, "play", game, "--budget", "5it", "--seed", "4", *words], cols, rows, env)


def leave(t: Terminal) -> str:
    t.keys("q")
    t.keys("Enter")
    seen = t.wait("echoke", seconds=30)
    check(not t.is_full_screen(), "the terminal is as it was")
    check(" icanon" in seen and " echo" in seen, "and so are its settings", seen)
    return seen


def at_rest(t: Terminal) -> str:
    """The screen when the keys so far have been dealt with: on a busy machine that takes a moment."""
    before, end = "", time.monotonic() + 20
    while (seen := t.screen()) != before and time.monotonic() < end:
        before = seen
        time.sleep(0.02)
    return seen


def to_the_end(game: str, lang: str, *words: str) -> None:
    """Whatever is offered first is chosen: Tab, Enter, Enter again where it ends the turn."""
    t = play(game, "--lang", lang, "--talk", "off", *words)
    t.wait("Enter")
    end = time.monotonic() + 300
    while OVER[lang] not in at_rest(t) and time.monotonic() < end:
        t.keys(*(["Tab", "Enter", "Tab", "Enter", "Enter"] * 4 + ["1", "Enter"]))
    t.wait(OVER[lang], seconds=30)
    t.keys("Escape")
    seen = leave(t)
    check("EXIT=0" in seen, f"{game} in {lang} is played to its end by keys", seen)
    t.close()


def mouse_and_sizes() -> None:
    t = play("gangster", "--players", "2", "--lang", "en", "--option", "start_player=seat_1")
    seen = t.wait("Open")
    row = next(i for i, line in enumerate(seen.split("\n")) if "‹R1›" in line)
    col = seen.split("\n")[row].index("R2")
    t.click(row, col)
    seen = t.wait("[R2]")
    check("▸ red 2" in seen, "a click chooses", seen)
    lines = seen.split("\n")
    t.click(3, lines[3].index("·"))
    seen = t.wait("This ends your turn")
    t.keys("Escape")
    t.resize(120, 40)
    seen = t.wait("│Red 2 is turned", seconds=30)
    check("o table" in seen, "a larger window has the log at the right and more keys", seen)
    t.resize(60, 20)
    t.wait("make it at least 80 x")
    t.resize(80, 24)
    t.wait("Open")
    check("EXIT=0" in leave(t), "small and large again, it goes on")
    t.close()


def looks() -> None:
    t = play("famiglia", "--lang", "en", env={"NO_COLOR": "1"})
    t.wait("The street")
    seen = t.screen(colours=True)
    check("\033[3" not in seen and "\033[7m" in seen or "\033[1;7m" in seen, "NO_COLOR leaves bold and reverse", seen)
    t.close()
    t = play("famiglia", "--lang", "de", env={"LC_ALL": "C"})
    seen = t.wait("Die Stra")
    check(all(ord(c) < 128 for c in seen) and "+-----+" in seen, "without UTF-8 all is ASCII", seen)
    t.close()
    t = play("famiglia", "--lang", "en", env={"TERM": "vt100"})
    seen = t.wait("The street")
    check("EXIT=0" in leave(t), "a monochrome terminal will do")
    t.close()
    t = play("famiglia", "--lang", "en", "--plain")
    seen = t.wait("player 1 >")
    check(not t.is_full_screen() and "[refresh" in seen or "Your moves" in seen, "--plain is line by line", seen)
    t.close()


def help_hint_undo_save(folder: str) -> None:
    t = play("famiglia", "--lang", "en")
    t.wait("Action")
    t.keys("?")
    t.wait("take back your last move")
    t.keys("Escape", "h")
    t.wait("What a strong player would do")
    t.keys("Escape", "l")
    t.wait("What happened")
    t.keys("Escape", "r")
    t.wait("In one minute")
    t.keys("Escape", "u")
    t.wait("Nothing", "nothing", "no move", "cannot", "not moved", "back")
    file = os.path.join(folder, "evening.play")
    t.keys("s")
    t.type(file)
    t.keys("Enter")
    t.wait("Saved")
    check("EXIT=0" in leave(t), "help, hint, log, rules, undo and save")
    t.close()
    check(os.path.getsize(file) > 0, "the file is there")
    t = Terminal([TOOL, "play", "--load", file, "--lang", "nl"])
    t.wait("De straat")
    check("EXIT=0" in leave(t), "and the game goes on from it, in Dutch")
    t.close()


def talk() -> None:
    t = Terminal([TOOL, "play", "chicago_gangsters", "--players", "3", "--seed", "3", "--budget", "5it", "--lang", "en"])
    t.wait("Nothing to say", "Your hand")
    for _ in range(30):
        if "Speak (t)" in t.screen():
            break
        t.keys("Tab", "Enter", "Enter")
    t.keys("t")
    t.wait("What do you say?")
    t.keys("Enter")
    t.wait("player 1: “", "Player 1: “", "“")
    t.keys("c")
    t.type("hello there")
    t.keys("Enter")
    t.keys("l")
    seen = t.wait("player 1: hello there")
    check("“" in seen, "words of the game and free chat are in the log", seen)
    t.keys("Escape")
    leave(t)
    t.close()


def several_people() -> None:
    """Nobody sees the hand of the one before."""
    t = Terminal([TOOL, "play", "chicago_gangsters", "--players", "3", "--seed", "3", "--lang", "en", "--talk", "off",
                  "--seat", "human", "--seat", "human", "--seat", "human"])
    t.wait("press Enter when nobody else is looking")
    t.keys("Enter")
    t.wait("Your hand")
    for _ in range(20):
        t.keys("1", "Enter", "Enter", "Enter", "Enter")  # too many: they must not show the next player's hand
        time.sleep(0.3)
        if "press Enter when nobody" in t.screen():
            break
    seen = t.wait("press Enter when nobody")
    check("Your hand" not in seen and "│" not in seen, "between two people the screen is empty", seen)
    t.keys("q")
    t.wait("EXIT=0")
    t.close()


def pipes() -> None:
    done = subprocess.run([TOOL, "play", "famiglia", "--seed", "3", "--budget", "5it"], input="quit\n", text=True,
                          capture_output=True, timeout=60)
    check("\033" not in done.stdout and "Your moves" in done.stdout, "in a pipe it is plain lines")
    t = Terminal([TOOL, "play", "famiglia", "--lang", "en"])
    t.wait("The street")
    pid = t.tmux("list-panes", "-F", "#{pane_pid}").strip()
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as f:
        child = f.read().split()
    check(len(child) == 1, "one program runs there")
    os.kill(int(child[0]), 15)
    seen = t.wait("echoke")
    check(not t.is_full_screen() and " icanon" in seen, "SIGTERM gives the terminal back", seen)
    t.close()


with tempfile.TemporaryDirectory(prefix="spk-tui-") as folder:
    mouse_and_sizes()
    looks()
    help_hint_undo_save(folder)
    talk()
    several_people()
    pipes()
    to_the_end("famiglia", "en")
    to_the_end("gangster", "de", "--players", "3")
    to_the_end("chicago", "de", "--players", "2")
    to_the_end("chicago_gangsters", "nl", "--players", "5")
print("sessions: all well")
