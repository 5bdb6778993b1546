"""Draws the table of soak.py as an SVG, using only the standard library: `plot.py soak.csv soak.svg`."""

import csv
import sys
from html import escape

WIDTH, HEIGHT, MARGIN, GAP = 860, 150, 70, 46
# Columns of the table, each with its title; those of one line share a scale.
CHARTS = [
    [("memory_mb", "resident memory, MB", "#0b6e4f")],
    [("descriptors", "open descriptors", "#1f4e9c"), ("threads", "threads", "#b3541e")],
    [("p99_ms", "p99 latency, ms", "#b3261e"), ("p50_ms", "half", "#0b6e4f")],
    [("requests_per_s", "reads per second", "#1f4e9c")],
]


def draw(source, target):
    with open(source, newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file)]
    if not rows:
        return
    last = float(rows[-1]["seconds"]) or 1
    height = len(CHARTS) * (HEIGHT + GAP) + GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH + 2 * MARGIN} {height}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH + 2 * MARGIN}" height="{height}" fill="#ffffff"/>']
    for index, lines in enumerate(CHARTS):
        parts += chart(rows, lines, last, GAP + index * (HEIGHT + GAP))
    parts.append("</svg>\n")
    with open(target, "w", encoding="utf-8") as file:
        file.write("\n".join(parts))


def chart(rows, lines, last, top):
    points = {column: [(float(row["seconds"]), float(row[column])) for row in rows if row[column] != ""]
              for column, _, _ in lines}
    most = max((value for values in points.values() for _, value in values), default=1) * 1.1 or 1
    parts = [f'<rect x="{MARGIN}" y="{top}" width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#c8c8c8"/>']
    for share in (0, 0.5, 1):
        y = top + HEIGHT * (1 - share)
        parts.append(f'<text x="{MARGIN - 6}" y="{y + 4:.1f}" text-anchor="end">{most * share:.4g}</text>')
    for share in (0, 0.25, 0.5, 0.75, 1):
        x = MARGIN + WIDTH * share
        parts.append(f'<text x="{x:.1f}" y="{top + HEIGHT + 15}" text-anchor="middle">{last * share / 60:.3g} min</text>')
    x = MARGIN
    for column, title, color in lines:
        parts.append(f'<text x="{x}" y="{top - 6}" fill="{color}">{escape(title)}</text>')
        x += 9 * len(title)
        path = " ".join(
            f"{MARGIN + WIDTH * seconds / last:.1f},{top + HEIGHT * (1 - value / most):.1f}" for seconds, value in points[column])
        parts.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="1.4"/>')
    return parts


if __name__ == "__main__":
    draw(sys.argv[1], sys.argv[2])
