"""Small companions for pictures."""
from kit import *


def books(s, x, y, k=1.0, colors=("#b5533c", "#2f5d6b", "#e0b354"), w=240):
    """Stack of lying books; (x, y) = middle of its foot."""
    with s.at(x, y, k):
        yy = 0
        for i, c in enumerate(colors):
            h, ww, o = 40 + (i * 13) % 17, w - i * 18, (i * 37) % 23 - 10
            x0 = o - ww / 2
            s.rect(x0, yy - h, ww, h, 7, s.lin([lighter(c, .25), c, darker(c, .35)]))
            s.rect(x0 + ww - 30, yy - h + 6, 32, h - 12, 2, s.lin(["#fbf5e6", "#dccfb4"]))
            for j in range(3):
                s.stroke(f"M{x0+ww-28} {yy-h+12+j*(h-20)/2.6}h28", "#b9aa8a", 1.2, op=.6)
            s.rect(x0 + 22, yy - h, 10, h, 0, lighter(c, .5), op=.55)
            s.rect(x0 + 50, yy - h * .62, 80, 5, 2, lighter(c, .6), op=.6)
            yy -= h


def cup(s, x, y, k=1.0, color="#f1ece2"):
    with s.at(x, y, k):
        s.contact(0, -2, 62, 12)
        s.tube("M62 -104C110 -108 112 -44 52 -40", 16, color, cap="butt")
        s.lathe(0, [(-124, 66), (-60, 64), (-18, 54), (0, 40)], color, flat=.2, top="open")


def sprig_pot(s, x, y, k=1.0, pot="#c9744f", leaf="#5b8f5a", seed=4):
    """Small plant in a pot."""
    rnd = random.Random(seed)
    with s.at(x, y, k):
        s.contact(0, -4, 70, 14)
        for i in range(15):
            a = rnd.uniform(-70, 70)
            L = rnd.uniform(120, 210)
            with s.group(f"translate({n(a*.5)} -118) rotate({n(a)})"):
                c = mix(leaf, rnd.choice(["#88b46a", "#2f6b4a"]), rnd.uniform(0, .6))
                d = f"M0 0C{-26} {-L*.4} {-20} {-L*.8} 0 {-L}C20 {-L*.8} 26 {-L*.4} 0 0Z"
                s.path(d, s.hor([lighter(c, .25), c, darker(c, .3)]))
                s.stroke(f"M0 -8L0 {-L*.9}", lighter(c, .4), 2, op=.5)
        s.lathe(0, [(-130, 84), (-104, 84)], pot, flat=.14, top="open", smooth=False)
        s.lathe(0, [(-104, 74), (-20, 58), (0, 54)], pot, flat=.14)
        s.lathe(0, [(-130, 86), (-100, 85)], pot, flat=.14, smooth=False)


def rug(s, cx, cy, rx, ry, color="#e9dfd0", edge="#c7b49a"):
    s.oval(cx, cy + 6, rx, ry, darker(edge, .3), op=.5)
    s.oval(cx, cy, rx, ry, s.lin([darker(color, .1), lighter(color, .2)]))
    for f in (.93, .72, .5):
        s.oval(cx, cy, rx * f, ry * f, "none", stroke=edge, sw=5, op=.6)


def wall_frame(s, x, y, w, h, color="#b88a5a"):
    """Picture hanging on the wall."""
    d = rr(x, y, w, h, 3)
    s.cast(d, 16, 16, 14, .25)
    s.path(d, s.diag([lighter(color, .3), darker(color, .2)]))
    s.rect(x + 14, y + 14, w - 28, h - 28, 0, "#faf6ee")
    with s.clip(rr(x + 36, y + 40, w - 72, h - 80)):
        s.rect(x, y, w, h, 0, s.lin(["#f6dcc0", "#eeb98e"]))
        s.oval(x + w * .62, y + h * .36, w * .12, None, "#e0704a")
        s.path(spline([(x, y + h * .62), (x + w * .3, y + h * .48), (x + w * .6, y + h * .64), (x + w, y + h * .5)]) + f"V{y+h}H{x}Z", "#6f9a94")
        s.path(spline([(x, y + h * .76), (x + w * .4, y + h * .66), (x + w, y + h * .78)]) + f"V{y+h}H{x}Z", "#35616b")
