from kit import *
from props import *


def lamp(s, c="#e0a92f", metal="#c9ced3", lit=True):
    """Origin in the middle of the foot; about 560 wide, 820 high, head to the right."""
    # foot
    s.lathe(0, [(-46, 120), (-34, 152), (-14, 164), (-8, 164)], c, flat=.2, top="solid")
    s.lathe(0, [(-92, 22), (-50, 26), (-40, 44)], darker(c, .1), flat=.2)
    e, h = (-150, -430), (96, -716)
    for o in (-11, 11):
        s.tube(poly([(o, -84), (e[0] + o, e[1])], False), 13, metal)
    s.stroke(f"M-24 -150L{e[0]+4} {e[1]+90}", "#5a5f66", 15, dash="4 4", cap="butt")
    for o in (-10, 10):
        s.tube(poly([(e[0] + o * .7, e[1] + o), (h[0] + o * .7, h[1] + o)], False), 13, metal)
    s.stroke(spline([(e[0], e[1]), (-60, -560), (40, -700), h]), "#2a2b2e", 6)
    s.puff(oval(e[0], e[1], 36), c, 18)
    s.ball(e[0], e[1], 16, metal)
    s.puff(oval(0, -92, 30), c, 16)
    s.ball(0, -92, 13, metal)
    # head, pointing down right
    with s.at(h[0], h[1], 1, -38):
        if lit:
            s.path("M-150 130L-420 720H420L150 130Z", s.lin([(0, "#fff3c0", .6), (.5, "#ffe9a6", .22), (.9, "#ffe9a6", 0)]), blur=26)
        s.rect(-24, -86, 48, 60, 12, s.metal(metal))
        d = "M-46 -50Q-46 -66 0 -66Q46 -66 46 -50C58 20 108 60 158 122A158 34 0 0 1 -158 122C-108 60 -58 20 -46 -50Z"
        s.path(d, s.round_paint(c, .5))
        with s.clip(d):
            s.path(spline([(-40, -40), (-24, -44), (-50, 30), (-96, 96), (-120, 100), (-70, 30)], True), "#fff", op=.55, blur=7)
        s.oval(0, 122, 158, 36, darker(c, .25))
        s.oval(0, 122, 150, 32, s.lin(["#fff6d8", "#ffe9a8"]) if lit else s.lin([lighter(c, .2), lighter(c, .7)]))
        if lit:
            s.oval(0, 128, 78, 30, "#fffdf2", blur=7)
            s.oval(0, 136, 52, 30, "#fffef8")
        else:
            s.ball(0, 130, 40, "#fbf7ea")
        s.oval(0, 122, 158, 36, "none", stroke=lighter(c, .5), sw=4)
        s.rect(-12, -100, 24, 20, 6, darker(c, .2))
    s.puff(oval(h[0], h[1], 22), c, 12)


def pictures():
    a = Scene(SQ, "navy", .78)
    a.oval(820, 930, 330, 60, a.rad([(0, "#ffe9a6", .7), (1, "#ffe9a6", 0)]))
    a.contact(400, 955, 190, 34, .55)
    with a.at(400, 960, 1.14):
        lamp(a)
    b = Scene(LAND, "mint", .66, floor="oak")
    b.contact(740, 725, 150, 24, .5)
    wall_frame(b, 840, 90, 150, 190)
    # open notebook
    b.path("M90 735L150 660Q230 650 290 664Q360 650 440 662L470 738Q370 722 285 740Q190 722 90 735Z", "#1d1420", blur=10, op=.35, transform="translate(10 12)")
    b.path("M90 735L150 660Q230 650 290 664L285 740Q190 722 90 735Z", b.hor(["#fbf6ea", "#f3ead8", "#cfc3ab"]))
    b.path("M470 738L440 662Q360 650 290 664L285 740Q370 722 470 738Z", b.hor(["#d9cdb6", "#fbf6ea", "#f7f0e0"]))
    for i in range(5):
        b.stroke(f"M{150-i*11} {674+i*12}Q225 {664+i*13} {276} {678+i*12}", "#9aa3ad", 2, op=.6)
    with b.at(740, 728, .82, mirror=True):
        lamp(b, "#d9654a", lit=True)
    cup(b, 935, 735, .95, "#f1ece2")
    return [a, b]
