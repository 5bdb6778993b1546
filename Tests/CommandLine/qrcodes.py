"""Reads a QR code that was printed in half blocks."""

import subprocess

# The upper and the lower module of each character; True is light.
BLOCKS = {"█": (True, True), "▀": (True, False), "▄": (False, True), " ": (False, False)}
SCALE = 4


def modules(lines):
    """Returns the rows of modules of a printed code; True is light."""
    rows = []
    for line in lines:
        upper, lower = zip(*(BLOCKS[character] for character in line))
        rows += [upper, lower]
    return rows


def decoded(lines, path):
    """Returns the text of a printed code, as a scanner reads it from a picture of exactly these modules.

    `path`: a file for the picture.
    """
    rows = modules(lines)
    bits = [" ".join("0" if light else "1" for light in row for _ in range(SCALE)) for row in rows for _ in range(SCALE)]
    path.write_text(f"P1\n{len(rows[0]) * SCALE} {len(rows) * SCALE}\n" + "\n".join(bits) + "\n")
    result = subprocess.run(
        ["zbarimg", "--quiet", "--raw", "--set", "disable", "--set", "qrcode.enable", str(path)], capture_output=True,
        text=True)
    assert result.returncode == 0, f"zbarimg found no code: {result.stderr}"
    return result.stdout.removesuffix("\n")
