from kit import *
from props import *


def stitch(s, d, c, sw=3):
    s.stroke(d, darker(c, .55), sw + 2.5, op=.25)
    s.stroke(d, lighter(c, .55), sw, dash="10 7", cap="butt", op=.85)


def buckle(s, x, y, c, metal):
    """Strap end with a buckle, hanging down from (x, y)."""
    s.rect(x - 22, y, 52, 170, 12, "#1d1008", blur=7, op=.4)
    s.puff(f"M{x-25} {y}H{x+25}V{y+140}Q{x+25} {y+168} {x} {y+172}Q{x-25} {y+168} {x-25} {y+140}Z", c, 14)
    stitch(s, f"M{x-17} {y+4}V{y+140}Q{x-15} {y+160} {x} {y+163}Q{x+15} {y+160} {x+17} {y+140}V{y+4}", c, 2.4)
    s.path(rr(x - 35, y + 62, 70, 56, 10) + rr(x - 23, y + 73, 46, 34, 5), s.diag([lighter(metal, .7), metal, darker(metal, .45)]), rule="evenodd")
    s.rect(x - 4, y + 66, 8, 44, 4, s.metal(metal))
    for i in range(2):
        s.oval(x, y + 132 + i * 16, 3.4, None, "#1d0f08")


def backpack(s, c="#a5602f", dark="#6e3a1c", metal="#d2a54a"):
    """Front; origin in the middle of the foot; about 620 wide, 820 high."""
    # shoulder straps behind, handle
    for m in (-1, 1):
        s.tube(spline([(m * 120, -700), (m * 270, -640), (m * 330, -430), (m * 300, -200), (m * 250, -80)]), 44, darker(dark, .1), cap="butt")
    s.tube(spline([(-66, -742), (-56, -806), (0, -826), (56, -806), (66, -742)]), 26, dark)
    # side pockets
    for m in (-1, 1):
        s.puff(spline([(m * 240, -330), (m * 300, -320), (m * 322, -200), (m * 308, -60), (m * 240, -40)], True, .8), dark, 34)
    # body
    d = spline([(-262, -40), (-280, -220), (-268, -480), (-236, -660), (-140, -748), (0, -764), (140, -748), (236, -660), (268, -480), (280, -220), (262, -40), (200, -4), (0, 2), (-200, -4)], True, .8)
    s.puff(d, c, 70, .42, .55)
    # lower pocket
    p = spline([(-200, -60), (-212, -180), (-198, -300), (-120, -322), (0, -326), (120, -322), (198, -300), (212, -180), (200, -60), (120, -36), (0, -32), (-120, -36)], True, .8)
    s.path(p, "#1d1008", blur=12, op=.5, transform="translate(6 10)")
    s.puff(p, lighter(c, .04), 40, .5, .5)
    stitch(s, spline([(-184, -76), (-196, -180), (-184, -284)]), c)
    stitch(s, spline([(184, -76), (196, -180), (184, -284)]), c)
    stitch(s, spline([(-180, -66), (-110, -50), (0, -46), (110, -50), (180, -66)]), c)
    # pocket flap
    f = spline([(-206, -318), (-100, -336), (0, -340), (100, -336), (206, -318), (204, -250), (120, -216), (0, -206), (-120, -216), (-204, -250)], True, .75)
    s.path(f, "#1d1008", blur=9, op=.5, transform="translate(5 9)")
    s.puff(f, darker(c, .06), 26)
    stitch(s, spline([(-190, -258), (-116, -230), (0, -220), (116, -230), (190, -258)]), c)
    # big flap
    F = spline([(-250, -610), (-210, -706), (-120, -756), (0, -770), (120, -756), (210, -706), (250, -610), (262, -470), (236, -408), (120, -384), (0, -378), (-120, -384), (-236, -408), (-262, -470)], True, .8)
    s.path(F, "#1d1008", blur=14, op=.5, transform="translate(6 14)")
    s.puff(F, c, 54, .55, .45)
    with s.clip(F):
        s.path(spline([(-220, -600), (-120, -720), (40, -740), (-40, -660), (-160, -560)], True), "#fff", blur=26, op=.26)
        for x0, y0, w in ((-150, -480, 90), (60, -560, 120), (120, -450, 70)):
            s.stroke(spline([(x0, y0), (x0 + w * .5, y0 + 8), (x0 + w, y0 - 4)]), darker(c, .4), 3, op=.3, blur=2)
    stitch(s, spline([(-246, -470), (-222, -424), (-118, -400), (0, -394), (118, -400), (222, -424), (246, -470)]), c)
    for x in (-125, 125):
        buckle(s, x, -450, dark, metal)
    s.puff(rr(-42, -300, 84, 56, 8), dark, 10)
    s.oval(0, -272, 11, None, s.rad([lighter(metal, .8), metal, darker(metal, .4)], .4, .35))


def pictures():
    a = Scene(SQ, "sage", .76)
    a.contact(540, 955, 300, 40, .5)
    with a.at(540, 960, 1.12):
        backpack(a)
    b = Scene(LAND, "cream", .66, floor="oak")
    wall_frame(b, 130, 70, 190, 230)
    b.contact(560, 705, 210, 26, .55)
    with b.at(560, 708, .8):
        backpack(b, "#3d4a5c", "#252d3a", "#c3c9cf")
    books(b, 880, 715, 1.0, ("#b5533c", "#e9dcc4", "#2f5d6b"))
    cup(b, 215, 715, 1.2, "#e9b08f")
    c = Scene(LAND, "sage", .76)
    with c.at(540, 960, 1.12):
        backpack(c)
    c.crop(240, 400, 440, 330)
    return [a, b, c]
