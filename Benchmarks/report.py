"""Collects figures and prints them as Markdown, with the ratios that the design requires."""

import datetime
import os
import platform
import statistics
from collections import defaultdict


class Report:
    def __init__(self, options):
        self.options = options
        self.figures = defaultdict(list)
        self.memory = {}
        self.upload_cpu = self.vips_cpu = self.start_seconds = 0.0
        self.list_bytes = self.last_page = 0

    def add(self, name, connections, figures):
        self.figures[name, connections].append(figures)

    def median(self, name, connections, key="rate"):
        return statistics.median(figures[key] for figures in self.figures[name, connections])

    def names(self):
        return list(dict.fromkeys(name for name, _ in self.figures))

    def named(self, start):
        return next(name for name in self.names() if name.startswith(start))

    def show(self):
        today = datetime.date.today().isoformat()
        print(f"{today}, {os.cpu_count()} cores ({processor()}), {platform.system()} {platform.release()}; load and "
              f"servers on the same machine. wrk -t2, {self.options.rounds} rounds of {self.options.seconds} s, "
              f"medians; {self.options.products:,} products; the list of 20 has {self.list_bytes:,} bytes.\n")
        self.show_loads()
        self.show_ratios()

    def show_loads(self):
        print("| what | connections | requests/s | p50, ms | p99, ms | of the constant route | of nginx |")
        print("|---|---:|---:|---:|---:|---:|---:|")
        still, beside = self.named("constant"), self.named("nginx")
        for name in self.names():
            for connections in sorted({count for other, count in self.figures if other == name}):
                rate = self.median(name, connections)
                print(f"| {name} | {connections} | {rate:,.0f} | {self.median(name, connections, 'p50'):.2f} "
                      f"| {self.median(name, connections, 'p99'):.2f} | {rate / self.median(still, connections):.2f} "
                      f"| {rate / self.median(beside, connections):.2f} |")
        for name in self.names():
            writes = [figures["writes"] for key, all in self.figures.items() if key[0] == name
                      for figures in all if "writes" in figures]
            if writes:
                print(f"\n“{name}”: {statistics.median(writes):.0f} a second were completed.", end="")
        print("\n")

    def show_ratios(self):
        hot, still = self.named("list, hot"), self.named("constant")
        commits, edits = [name for name in self.names() if name.startswith("list, hot,")]
        first, last = "page 1, cold", f"page {self.last_page}, cold"

        def ratio(name, other):
            return [self.median(name, count) / self.median(other, count) for count in (16, 64)]

        rows = [
            ("list, hot, of the constant route", "at least 0.85", ratio(hot, still), 0.85, min),
            ("list, hot, of nginx", "stretch goal: 0.5", ratio(hot, self.named("nginx")), 0.5, min),
            ("detail, hot, of the constant route", "at least 0.6", ratio(self.named("detail"), still), 0.6, min),
            ("list, cold, of the constant route", "at least 0.24 (12,000 of 50,000)",
             ratio(self.named("list, cold"), still), 0.24, min),
            (f"time of page {self.last_page:,} relative to page 1", "at most 1.5", ratio(first, last), 1.5, max),
            ("list during commits, relative to without", "at least 0.6", ratio(commits, hot), 0.6, min),
            ("list during edits (with hashing), relative to without", "", ratio(edits, hot), None, min),
        ]
        print("| ratio | target | 16 connections | 64 connections | |")
        print("|---|---|---:|---:|---|")
        for title, asked, values, bound, worst in rows:
            print(f"| {title} | {asked} | {values[0]:.2f} | {values[1]:.2f} | {verdict(worst(values), bound, worst)} |")
        print("\n| what | target | measured | |")
        print("|---|---|---:|---|")
        singles = [
            ("CPU of an upload of five 12-megapixel photos, relative to vipsthumbnail", "at most 1.15",
             self.upload_cpu / self.vips_cpu, 1.15, f" ({self.upload_cpu:.2f} s, {self.vips_cpu:.2f} s)", 2),
            ("memory, idle", "80 MB", self.memory["idle"], 80, " MB", 0),
            (f"memory, {self.options.products:,} products, under load", "220 MB", self.memory["large, loaded"], 220,
             " MB", 0),
            ("memory, 32 such uploads at once", "420 MB", self.memory["uploads"], 420, " MB", 0),
            ("memory, 3 s after the uploads", "", self.memory["after uploads"], None, " MB", 0),
            (f"start to first response, {self.options.products:,} products", "under 1 s", self.start_seconds, 1,
             " s", 2),
        ]
        for title, asked, value, bound, unit, digits in singles:
            print(f"| {title} | {asked} | {value:.{digits}f}{unit} | {verdict(value, bound, max)} |")


def verdict(value, bound, worst):
    if bound is None:
        return ""
    return "yes" if (value >= bound if worst is min else value <= bound) else "**no**"


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        return next((line.split(":")[1].strip() for line in file if line.startswith("model name")), "unknown processor")
