"""Pictures to upload."""

import io

from PIL import Image


def color(number):
    """Returns a color that stays distinguishable from its neighbours', however a JPEG is reduced."""
    return (number * 97 % 256, number * 57 % 256, number * 151 % 256)


def jpeg(width, height, fill=(194, 65, 12), orientation=None):
    return _file(Image.new("RGB", (width, height), fill), orientation)


def photo(width, height, orientation=None):
    """Returns a JPEG of noise, as large as a camera's."""
    return _file(Image.effect_noise((width, height), 60).convert("RGB"), orientation, quality=90)


def _file(image, orientation, quality=85):
    tags = Image.Exif()
    if orientation:
        tags[0x112] = orientation
    file = io.BytesIO()
    image.save(file, "JPEG", quality=quality, exif=tags)
    return file.getvalue()


def upload(name, data, kind="image/jpeg"):
    """Returns a file as Playwright expects it."""
    return {"name": name, "mimeType": kind, "buffer": data}


def size(data):
    return Image.open(io.BytesIO(data)).size


def pixel(data, x, y):
    """Returns a picture's color at a part of its width and of its height."""
    image = Image.open(io.BytesIO(data)).convert("RGB")
    return image.getpixel((int(x * image.width), int(y * image.height)))
