#!/usr/bin/env python3
"""Draws every picture in Photos/. Run it in this folder; the files are kept in the repository, so tests don't need it.

Needs Pillow and numpy, and from Debian: libheif-examples (heif-enc), libvips-tools (vips).

The corners of every scene are red, green, blue and yellow in reading order, so that any rotation or color error shows.
"""
import os
import pathlib
import struct
import subprocess
import tempfile
import zlib

import numpy
from PIL import Image, ImageDraw

PHOTOS = pathlib.Path(__file__).parent / "Photos"
RED, GREEN, BLUE, YELLOW = (200, 40, 40), (40, 160, 60), (40, 60, 190), (220, 200, 50)


def scene(width=320, height=240, mode="RGB"):
    image = Image.new("RGB", (width, height))
    draw = ImageDraw.Draw(image)
    for color, x, y in ((RED, 0, 0), (GREEN, 1, 0), (BLUE, 0, 1), (YELLOW, 1, 1)):
        draw.rectangle((x * width // 2, y * height // 2, (x + 1) * width // 2 - 1, (y + 1) * height // 2 - 1), color)
    for ring in range(4):  # detail in the middle
        draw.ellipse((width * (6 + ring) // 20, height * (6 + ring) // 20, width * (14 - ring) // 20,
                      height * (14 - ring) // 20), outline=(255, 255, 255), width=3)
    return image.convert(mode)


def noisy(width=320, height=240):
    """Draws something in every row, so that a truncation or a wrong byte anywhere is detected."""
    noise = numpy.random.default_rng(7).integers(-20, 20, (height, width, 3))
    return Image.fromarray((numpy.asarray(scene(width, height)).astype(int) + noise).clip(0, 255).astype("uint8"))


def save(image, name, **options):
    image.save(PHOTOS / name, **options)


# Color profiles


def icc(color_class, space, tags, connection=b"XYZ "):
    """An ICC profile (version 2.1) of these tags."""
    offset = 128 + 4 + 12 * len(tags)
    table, data = struct.pack(">I", len(tags)), b""
    for signature, body in tags:
        body += b"\0" * (-len(body) % 4)
        table += signature + struct.pack(">II", offset + len(data), len(body))
        data += body
    header = struct.pack(">I4sI4s4s4s", offset + len(data), b"\0\0\0\0", 0x02100000, color_class, space, connection)
    header += struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + b"\0" * 28
    header += struct.pack(">3I", 0xF6D6, 0x10000, 0xD32D)
    return header.ljust(128, b"\0") + table + data


def text_tags(name):
    text = name.encode() + b"\0"
    description = b"desc\0\0\0\0" + struct.pack(">I", len(text)) + text + b"\0" * (4 + 4 + 2 + 1 + 67)
    return [(b"desc", description), (b"cprt", b"text\0\0\0\0none\0"), (b"wtpt", xyz(0.9642, 1.0, 0.8249))]


def xyz(*values):
    return b"XYZ \0\0\0\0" + struct.pack(">3i", *(round(value * 65536) for value in values))


def gamma(value):
    return b"curv\0\0\0\0" + struct.pack(">IH", 1, round(value * 256))


def display_p3():
    curve = gamma(2.2)
    return icc(b"mntr", b"RGB ", text_tags("wide") + [
        (b"rXYZ", xyz(0.5151, 0.2412, -0.0011)), (b"gXYZ", xyz(0.2920, 0.6922, 0.0419)),
        (b"bXYZ", xyz(0.1571, 0.0666, 0.7841)), (b"rTRC", curve), (b"gTRC", curve), (b"bTRC", curve)])


def dark_grey():
    return icc(b"mntr", b"GRAY", text_tags("dark") + [(b"kTRC", gamma(4.0))])


def odd_inks():
    """A CMYK profile whose first ink is yellow and whose third is cyan: ignoring it gives wrong colors."""
    table = b""
    for ink1 in range(2):
        for ink2 in range(2):
            for ink3 in range(2):
                for black in range(2):
                    rgb = numpy.array([1 - ink3, 1 - ink2, 1 - ink1]) * (1 - black)
                    table += lab(rgb)
    identity = bytes(range(256))
    body = b"mft1\0\0\0\0" + bytes([4, 3, 2, 0]) + struct.pack(">9i", *(65536 if i % 4 == 0 else 0 for i in range(9)))
    return icc(b"prtr", b"CMYK", text_tags("odd inks") + [(b"A2B0", body + identity * 4 + table + identity * 3)],
               connection=b"Lab ")


def lab(rgb):
    """sRGB to the eight-bit Lab of a profile."""
    linear = numpy.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    matrix = numpy.array([[0.4361, 0.3851, 0.1431], [0.2225, 0.7169, 0.0606], [0.0139, 0.0971, 0.7141]])
    ratio = matrix @ linear / numpy.array([0.9642, 1.0, 0.8249])
    f = numpy.where(ratio > 0.008856, numpy.cbrt(ratio), 7.787 * ratio + 16 / 116)
    values = [(116 * f[1] - 16) * 255 / 100, 500 * (f[0] - f[1]) + 128, 200 * (f[1] - f[2]) + 128]
    return bytes(int(round(min(255, max(0, value)))) for value in values)


# JPEG


def phone_exif(orientation):
    exif = Image.Exif()
    exif[0x010F], exif[0x0110], exif[0x0112] = "Market", "Phone 1", orientation
    exif.get_ifd(0x8825).update({1: "N", 2: (37.0, 33.0, 59.0), 3: "E", 4: (126.0, 58.0, 41.0)})
    return exif


def jpegs():
    stored_as = {1: None, 2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180,
                 4: Image.Transpose.FLIP_TOP_BOTTOM, 5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90,
                 7: Image.Transpose.TRANSVERSE, 8: Image.Transpose.ROTATE_270}
    for orientation, turn in stored_as.items():
        image = scene() if turn is None else scene().transpose(turn)
        save(image, f"orientation-{orientation}.jpg", quality=85, exif=phone_exif(orientation),
             comment="taken at home", icc_profile=display_p3(),
             xmp=b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
    save(noisy(), "noisy.jpg", quality=60)
    save(noisy(), "progressive.jpg", quality=60, progressive=True)
    save(scene(2400, 1800), "large.jpg", quality=15)
    save(Image.new("RGB", (6000, 4000), RED), "24-megapixels-progressive.jpg", quality=20, progressive=True)
    save(scene(mode="L"), "grey.jpg")
    save(Image.new("L", (64, 64), 128), "grey-profile.jpg", icc_profile=dark_grey())
    save(Image.new("RGB", (64, 64), (200, 100, 60)), "wide.jpg", quality=95, icc_profile=display_p3())
    save(Image.new("RGB", (64, 64), (200, 100, 60)), "broken-profile.jpg", quality=95, icc_profile=b"no profile" * 30)
    save(Image.new("RGB", (64, 64), (200, 100, 60)), "foreign-profile.jpg", quality=95, icc_profile=dark_grey())
    # The first ink alone: cyan, unless a profile says otherwise.
    ink = Image.new("CMYK", (64, 64), (255, 0, 0, 0))
    save(ink, "cmyk.jpg", quality=95)
    save(ink, "cmyk-profile.jpg", quality=95, icc_profile=odd_inks())
    # Without Adobe's marker: all browsers invert it nevertheless.
    data = (PHOTOS / "cmyk.jpg").read_bytes()
    mark = data.index(b"\xff\xee")
    (PHOTOS / "cmyk-unmarked.jpg").write_bytes(data[:mark] + data[mark + 16:])
    # As Photoshop writes it: inverted, and the inks as luma and chroma, here those of (255, 0, 0) for cyan.
    save(Image.merge("CMYK", [Image.new("L", (64, 64), value) for value in (255 - 76, 255 - 85, 0, 0)]), "ycck.jpg",
         quality=95)
    data = bytearray((PHOTOS / "ycck.jpg").read_bytes())
    data[data.index(b"\xff\xee") + 15] = 2
    (PHOTOS / "ycck.jpg").write_bytes(data)
    save(Image.new("RGB", (1, 1), RED), "one.jpg")


# PNG


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(name, width, height, depth, color, rows, extra=b""):
    """A PNG that Pillow can't write. `rows` are the bytes of each row."""
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, 0))
    data += extra + chunk(b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows), 9)) + chunk(b"IEND", b"")
    (PHOTOS / name).write_bytes(data)


def sixteen_bits(pixels):
    return [(row.astype(">u2") * 257).tobytes() for row in pixels]


def pngs():
    opaque = numpy.asarray(scene(64, 48))
    save(noisy(160, 120), "noisy.png")
    save(scene(mode="P"), "palette.png", transparency=0)
    save(scene(mode="L"), "grey.png")
    save(scene(mode="1"), "one-bit.png")
    png("rgb16.png", 64, 48, 16, 2, sixteen_bits(opaque))
    png("grey16.png", 64, 48, 16, 0, sixteen_bits(numpy.full((48, 64), 180)))
    # Left half opaque red, right half an invisible green: on white it is red and white.
    half = numpy.zeros((48, 64, 4), dtype=int)
    half[:, :32], half[:, 32:] = (200, 40, 40, 255), (0, 255, 0, 0)
    save(Image.fromarray(half.astype("uint8")), "alpha.png")
    png("alpha16.png", 64, 48, 16, 6, sixteen_bits(half))
    save(Image.fromarray(half[:, :, [0, 3]].astype("uint8"), "LA"), "grey-alpha.png")
    png("grey-alpha16.png", 64, 48, 16, 4, sixteen_bits(half[:, :, [0, 3]]))
    # The colors of transparent pixels must not bleed into the edges of visible ones.
    fringe = numpy.zeros((3000, 3000, 4), dtype="uint8")
    fringe[:, ::2], fringe[:, 1::2] = (255, 255, 255, 255), (0, 0, 0, 0)
    save(Image.fromarray(fringe), "fringe.png", optimize=True)
    save(scene().transpose(Image.Transpose.ROTATE_90), "orientation-6.png", exif=phone_exif(6))
    with tempfile.TemporaryDirectory() as folder:
        save(noisy(120, 90), "interlaced.png")
        plain = os.path.join(folder, "plain.png")
        os.rename(PHOTOS / "interlaced.png", plain)
        subprocess.run(["vips", "pngsave", plain, str(PHOTOS / "interlaced.png"), "--interlace"], check=True)
    for width, height in ((1, 1), (1, 20000), (20000, 1)):
        save(Image.new("RGB", (width, height), RED), f"{width}x{height}.png")
    save(Image.new("1", (10000, 5000), 1), "50-megapixels.png", optimize=True)
    save(Image.new("1", (10001, 5000), 1), "above-50-megapixels.png", optimize=True)
    png("bomb.png", 100_000, 100_000, 8, 2, [b"\0" * 300])
    png("bomb-beyond-reason.png", 2**31 - 1, 2**31 - 1, 8, 2, [b"\0" * 300])
    # A profile that libpng warns about, as in very many files. The image is intact.
    save(scene(64, 48), "known-bad-srgb.png", icc_profile=known_bad_srgb())


def known_bad_srgb():
    """HP's and Microsoft's sRGB profile of 1998 is known to libpng as incorrect, by its size and intent."""
    profile = bytearray(icc(b"mntr", b"RGB ", text_tags("bad") + [
        (b"rXYZ", xyz(0.4361, 0.2225, 0.0139)), (b"gXYZ", xyz(0.3851, 0.7169, 0.0971)),
        (b"bXYZ", xyz(0.1431, 0.0606, 0.7141)), (b"rTRC", gamma(2.2)), (b"gTRC", gamma(2.2)), (b"bTRC", gamma(2.2))]))
    profile[68:72] = struct.pack(">I", 0xF000)  # a white that is not D50
    return bytes(profile)


# GIF, WebP


def animations():
    frames = [scene(160, 120), Image.new("RGB", (160, 120), (0, 0, 0)), Image.new("RGB", (160, 120), (9, 9, 9))]
    save(frames[0].convert("P", palette=Image.Palette.ADAPTIVE), "animated.gif", save_all=True,
         append_images=frames[1:], duration=80)
    save(frames[0], "animated.webp", save_all=True, append_images=frames[1:], duration=80, quality=60)
    save(noisy(120, 90).convert("P", palette=Image.Palette.ADAPTIVE, colors=64), "noisy.gif")
    half = Image.open(PHOTOS / "alpha.png")
    save(half, "alpha.gif")
    save(half, "alpha.webp", quality=80)
    save(noisy(), "noisy.webp", quality=60)
    save(noisy(80, 60), "lossless.webp", lossless=True)
    save(scene().transpose(Image.Transpose.ROTATE_90), "orientation-6.webp", exif=phone_exif(6), quality=80,
         icc_profile=display_p3(), xmp=b"<x:xmpmeta/>")
    save(Image.new("L", (5000, 4000), 255), "20-megapixels.gif")
    save(Image.new("RGB", (1, 1), RED), "one.gif")
    save(Image.new("RGB", (1, 1), RED), "one.webp")


def bombs():
    gif = bytearray((PHOTOS / "one.gif").read_bytes())
    frame = gif.index(b",\0\0\0\0") + 5
    gif[6:10] = gif[frame:frame + 4] = struct.pack("<HH", 65535, 65535)
    (PHOTOS / "bomb.gif").write_bytes(gif)
    webp = (PHOTOS / "one.webp").read_bytes()
    body = b"VP8X" + struct.pack("<I", 10) + b"\0\0\0\0" + b"\xfe\x3f\x00" * 2 + webp[12:]
    (PHOTOS / "bomb-canvas.webp").write_bytes(b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body)
    frame = bytearray(webp)
    at = frame.index(b"\x9d\x01\x2a") + 3
    frame[at:at + 4] = struct.pack("<HH", 16383, 16383)
    (PHOTOS / "bomb.webp").write_bytes(frame)
    jpeg = bytearray((PHOTOS / "one.jpg").read_bytes())
    at = jpeg.index(b"\xff\xc0") + 5
    jpeg[at:at + 4] = struct.pack(">HH", 65500, 65500)
    (PHOTOS / "bomb.jpg").write_bytes(jpeg)
    heic = (PHOTOS / "photo.heic").read_bytes()
    (PHOTOS / "bomb.heic").write_bytes(
        heic.replace(b"ispe\0\0\0\0" + struct.pack(">II", 320, 240), b"ispe\0\0\0\0" + struct.pack(">II", 9000, 9000)))
    # A progressive JPEG with a scan for each step of each coefficient, all empty: valid, tiny, and slow to decode.
    flat = Image.new("L", (64, 64), 255)
    flat.save(PHOTOS / "many-scans.jpg", progressive=True)
    data = (PHOTOS / "many-scans.jpg").read_bytes()
    first = data.index(b"\xff\xda")
    ac_table = b"\xff\xc4" + struct.pack(">HB", 2 + 17 + 1, 0x10) + bytes([1] + [0] * 15) + b"\x50"
    scans = b""
    for bits in (0x02, 0x21, 0x10):
        for coefficient in range(1, 64):
            scans += b"\xff\xda" + struct.pack(">HB", 8, 1) + bytes([1, 0, coefficient, coefficient, bits])
            scans += bytes([0b0_10000_0_1, 0b0000_1111])  # two runs of 48 blocks, and there are only 64
    dc_end = data.index(b"\xff", first + 10)
    (PHOTOS / "many-scans.jpg").write_bytes(data[:dc_end] + ac_table + scans + b"\xff\xd9")


# HEIC


def box(kind, body, version=None):
    if version is not None:
        body = struct.pack(">I", version) + body
    return struct.pack(">I", len(body) + 8) + kind + body


def boxes(data):
    at = 0
    while at + 8 <= len(data):
        size = struct.unpack(">I", data[at:at + 4])[0]
        yield data[at + 4:at + 8], data[at + 8:at + size]
        at += size


def heif_enc(image, *arguments, suffix="heic"):
    with tempfile.TemporaryDirectory() as folder:
        source, out = os.path.join(folder, "in.png"), os.path.join(folder, f"out.{suffix}")
        image.save(source)
        subprocess.run(["heif-enc", "-q", "50", *arguments, source, "-o", out], check=True, stdout=subprocess.DEVNULL)
        return pathlib.Path(out).read_bytes()


def phone_heic():
    """As phones write them: a grid of tiles, rotated by a property of the file; the EXIF repeats the rotation."""
    upright = scene(512, 384).transpose(Image.Transpose.ROTATE_90)  # stored rotated, 384 wide and 512 high
    tiles, configuration = [], None
    for row in range(2):
        for column in range(2):
            tile = upright.crop((column * 192, row * 256, column * 192 + 192, row * 256 + 256))
            top = dict(boxes(heif_enc(tile)))
            properties = dict(boxes(dict(boxes(top[b"meta"][4:]))[b"iprp"]))[b"ipco"]
            configuration = dict(boxes(properties))[b"hvcC"]
            tiles.append(top[b"mdat"])
    exif = struct.pack(">I", 0) + phone_exif(6).tobytes().removeprefix(b"Exif\0\0")
    grid = struct.pack(">4B2H", 0, 0, 1, 1, 384, 512)
    items = [(1, b"grid"), *((index + 2, b"hvc1") for index in range(4)), (6, b"Exif")]

    def meta(offset):
        infos = b"".join(box(b"infe", struct.pack(">HH4s", number, 0, kind) + b"\0",
                             version=0x02000001 if kind == b"hvc1" else 0x02000000)  # tiles are hidden
                         for number, kind in items)
        references = box(b"dimg", struct.pack(">HH4H", 1, 4, 2, 3, 4, 5)) + box(b"cdsc", struct.pack(">3H", 6, 1, 1))
        property_list = b"".join([
            box(b"hvcC", configuration), box(b"ispe", struct.pack(">II", 192, 256), version=0),
            box(b"ispe", struct.pack(">II", 384, 512), version=0), box(b"irot", b"\x03"),
            box(b"colr", b"prof" + display_p3())])
        associations = [(1, [3, 5, 0x80 | 4])] + [(number, [0x80 | 1, 2, 5]) for number in range(2, 6)]
        association_list = struct.pack(">I", len(associations)) + b"".join(
            struct.pack(">HB", number, len(list_)) + bytes(list_) for number, list_ in associations)
        locations, at = b"", offset
        for number, data in zip(range(1, 7), [grid, *tiles, exif]):
            locations += struct.pack(">HHHII", number, 0, 1, at, len(data))
            at += len(data)
        return box(b"meta", b"".join([
            box(b"hdlr", struct.pack(">I4s12s", 0, b"pict", b"") + b"\0", version=0),
            box(b"pitm", struct.pack(">H", 1), version=0),
            box(b"iinf", struct.pack(">H", len(items)) + infos, version=0), box(b"iref", references, version=0),
            box(b"iprp", box(b"ipco", property_list) + box(b"ipma", association_list, version=0)),
            box(b"iloc", struct.pack(">HH", 0x4400, 6) + locations, version=0)]), version=0)

    kind = box(b"ftyp", b"heic" + struct.pack(">I", 0) + b"mif1heic")
    start = len(kind) + len(meta(0)) + 8
    (PHOTOS / "phone.heic").write_bytes(kind + meta(start) + box(b"mdat", grid + b"".join(tiles) + exif))


def heics():
    (PHOTOS / "photo.heic").write_bytes(heif_enc(noisy(), "-t", "64"))
    (PHOTOS / "alpha.heic").write_bytes(heif_enc(Image.open(PHOTOS / "alpha.png")))
    (PHOTOS / "photo.avif").write_bytes(heif_enc(scene(64, 48), "-A", suffix="avif"))
    # An AVIF that claims to be HEIC.
    avif = (PHOTOS / "photo.avif").read_bytes()
    (PHOTOS / "disguised-avif.heic").write_bytes(avif.replace(b"ftypavif", b"ftypheic"))
    phone_heic()


if __name__ == "__main__":
    PHOTOS.mkdir(exist_ok=True)
    for old in PHOTOS.iterdir():
        old.unlink()
    for draw in (jpegs, pngs, animations, heics, bombs):
        draw()
