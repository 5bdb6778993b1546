"""Photos as phones send them: 12 megapixels, rotated by their orientation, with a location."""

import os
import random
import struct
import subprocess
import zlib
from concurrent.futures import ThreadPoolExecutor

WIDTH, HEIGHT = 4032, 3024
CAMERA = "SmokePhone 12"
COLORS = {"red": (200, 40, 40), "green": (40, 180, 60), "blue": (40, 60, 200), "yellow": (210, 200, 50)}
# The colors as displayed, from the upper left in reading order.
UPRIGHT = ["red", "green", "blue", "yellow"]
# For each orientation, where the upper left, upper right, lower left and lower right of the file are displayed.
SEEN_AT = {1: [0, 1, 2, 3], 3: [3, 2, 1, 0], 6: [1, 3, 0, 2], 8: [2, 0, 3, 1]}
ORIENTATIONS = [1, 6, 3, 8, 1]


def make_photos(folder):
    """Creates JPEG photos: `phone`, five of 12 megapixels; `small`, one of 0.5."""
    with ThreadPoolExecutor(2) as pool:
        phone = list(pool.map(
            lambda item: photo(folder / f"phone {item[0]}.jpg", WIDTH, HEIGHT, item[1], seed=item[0]),
            enumerate(ORIENTATIONS)))
    return {"phone": phone, "small": photo(folder / "small.jpg", 800, 600, 1, seed=99)}


def photo(path, width, height, orientation, seed):
    raw = path.with_suffix(".ppm")
    raw.write_bytes(b"P6\n%d %d\n255\n" % (width, height) + quarters(width, height, orientation, seed))
    subprocess.run(["vips", "jpegsave", raw, path, "--Q", "88"], check=True)
    raw.unlink()
    data = path.read_bytes()
    path.write_bytes(data[:2] + exif(orientation) + data[2:])
    return path


def quarters(width, height, orientation, seed):
    """Draws four colored quarters with noise, so that the file is as large as a photo."""
    noise = random.Random(seed)
    colors = [COLORS[UPRIGHT[place]] for place in SEEN_AT[orientation]]
    grain = [bytes((max(0, min(255, level - 12 + value * 24 // 255))) for value in range(256)) for level in range(256)]
    rows = []
    for row in range(height):
        left, right = colors[:2] if row * 2 < height else colors[2:]
        line = bytearray(width * 3)
        half = width // 2
        for channel in range(3):
            values = noise.randbytes(half)
            line[channel:half * 3:3] = values.translate(grain[left[channel]])
            line[half * 3 + channel::3] = values.translate(grain[right[channel]])
        rows.append(bytes(line))
    return b"".join(rows)


def exif(orientation):
    """Returns an APP1 segment with a camera, an orientation and a location in Seoul."""
    camera = CAMERA.encode() + b"\0"
    entries, place_at = 3, 8 + 2 + 3 * 12 + 4
    camera_at = place_at + 2 + 4 * 12 + 4
    latitude_at = camera_at + len(camera) + len(camera) % 2
    longitude_at = latitude_at + 24
    tiff = struct.pack("<2sHI", b"II", 42, 8) + struct.pack("<H", entries)
    tiff += struct.pack("<HHII", 0x0110, 2, len(camera), camera_at)
    tiff += struct.pack("<HHIHH", 0x0112, 3, 1, orientation, 0)
    tiff += struct.pack("<HHII", 0x8825, 4, 1, place_at) + struct.pack("<I", 0)
    tiff += struct.pack("<H", 4)
    tiff += struct.pack("<HHI4s", 1, 2, 2, b"N\0\0\0") + struct.pack("<HHII", 2, 5, 3, latitude_at)
    tiff += struct.pack("<HHI4s", 3, 2, 2, b"E\0\0\0") + struct.pack("<HHII", 4, 5, 3, longitude_at)
    tiff += struct.pack("<I", 0) + camera.ljust(latitude_at - camera_at, b"\0")
    tiff += struct.pack("<6I", 37, 1, 33, 1, 59, 1) + struct.pack("<6I", 126, 1, 58, 1, 41, 1)
    payload = b"Exif\0\0" + tiff
    return b"\xff\xe1" + struct.pack(">H", len(payload) + 2) + payload


def segments(data):
    """Returns the markers of a JPEG before its pixels."""
    found, at = [], 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        found.append(marker)
        if marker == 0xDA:
            break
        at += 2 + struct.unpack(">H", data[at + 2:at + 4])[0]
    return found


def is_whole_jpeg(data):
    return data[:3] == b"\xff\xd8\xff" and data[-2:] == b"\xff\xd9"


def size(path):
    text = subprocess.run(
        ["vipsheader", "-f", "width", path], capture_output=True, text=True, check=True).stdout.strip()
    other = subprocess.run(
        ["vipsheader", "-f", "height", path], capture_output=True, text=True, check=True).stdout.strip()
    return int(text), int(other)


def color_at(path, x, y):
    """Returns which of our colors is nearest to that of a point of an image."""
    text = subprocess.run(
        ["vips", "getpoint", path, str(x), str(y)], capture_output=True, text=True, check=True).stdout
    point = [float(value) for value in text.split()]
    return min(COLORS, key=lambda name: sum((a - b) ** 2 for a, b in zip(COLORS[name], point)))


def corners(path):
    width, height = size(path)
    return [color_at(path, x, y) for y in (height // 4, height * 3 // 4) for x in (width // 4, width * 3 // 4)]


def png(path, width, height, seed):
    """Returns a picture that is unique to its seed; PNG, because it needs no other program."""
    noise = random.Random(seed)
    color = bytes(noise.randrange(256) for _ in range(3))
    row = b"\0" + b"".join(bytes((value + shade) % 256 for value in color) for shade in range(width))
    rows = b"".join(row[:1] + row[1 + 3 * (line % 7):] + row[1:1 + 3 * (line % 7)] for line in range(height))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
    return path


def zeros(path, byte_count, start=b""):
    """Creates a large sparse file, which occupies no disk space."""
    path.write_bytes(start)
    os.truncate(path, byte_count)
    return path
