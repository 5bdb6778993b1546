from kit import *
from props import *


def facet(s, y0, y1, r0, r1, tone, seg=6):
    """Faceted (octagonal) ring between two heights."""
    # x positions of the visible edges (front half of an octagon)
    e = [-1, -.86, -.42, .22, .74, 1]
    sh = [.30, -.35, -.75, .05, .35]
    for i in range(5):
        d = poly([(e[i] * r0, y0 + 6 * (1 - e[i] ** 2)), (e[i + 1] * r0, y0 + 6 * (1 - e[i + 1] ** 2)),
                  (e[i + 1] * r1, y1 + 12 * (1 - e[i + 1] ** 2)), (e[i] * r1, y1 + 12 * (1 - e[i] ** 2))])
        k = sh[i]
        base = lighter(tone, -k) if k < 0 else darker(tone, k)
        s.path(d, s.lin([(0, lighter(base, .25)), (.5, base), (1, darker(base, .28))], 0, 0, .35, 1), stroke=lighter(base, .35), sw=1.5)


def moka(s, tone="#c6cbd1", black="#232326", steam=False):
    """Origin in the middle of the foot; about 470 wide, 660 high; spout left, handle right."""
    # handle
    d = "M96 -566L250 -548Q292 -540 288 -500L256 -316Q250 -292 232 -296L214 -300Q222 -390 214 -470Q208 -506 170 -508L108 -512Z"
    s.puff(d, black, 24, .35, .5)
    s.gloss(spline([(150, -548), (236, -536), (262, -512), (240, -520), (160, -534)], True), .35, 5)
    # boiler
    facet(s, -262, -20, 128, 172, tone)
    s.path("M-172 -20L-166 0Q0 26 166 0L172 -20Q0 -2 -172 -20Z", s.hor([darker(tone, .5), tone, lighter(tone, .4), darker(tone, .4), darker(tone, .65)]))
    # safety valve
    s.oval(36, -170, 21, None, "#8a6a2c")
    s.oval(34, -172, 20, None, s.diag([lighter(s.BRASS, .6), s.BRASS, darker(s.BRASS, .4)]))
    s.ball(34, -172, 9, s.BRASS)
    # waist
    s.rect(-126, -310, 252, 54, 0, s.metal(tone))
    for y, r in ((-276, 132), (-290, 126), (-304, 134)):
        s.lathe(0, [(y - 12, r), (y + 4, r)], tone, flat=.08, smooth=False, paint=s.metal(tone))
    # upper part
    facet(s, -566, -312, 148, 112, tone)
    # spout
    sp = poly([(-100, -572), (-196, -586), (-128, -470), (-100, -440)])
    s.path(sp, s.diag([lighter(tone, .7), tone, darker(tone, .35)]))
    s.path(poly([(-196, -586), (-100, -572), (-100, -580), (-180, -592)]), darker(tone, .35))
    # lid
    s.path("M-150 -566Q0 -552 148 -566L150 -578Q0 -566 -154 -578Z", s.hor([darker(tone, .2), lighter(tone, .6), tone, darker(tone, .5)]))
    s.path(poly([(-154, -578), (-44, -634), (-30, -634), (-66, -568)]), s.diag([lighter(tone, .4), tone]))
    s.path(poly([(-66, -568), (-30, -634), (14, -634), (36, -567)]), s.lin([lighter(tone, .85), lighter(tone, .3)]))
    s.path(poly([(36, -567), (14, -634), (40, -634), (112, -572)]), s.lin([tone, darker(tone, .25)]))
    s.path(poly([(112, -572), (40, -634), (50, -633), (150, -578)]), darker(tone, .45))
    s.rect(118, -592, 40, 30, 6, s.metal(tone))
    s.lathe(0, [(-690, 16), (-684, 30), (-664, 34), (-644, 24), (-634, 18)], black, flat=.2, shine=.5)
    if steam:
        for x0, o in ((-205, .6), (-180, .4)):
            s.path(spline([(x0, -606), (x0 - 20, -650), (x0 + 14, -700), (x0 - 16, -760), (x0 + 10, -820)]), stroke="#ffffff", sw=18, blur=9, op=o, cap="round")


def pictures():
    a = Scene(PORT, "terra", .78)
    a.contact(400, 950, 215, 34, .5)
    with a.at(385, 955, 1.22):
        moka(a)
    b = Scene(LAND, "sage", .66, floor="marble")
    b.contact(430, 735, 140, 22, .5)
    with b.at(430, 738, .95):
        moka(b, steam=True)
    b.contact(760, 740, 130, 16, .4)
    b.oval(765, 734, 130, 24, b.lin(["#ffffff", "#d5d2cb"]))
    b.oval(765, 728, 126, 21, b.lin(["#e4e1da", "#fbfaf7"]))
    cup(b, 765, 734, 1.05, "#f6f2ea")
    b.oval(765, 606, 62, 11, b.hor(["#6b4128", "#41230f"]))
    for i in range(9):      # beans
        x, y, r_ = 170 + (i * 53) % 130, 738 + (i * 29) % 46, i * 40
        with b.at(x, y, 1, r_):
            b.oval(4, 6, 20, 13, "#000", op=.25, blur=4)
            b.path(oval(0, 0, 19, 13), b.diag(["#8a5632", "#4c2a14"]))
            b.stroke("M-15 0Q0 -6 15 0", "#2b1509", 3)
    c = Scene(SQ, "cream", .78)
    c.contact(560, 955, 230, 36, .5)
    with c.at(560, 960, 1.3, mirror=True):
        moka(c, "#c8493c")
    return [a, b, c]
