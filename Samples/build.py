#!/usr/bin/env python3
"""Renders the sample products into Sources/DemoProducts.  See README.md."""
import argparse
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
GOODS = os.path.join(HERE, "goods")
TARGET = os.path.join(os.path.dirname(HERE), "Sources", "DemoProducts")
PICTURES = os.path.join(TARGET, "pictures")
LIMIT = 25_000
QUALITIES = (75, 68, 60, 52, 45, 38, 32, 26, 20)
LONG_SIDE = 1080
FIELDS = ("order", "seller", "name", "description", "currency", "price", "discount", "stock", "contact", "pictures")
OPTIONAL_FIELDS = ["category", "condition", "handover", "place"]

sys.dont_write_bytecode = True
sys.path.insert(0, HERE)


def svgs(folder):
    """SVG texts of one product: from draw.py's pictures(), else 1.svg ... n.svg."""
    script = os.path.join(folder, "draw.py")
    if os.path.exists(script):
        spec = importlib.util.spec_from_file_location("draw_" + os.path.basename(folder).replace("-", "_"), script)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return [p if isinstance(p, str) else p.svg() for p in module.pictures()]
    out = []
    while os.path.exists(path := os.path.join(folder, f"{len(out) + 1}.svg")):
        out.append(open(path, encoding="utf-8").read())
    return out


def size_of(svg):
    m = re.search(r'<svg[^>]*?width="([\d.]+)"[^>]*?height="([\d.]+)"', svg)
    return (float(m[1]), float(m[2])) if m else (1, 1)


def render(job):
    svg, png, webp = job
    w, h = size_of(svg)
    side = ["-w", str(LONG_SIDE)] if w >= h else ["-h", str(LONG_SIDE)]
    subprocess.run(["rsvg-convert", *side, "--keep-aspect-ratio", "-o", png], input=svg.encode(), check=True)
    sizes = {}

    def fits(quality):
        file = f"{png}.{quality}.webp"
        subprocess.run(["cwebp", "-quiet", "-m", "6", "-sharp_yuv", "-q", str(quality), "-metadata", "none", png, "-o", file], check=True)
        sizes[quality] = os.path.getsize(file)
        return sizes[quality] <= LIMIT

    # Finds the best quality that fits: the best one first, then by bisection.
    low, high = 0, len(QUALITIES) - 1
    if not fits(QUALITIES[0]):
        low = 1
        while low < high:
            middle = (low + high) // 2
            if fits(QUALITIES[middle]):
                high = middle
            else:
                low = middle + 1
    quality = QUALITIES[low]
    if quality not in sizes:
        fits(quality)
    shutil.copyfile(f"{png}.{quality}.webp", webp)
    for q in sizes:
        os.remove(f"{png}.{q}.webp")
    return webp, os.path.getsize(webp), quality


def build(slugs, previews):
    os.makedirs(PICTURES, exist_ok=True)
    jobs = []
    for slug in slugs:
        pictures = svgs(os.path.join(GOODS, slug))
        for name in os.listdir(PICTURES):
            if m := re.fullmatch(re.escape(slug) + r"-(\d+)\.webp", name):
                if int(m[1]) > len(pictures):
                    os.remove(os.path.join(PICTURES, name))
        for i, svg in enumerate(pictures, 1):
            name = f"{slug}-{i}"
            jobs.append((svg, os.path.join(previews, name + ".png"), os.path.join(PICTURES, name + ".webp")))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for webp, size, quality in pool.map(render, jobs):
            print(f"{size:7d} B  q{quality}  {os.path.basename(webp)}")


def catalogue(slugs, strict=True):
    sellers = json.load(open(os.path.join(HERE, "sellers.json"), encoding="utf-8"))
    keys = {s["key"] for s in sellers}
    products, names, problems, orders = [], [], [], {}
    for slug in slugs:
        path = os.path.join(GOODS, slug, "product.json")
        if not os.path.exists(path):
            problems.append(f"{slug}: no product.json")
            continue
        p = json.load(open(path, encoding="utf-8"))
        problems += [f"{slug}: no {f}" for f in FIELDS if f not in p]
        problems += [f"{slug}: unknown {f}" for f in p if f not in [*FIELDS, *OPTIONAL_FIELDS]]
        if p.get("seller") not in keys:
            problems.append(f"{slug}: unknown seller")
        if p.get("currency") not in ("KRW", "USD"):
            problems.append(f"{slug}: currency")
        # Old apps read prices as integers.
        pattern = r"\d+" if p.get("currency") == "KRW" else r"\d+(\.00)?"
        for f in ("price", "discount"):
            if not isinstance(p.get(f), str) or not re.fullmatch(pattern, p[f]):
                problems.append(f"{slug}: {f} isn't an amount: {p.get(f)!r}")
        try:
            if float(p["discount"]) > float(p["price"]):
                problems.append(f"{slug}: discount above the price")
        except (KeyError, ValueError):
            pass
        if p.get("order") in orders:
            problems.append(f"{slug}: order {p['order']} is also {orders[p['order']]}'s")
        orders[p.get("order")] = slug
        have = sorted((f for f in os.listdir(PICTURES) if re.fullmatch(re.escape(slug) + r"-\d+\.webp", f)),
                      key=lambda f: int(re.search(r"(\d+)\.webp", f)[1]))
        alts = p.get("pictures", [])
        if len(have) != len(alts) or not 1 <= len(alts) <= 5:
            problems.append(f"{slug}: {len(alts)} alt texts, {len(have)} pictures")
        p["pictures"] = [{"file": f, "alt": a} for f, a in zip(have, alts)]
        names += have
        products.append({"slug": slug, **p})
    products.sort(key=lambda p: (p["order"], p["slug"]))
    with open(os.path.join(TARGET, "catalogue.json"), "w", encoding="utf-8") as f:
        json.dump({"sellers": sellers, "products": products}, f, ensure_ascii=False, indent=1)
        f.write("\n")
    write_c(sorted(names))
    known = {n for n in names}
    for f in sorted(os.listdir(PICTURES)):
        if f not in known:
            problems.append(f"{f}: belongs to no product")
    for p in problems:
        print("PROBLEM", p)
    total = sum(os.path.getsize(os.path.join(PICTURES, f)) for f in names)
    print(f"{len(products)} products, {len(names)} pictures, {total} bytes of pictures")
    return not problems


def write_c(names):
    # strcmp order = byte order of the names
    names = sorted(names, key=lambda s: s.encode())
    ident = lambda s: "picture_" + re.sub(r"\W", "_", s.removesuffix(".webp"))
    out = ["// Generated by Samples/build.py. Do not edit.", '#include "DemoProducts.h"', "",
           "#ifdef __clang__", '#pragma clang diagnostic ignored "-Wc23-extensions"  // #embed', "#endif", "", "#include <stdlib.h>", "#include <string.h>", "",
           "static const uint8_t catalogue[] = {", '#embed "catalogue.json"', "};", ""]
    for s in names:
        out += [f"static const uint8_t {ident(s)}[] = {{", f'#embed "pictures/{s}"', "};"]
    out += ["", "struct entry {", "    const char *name;", "    const uint8_t *bytes;", "    size_t count;", "};", "",
            "// Sorted by name, for bsearch.", "static const struct entry pictures[] = {"]
    out += [f'    {{"{s}", {ident(s)}, sizeof {ident(s)}}},' for s in names]
    out += ["};", "", "static int compare(const void *key, const void *element) {",
            "    return strcmp(key, ((const struct entry *)element)->name);", "}", "",
            "const uint8_t *demo_products_catalogue(size_t *count) {", "    *count = sizeof catalogue;", "    return catalogue;", "}", "",
            "const uint8_t *demo_products_image(const char *name, size_t *count) {",
            "    const struct entry *found = bsearch(name, pictures, sizeof pictures / sizeof pictures[0],",
            "                                        sizeof pictures[0], compare);",
            "    *count = found ? found->count : 0;", "    return found ? found->bytes : NULL;", "}", ""]
    open(os.path.join(TARGET, "DemoProducts.c"), "w").write("\n".join(out))


def contact_sheet(path, slugs, cell=230):
    from PIL import Image, ImageDraw
    files = []
    for slug in slugs:
        files += sorted(f for f in os.listdir(PICTURES) if re.fullmatch(re.escape(slug) + r"-\d+\.webp", f))
    columns = 8 if len(files) > 8 else max(1, len(files))
    rows = (len(files) + columns - 1) // columns
    sheet = Image.new("RGB", (columns * cell, rows * (cell + 16)), "white")
    pen = ImageDraw.Draw(sheet)
    for i, f in enumerate(files):
        image = Image.open(os.path.join(PICTURES, f)).convert("RGB")
        image.thumbnail((cell - 6, cell - 6), Image.LANCZOS)
        x, y = i % columns * cell, i // columns * (cell + 16)
        sheet.paste(image, (x + (cell - image.width) // 2, y + (cell - image.height) // 2))
        pen.text((x + 6, y + cell), f.removesuffix(".webp"), fill="black")
    sheet.save(path)


def main():
    a = argparse.ArgumentParser(description=__doc__)
    a.add_argument("--only", metavar="SLUG", action="append", help="render only this product (may be repeated, or comma-separated)")
    a.add_argument("--previews", metavar="DIR", help="keep the PNGs in this folder")
    a.add_argument("--contact-sheet", metavar="FILE.png", help="needs Pillow; of the products rendered")
    a.add_argument("--no-render", action="store_true", help="only catalogue, C sources and contact sheet")
    a = a.parse_args()
    every = sorted(s for s in os.listdir(GOODS) if os.path.isdir(os.path.join(GOODS, s)))
    only = [s for o in a.only or [] for s in o.split(",")]
    slugs = only or every
    if not a.no_render:
        previews = a.previews or tempfile.mkdtemp()
        os.makedirs(previews, exist_ok=True)
        build(slugs, previews)
        if not only:
            for f in os.listdir(PICTURES):
                if re.sub(r"-\d+\.webp$", "", f) not in every:
                    os.remove(os.path.join(PICTURES, f))
        if not a.previews:
            shutil.rmtree(previews)
    ok = True
    if not only:
        ok = catalogue(every)
    if a.contact_sheet:
        contact_sheet(a.contact_sheet, slugs)
    sys.exit(0 if ok else 1)


if __name__ == "__main__":
    main()
