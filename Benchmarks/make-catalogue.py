#!/usr/bin/env python3
"""Generates a catalogue to import: a CSV file and its pictures, all different.

    Benchmarks/make-catalogue.py FOLDER [COUNT]

The texts are those of the sample products, numbered; the pictures are theirs in other colors, as JPEG of 1600 pixels.
Needs ImageMagick (`convert`).
"""

import csv
import json
import subprocess
import sys
from pathlib import Path

GOODS = Path(__file__).resolve().parent.parent / "Sources" / "DemoProducts"


def main():
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 500
    products = json.loads((GOODS / "catalogue.json").read_text(encoding="utf-8"))["products"]
    (folder / "pictures").mkdir(parents=True, exist_ok=True)
    with open(folder / "catalogue.csv", "w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["name", "description", "price", "currency", "discount", "stock", "pictures"])
        for number in range(1, count + 1):
            product = products[(number - 1) % len(products)]
            pictures = [
                picture(folder, number, place, entry["file"])
                for place, entry in enumerate(product["pictures"][:3], start=1)
            ]
            rows.writerow([
                f"{product['name']} #{number}",
                product["description"],
                product["price"],
                product["currency"],
                product.get("discount", 0),
                number % 40,
                ";".join(pictures),
            ])
            if number % 50 == 0:
                print(f"{number} of {count}", file=sys.stderr)


def picture(folder, number, place, name):
    source = GOODS / "pictures" / name
    path = f"pictures/{number}-{place}.jpg"
    hue = 100 + (number * 37) % 97 - 48
    command = ["convert", source, "-modulate", f"100,100,{hue}", "-resize", "1600x1600", "-quality", "85", folder / path]
    subprocess.run(command, check=True)
    return path


if __name__ == "__main__":
    main()
