"""tmux.py: a real terminal for tests: tmux runs a program, we press its keys and read its screen."""
import os
import subprocess
import sys
import tempfile
import time


class Terminal:
    """One program in a window of its own server of tmux; everything ends with close()."""

    def __init__(self, command: list[str], cols=80, rows=24, env=None):
        self.dir = tempfile.mkdtemp(prefix="spk-tmux-")
        self.socket = os.path.join(self.dir, "s")
        set_env = {"LC_ALL": "C.UTF-8", "NO_COLOR": "", **(env or {})}
        words = " ".join(f"{key}={quoted(value)}" for key, value in set_env.items())
        line = f"env {words} {' '.join(quoted(word) for word in command)}; echo EXIT=$?; stty -a; exec sleep 600"
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(cols), "-y", str(rows), "-s", "a", line)

    def tmux(self, *words: str) -> str:
        done = subprocess.run(["tmux", "-S", self.socket, *words], capture_output=True, text=True, timeout=60)
        return done.stdout

    def keys(self, *names: str) -> None:
        self.tmux("send-keys", "-t", "a", *names)

    def type(self, text: str) -> None:
        self.tmux("send-keys", "-t", "a", "-l", text)

    def click(self, row: int, col: int) -> None:
        """Pressed and let go, as terminals have said it since xterm."""
        self.type(f"\033[M {chr(33 + col)}{chr(33 + row)}\033[M#{chr(33 + col)}{chr(33 + row)}")

    def screen(self, colours=False) -> str:
        return self.tmux("capture-pane", "-p", "-t", "a", *(["-e"] if colours else []))

    def resize(self, cols: int, rows: int) -> None:
        self.tmux("resize-window", "-t", "a", "-x", str(cols), "-y", str(rows))

    def is_full_screen(self) -> bool:
        return self.tmux("display-message", "-p", "-t", "a", "#{alternate_on}").strip() == "1"

    def wait(self, *words: str, seconds=60.0) -> str:
        """The screen as soon as it has one of the words; fails if it never has."""
        end = time.monotonic() + seconds
        while True:
            seen = self.screen()
            if any(word in seen for word in words):
                return seen
            if time.monotonic() > end:
                print(f"waited in vain for {words}:\n{seen}")
                sys.exit(1)
            time.sleep(0.05)

    def close(self) -> None:
        self.tmux("kill-server")
        try:
            os.remove(self.socket)
        except OSError:
            pass
        os.rmdir(self.dir)


def quoted(word: str) -> str:
    return "'" + word.replace("'", "'\\''") + "'"


def check(condition, what: str, screen="") -> None:
    if not condition:
        print(f"not so: {what}\n{screen}")
        sys.exit(1)
    print(f"ok - {what}")
