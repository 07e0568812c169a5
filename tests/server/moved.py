"""moved.py: a server whose clock is ours (moved_clock.c): days pass in a moment, while it runs and as it is.

    with Moved() as server:
        server.pass_time(hours=24)
        server.now()                    seconds, by its wall clock

Sessions of real people's browsers live on in the same time. Not for builds with a sanitizer, which want to be loaded first: is_possible()."""
import os
import struct
import tempfile
import time

from client import House, Server


def library() -> str:
    return os.path.join(os.path.dirname(House.host), "tests/libmoved_clock.so")


def is_possible() -> bool:
    return not House.is_slow and os.path.exists(library())


class Moved(Server):
    def __init__(self, *words, **more):
        handle, self.clock = tempfile.mkstemp(prefix="speakeasy_clock_")
        os.write(handle, struct.pack("=q", 0))
        os.close(handle)
        self.ms = 0
        super().__init__(*words, **more)

    def launch(self, same_port=False) -> None:
        keep = {name: os.environ.get(name) for name in ("LD_PRELOAD", "SPK_MOVED_CLOCK")}
        os.environ.update(LD_PRELOAD=library(), SPK_MOVED_CLOCK=self.clock)
        try:
            super().launch(same_port)
        finally:
            for name, value in keep.items():
                os.environ.pop(name) if value is None else os.environ.update({name: value})

    def now(self) -> float:
        return time.time() + self.ms / 1000

    def pass_time(self, hours=0.0, seconds=0.0) -> None:
        self.ms += round((hours * 3600 + seconds) * 1000)
        with open(self.clock, "r+b") as f:
            f.write(struct.pack("=q", self.ms))

    def pass_until(self, hour: float) -> None:
        """So many hours after midnight UTC: today, if that is still to come, else tomorrow."""
        self.pass_time(seconds=(hour * 3600 - self.now()) % 86400)

    def __exit__(self, *words):
        super().__exit__(*words)
        os.unlink(self.clock)
