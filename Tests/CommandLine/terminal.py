"""A terminal of a given width for a program, and its visible contents."""

import fcntl
import os
import re
import select
import struct
import subprocess
import termios
import time
import unicodedata
from dataclasses import dataclass


@dataclass
class Session:
    """The output of a program on a terminal."""

    code: int
    raw: str
    echoes: bool

    @property
    def lines(self):
        """The lines left on the screen, without colors: a progress bar that was removed isn't among them."""
        text = re.sub(r"\x1b\[[0-9;]*m", "", self.raw.replace("\r\n", "\n"))
        rows = [re.split(r"\r", row)[-1].replace("\x1b[K", "") for row in text.split("\n")]
        return rows[:-1] if rows[-1] == "" else rows

    @property
    def text(self):
        return "\n".join(self.lines)


def run_on_terminal(command, environment, folder, columns=80, answers=(), timeout=300):
    """Runs a program and waits for its exit.

    `answers`: pairs of a text to wait for, and the keys to press then.
    """
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen(
        command, stdin=slave, stdout=slave, stderr=slave, cwd=folder, env=environment, start_new_session=True)
    output, seen, waiting = b"", 0, list(answers)
    deadline = time.monotonic() + timeout
    echoes = None
    try:
        while True:
            if echoes is None and process.poll() is not None:
                echoes = bool(termios.tcgetattr(slave)[3] & termios.ECHO)
                # Nobody else has it open, so reading fails once everything has been read.
                os.close(slave)
            ready, _, _ = select.select([master], [], [], 0.05)
            if ready:
                try:
                    output += os.read(master, 65536)
                except OSError:
                    break
            while waiting and (place := output.find(waiting[0][0].encode(), seen)) >= 0:
                seen = place + len(waiting[0][0].encode())
                os.write(master, waiting.pop(0)[1].encode())
            if time.monotonic() > deadline:
                raise AssertionError(f"still running; it wrote: {output.decode(errors='replace')}")
        assert not waiting, f"never asked {waiting[0][0]!r}; it wrote: {output.decode(errors='replace')}"
        return Session(process.returncode, output.decode(errors="replace"), echoes)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        os.close(master)
        if echoes is None:
            os.close(slave)


def display_width(text):
    """Returns the number of terminal columns of a text, from Python's own tables."""
    width = 0
    for character in text:
        if unicodedata.category(character) in ("Mn", "Me", "Cf") or "\u1160" <= character <= "\u11ff":
            continue
        width += 2 if unicodedata.east_asian_width(character) in "WF" else 1
    return width
