from kit import *
from props import *


def cooker(s, c="#f3efe8", lid="#c9564a", dark="#2b2d31"):
    """Origin in the middle of the foot; about 660 wide, 560 high."""
    # handle
    s.tube(spline([(-258, -330), (-262, -470), (-150, -590), (0, -612), (150, -590), (262, -470), (258, -330)]), 30, lighter(dark, .12))
    # body
    d = s.lathe(0, [(-380, 288), (-340, 298), (-200, 312), (-80, 300), (-20, 262), (0, 236)], c, flat=.1)
    with s.clip(d):
        s.path(d, stroke=darker(c, .6), sw=50, blur=24, op=.35, transform="translate(-16 -18)")
        s.path(spline([(-250, -320), (-220, -330), (-226, -120), (-250, -60), (-272, -140)], True), "#fff", op=.9, blur=9)
        s.rect(-330, -56, 660, 60, 0, darker(c, .35), op=.25, blur=8)
    # lid
    L = "M-294 -372C-300 -470 -190 -548 0 -550C190 -548 300 -470 294 -372A294 30 0 0 1 -294 -372Z"
    s.path(L, "#1d1008", op=.4, blur=8, transform="translate(4 12)")
    s.puff(L, lid, 60, .55, .5)
    with s.clip(L):
        s.path(spline([(-210, -440), (-120, -510), (20, -530), (-40, -490), (-150, -420)], True), "#fff", op=.5, blur=14)
    s.stroke("M-294 -372A294 30 0 0 0 294 -372", s.hor(["#9aa0a6", "#ffffff", "#c3c9cf", "#7c8289"]), 11, cap="butt")
    # steam vent
    s.oval(90, -520, 52, 18, darker(lid, .5))
    s.lathe(90, [(-536, 44), (-520, 50)], dark, flat=.3, top="solid", smooth=False)
    for i in range(3):
        s.oval(72 + i * 18, -536, 5, 2.4, "#0b0b0c")
    # latch
    s.puff(rr(-62, -392, 124, 46, 18), "#d8dbde", 14)
    s.puff(rr(-40, -384, 80, 28, 12), dark, 9)
    # panel
    p = rr(-150, -300, 300, 196, 34)
    s.path(p, "#1d1008", op=.25, blur=6, transform="translate(3 5)")
    s.puff(p, dark, 18, .35, .4)
    g = rr(-112, -276, 224, 84, 12)
    s.path(g, s.lin(["#12241f", "#21423a"]))
    s.text(-28, -215, "12:30", 50, "#8ff0c4", font="DejaVu Sans, sans-serif", font_weight="bold")
    s.oval(80, -250, 6, None, "#ffb84a")
    s.text(80, -212, "취사", 20, "#8ff0c4")
    with s.clip(g):
        s.path("M-112 -276h90l-70 84h-20Z", "#fff", op=.1)
    for x, t, col in ((-84, "예약", "#6f767d"), (0, "취사", "#d8563b"), (84, "보온", "#6f767d")):
        s.puff(rr(x - 37, -172, 74, 44, 22), col, 12)
        s.text(x, -142, t, 22, "#ffffff", font_weight="bold")


def bowl(s, x, y, k=1.0, c="#33516f"):
    with s.at(x, y, k):
        s.contact(0, -2, 80, 16)
        s.path(spline([(-112, -112), (-80, -158), (-30, -190), (30, -192), (84, -160), (114, -112)]) + "Z", s.diag(["#ffffff", "#fbf8f2", "#d9d2c6"]))
        r = random.Random(6)
        for i in range(46):
            a, b = r.uniform(-96, 96), r.uniform(-176, -112)
            if (a / 110) ** 2 + ((b + 112) / 76) ** 2 < .9:
                with s.group(f"translate({n(a)} {n(b)}) rotate({r.randrange(180)})"):
                    s.oval(1, 2, 10, 5, "#b9b0a0", op=.5)
                    s.oval(0, 0, 9.5, 4.6, "#ffffff")
        s.lathe(0, [(-112, 122), (-80, 116), (-36, 84), (-16, 56), (0, 54)], c, flat=.15, top=None)
        s.path("M-122 -112A122 18 0 0 0 122 -112", stroke=lighter(c, .6), sw=5)


def pictures():
    a = Scene(SQ, "sage", .68, floor="oak")
    a.contact(520, 885, 320, 40, .5)
    with a.at(520, 890, 1.18):
        cooker(a)
    bowl(a, 880, 965, 1.12)
    for i in range(2):
        d = f"M150 {985+i*24}L560 {1005+i*22}"
        a.stroke(d, "#1d1008", 12, op=.3, blur=4, transform="translate(5 7)")
        a.tube(d, 11, "#8a4a2c")
    return [a]
