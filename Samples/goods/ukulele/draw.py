from kit import *
from props import *

BODY = mirrored([(0, -150), (52, -150), (92, -118), (96, -66), (82, -8), (98, 44), (134, 100), (128, 162), (84, 200), (30, 210), (0, 211)])


def ukulele(s, c="#2f9aa3", neck="#c58a52"):
    d = spline(BODY, True)
    with s.group("translate(17 11)"):
        s.path(d, s.hor([darker(c, .3), darker(c, .5), darker(c, .72)]))
    s.path(d, s.diag([lighter(c, .45), c, darker(c, .3)]))
    with s.clip(d):
        s.path(d, stroke=darker(c, .7), sw=46, blur=20, op=.5, transform="translate(-10 -9)")
        s.path(d, stroke="#ffffff", sw=20, blur=9, op=.6, transform="translate(8 8)")
        s.path(spline([(-120, 60), (-50, 30), (10, 110), (-30, 210), (-110, 180)], True), "#fff", blur=20, op=.35)
        # painted waves
        for i, o in enumerate((.9, .7, .5)):
            s.stroke(spline([(-150 + j * 30, 186 - i * 22 + (9 if j % 2 else -5)) for j in range(11)]), "#f4fbf8", 5 - i, op=o)
    s.path(d, stroke="#f6ecd6", sw=7)
    s.path(d, stroke=darker(c, .6), sw=2)
    for r, col, w in ((52, "#f6ecd6", 9), (45, neck, 4)):
        s.oval(0, 12, r, None, "none", stroke=col, sw=w)
    s.oval(0, 12, 42, None, s.rad(["#3a2416", "#140b07"], .6, .7, .7))
    s.path("M-40 2A42 42 0 0 1 26 -20A56 56 0 0 0 -40 2Z", "#000", op=.5, blur=3)
    # bridge
    s.rect(-50, 124, 110, 30, 7, "#0d2b2e", op=.4, blur=5)
    s.puff(rr(-54, 116, 108, 28, 7), neck, 9)
    s.rect(-34, 124, 68, 5, 2, "#fbf6ea")
    # neck
    s.path(poly([(-24, -400), (24, -400), (29, -40), (-29, -40)]), s.hor([(0, lighter(neck, .3)), (.1, "#6b432a"), (.5, "#55321e"), (1, "#2b170c")]))
    L = 520.0
    for i in range(14):
        yy = 126 - L * 2 ** (-i / 12)
        if yy > -50:
            break
        hw = 24 + 5 * (yy + 400) / 360
        s.stroke(f"M{-hw:.1f} {yy:.1f}H{hw:.1f}", "#f0e3bf", 3.2)
    for i in (5, 7, 10):
        ya, yb = 126 - L * 2 ** (-(i - 1) / 12), 126 - L * 2 ** (-i / 12)
        s.ball(0, (ya + yb) / 2, 6, "#f6eedd")
    # head
    for m in (-1, 1):
        for yy in (-450, -510):
            s.rect(min(m * 40, m * 66), yy - 4, 26, 8, 0, s.metal(hor=False))
            s.puff(rr(m * 74 - 14, yy - 16, 28, 32, 12), "#f6efe0", 11)
    h = spline([(-24, -402), (-36, -428), (-46, -460), (-50, -530), (-30, -560), (0, -548), (30, -560), (50, -530), (46, -460), (36, -428), (24, -402)], True, .8)
    s.cast(h, 7, 7, 6, .3)
    s.puff(h, neck, 16)
    with s.clip(h):
        s.woodgrain(-50, -560, 100, 160, neck, 8, vertical=True)
    s.rect(-25, -406, 50, 8, 2, "#fbf6ea")
    for i in range(4):
        x0, x1 = -27 + i * 18, -17 + i * 11.3
        hx, hy = ((-28, -450), (-28, -510), (28, -510), (28, -450))[i]
        s.stroke(f"M{x0+4} 128L{x1+2:.1f} -402", "#12282a", 2.6, op=.3)
        s.stroke(f"M{x0} 132L{x1:.1f} -402L{hx*.8} {hy}", "#fffdf4", 2.6)
    for m in (-1, 1):
        for yy in (-450, -510):
            s.ball(m * 26, yy, 9, "#d9dcdf", .8)


def pictures():
    a = Scene(SQ, "blush", None)
    with a.group("translate(34 34)", blur=20, op=.32):
        with a.at(440, 700, 1.28, 38):
            a.path(spline(BODY, True), "#1d1420")
            a.rect(-28, -540, 56, 480, 10, "#1d1420")
    with a.at(432, 690, 1.28, 38):
        ukulele(a)
    # a picked flower, for scale
    with a.at(205, 300, 1.0, -20):
        for i in range(5):
            with a.group(f"rotate({i*72})"):
                p = spline([(0, 0), (-40, -50), (-34, -104), (0, -116), (34, -104), (40, -50)], True)
                a.cast(p, 8, 12, 8, .2)
                a.path(p, a.rad([(0, "#f6b53c"), (.25, "#ffe9ae"), (.7, "#fffaf0"), (1, "#f3e2d3")], .5, 1, 1.05))
                a.stroke("M0 -20L0 -84", "#e9c88f", 2.4, op=.6)
        a.ball(0, 0, 17, "#f0a92e", .6)
    return [a]
