from kit import *
from props import *


def cushion(s, cx, cy, rx, ry, c, tilt=0):
    """Inside of a cup: padded ring around mesh."""
    with s.at(cx, cy, 1, tilt):
        s.oval(0, 0, rx, ry, s.diag([lighter(c, .3), c, darker(c, .4)]))
        with s.clip(oval(0, 0, rx, ry)):
            s.path(ring(0, 0, rx * .76, rx * .98, ry * .8, ry * .98), "none", stroke=lighter(c, .6), sw=8, blur=5, op=.5)
        s.oval(0, 0, rx * .56, ry * .64, s.rad(["#26262a", "#101012"]))
        m = s.pattern(8, 8, '<circle cx="4" cy="4" r="1.6" fill="#6b6b72" opacity=".7"/>')
        s.oval(0, 0, rx * .54, ry * .62, m)
        s.path(oval(0, 0, rx * .56, ry * .64), stroke="#000", sw=10, blur=5, op=.6)


def headphones(s, c="#e8e1d6", pad="#a8683f", accent="#c99a3e"):
    """Around the origin, about 720 by 760."""
    # far half of the band and far cup (right)
    outer = spline([(-262, 90), (-268, -60), (-200, -262), (-30, -372), (140, -330), (236, -190), (262, 0), (256, 70)])
    # far cup: cushion facing us
    with s.at(284, 158, 1, 5):
        s.puff(oval(0, 0, 88, 150), c, 40)
    cushion(s, 228, 158, 96, 152, pad, 5)
    # band
    s.tube(outer, 62, c)
    inner = spline([(-226, -40), (-172, -232), (-26, -322), (122, -288), (204, -180), (222, -60)])
    s.tube(inner, 44, pad)
    s.stroke(outer, darker(c, .4), 2, op=.35, transform="translate(14 12)")
    # sliders
    for x, y, a in ((-266, 30, 3), (258, 20, -2)):
        with s.at(x, y, 1, a):
            s.rect(-12, -74, 24, 130, 8, s.metal(accent))
    # near cup (left): cushion, shell and outside
    with s.at(-192, 182, 1, 4):
        s.puff(oval(0, 0, 92, 166), pad, 40)
    with s.at(-226, 182, 1, 4):
        s.path(oval(0, 0, 102, 170), darker(c, .5))
        s.puff(oval(-4, 0, 102, 170), darker(c, .22), 30)
    f = oval(-262, 182, 112, 172)
    s.path(f, s.diag([lighter(c, .7), c, darker(c, .32)]))
    with s.clip(f):
        s.path(f, stroke="#ffffff", sw=22, blur=8, op=.8, transform="translate(9 9)")
        s.path(f, stroke=darker(c, .6), sw=28, blur=12, op=.45, transform="translate(-9 -9)")
    s.path(oval(-264, 182, 74, 118), s.diag([darker(c, .2), lighter(c, .35)]))
    s.path(oval(-264, 182, 68, 111), s.diag([lighter(c, .4), c, darker(c, .15)]))
    s.path(oval(-264, 182, 74, 118), stroke=accent, sw=4, op=.9)
    for i in range(3):
        s.path(oval(-264, 182, 52 - i * 16, 86 - i * 27), stroke=darker(c, .35), sw=2.5, op=.5)
    # joint
    s.rect(-290, 8, 52, 66, 16, s.metal(accent))
    s.ball(-264, 182, 15, accent)
    s.gloss(spline([(-338, 110), (-310, 70), (-280, 54), (-300, 96), (-324, 150)], True), .7, 8)


def pictures():
    a = Scene(SQ, "teal", .76)
    a.contact(340, 930, 180, 26, .5)
    a.contact(770, 905, 130, 22, .45)
    with a.at(560, 570, 1.06):
        headphones(a)
    b = Scene(LAND, "lilac", .7, floor="white")
    books(b, 510, 745, 1.45, ("#e0b354", "#4f8a8b"), 400)
    b.contact(340, 622, 120, 12, .5)
    b.contact(660, 610, 90, 10, .4)
    with b.at(518, 348, .78, 0):
        headphones(b, "#3a3d44", "#26272b", "#b9bec4")
    cup(b, 915, 740, 1.25, "#e9b08f")
    return [a, b]
