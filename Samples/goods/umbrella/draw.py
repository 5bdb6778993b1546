from kit import *
from props import *


def umbrella(s, c="#e5b32f", wood="#a5652f"):
    """Open, side view; origin in the middle of the rim; canopy 800 wide; handle down to y=470."""
    # inside (seen below the front scallops)
    s.tube("M0 -330L0 -372", 11, "#c3c9cf")
    inner = "M-400 0Q-300 -54 -200 -30Q-90 -66 0 -40Q90 -66 200 -30Q300 -54 400 0Q200 70 0 66Q-200 70 -400 0Z"
    s.path(inner, s.lin([darker(c, .7), darker(c, .5)]))
    for x in (-260, -120, 120, 260):
        s.stroke(f"M0 -60L{x} 22", "#d6dade", 3.5, op=.8)
    # shaft and handle
    s.tube("M0 -60V360", 15, "#c3c9cf")
    s.tube("M0 330V440C0 500 84 500 84 440V424", 34, wood)
    s.rect(-21, 318, 42, 20, 5, s.metal(s.BRASS))
    # panels
    rim = [(-400, 0), (-268, 40), (-92, 64), (92, 64), (268, 40), (400, 0)]
    tones = (.14, -.22, -.34, .02, .28)
    for i in range(5):
        (x0, y0), (x1, y1) = rim[i], rim[i + 1]
        d = (f"M0 -330C{n(x0*.55)} -326 {n(x0*1.0)} {n(-210)} {x0} {y0}"
             f"Q{n((x0+x1)/2)} {n((y0+y1)/2-46)} {x1} {y1}"
             f"C{n(x1*1.0)} -210 {n(x1*.55)} -326 0 -330Z")
        k = tones[i]
        b = darker(c, k) if k > 0 else lighter(c, -k)
        s.path(d, s.lin([lighter(b, .2), b, darker(b, .16)]))
        with s.clip(d):
            s.path(d, stroke=darker(c, .7), sw=34, blur=16, op=.28)
        s.stroke(f"M0 -330C{n(x0*.55)} -326 {n(x0*1.0)} -210 {x0} {y0}", darker(c, .5), 3, op=.5)
        s.stroke(f"M{x0} {y0}Q{n((x0+x1)/2)} {n((y0+y1)/2-46)} {x1} {y1}", lighter(c, .55), 4, op=.8)
    for x, y in rim:
        s.ball(x, y + 4, 8, "#d6dade")
    s.path(spline([(-250, -90), (-190, -220), (-90, -296), (-130, -210), (-190, -90)], True), "#fff", blur=14, op=.4)
    s.rect(-12, -344, 24, 20, 6, darker(c, .3))
    s.tube("M0 -344L0 -398", 12, "#c3c9cf")


def closed(s, c="#33516f", wood="#a5652f"):
    """Rolled, tip down at the origin, 900 high."""
    s.tube("M0 -700V-800C0 -866 96 -866 96 -800V-780", 36, wood)
    s.rect(-23, -706, 46, 24, 5, s.metal(s.BRASS))
    d = "M-22 -684C-66 -600 -64 -420 -48 -260C-36 -160 -14 -90 -6 -64H6C14 -90 40 -160 52 -260C68 -420 66 -600 22 -684Z"
    s.puff(d, c, 40, .5, .5)
    with s.clip(d):
        for i in range(5):
            x = -50 + i * 26
            s.stroke(f"M{x*.3} -690C{x*1.5} -560 {x*1.3+10} -300 {x*.25} -60", darker(c, .7), 12, op=.4, blur=3)
            s.stroke(f"M{x*.3-7} -690C{x*1.5-8} -560 {x*1.3+2} -300 {x*.25-2} -60", lighter(c, .5), 5, op=.5, blur=1.5)
    b = "M-64 -430Q0 -396 64 -436L64 -396Q0 -356 -60 -392Z"
    s.puff(b, darker(c, .2), 12)
    s.ball(18, -394, 9, s.BRASS)
    s.tube("M0 -70V0", 12, "#c3c9cf")


def boot(s, c="#e0523f"):
    """Rain boot, toe right; origin at the sole's middle; about 330 by 430."""
    d = spline([(-110, -430), (30, -430), (34, -330), (24, -190), (70, -136), (160, -110), (196, -60), (190, -22), (-112, -22), (-118, -80), (-104, -200), (-114, -330)], True, .7)
    s.puff(d, c, 44, .6, .5)
    s.oval(-40, -428, 72, 17, lighter(c, .3))
    s.oval(-40, -427, 62, 13, s.lin([darker(c, .7), darker(c, .45)]))
    s.puff(rr(-122, -28, 322, 30, 12), darker(c, .35), 12)
    s.rect(-112, -396, 146, 18, 6, "#fff3dc", op=.9)
    s.path(spline([(-88, -360), (-66, -360), (-60, -200), (-72, -110), (-90, -110), (-82, -220)], True), "#fff", blur=7, op=.6)
    s.path(spline([(90, -112), (150, -92), (172, -62), (150, -70), (100, -92)], True), "#fff", blur=5, op=.6)


def pictures():
    a = Scene(SQ, "sky", .86)
    a.oval(600, 1010, 300, 34, a.rad([(0, "#1d2a40", .35), (1, "#1d2a40", 0)]))
    with a.at(525, 500, 1.16, -16):
        umbrella(a)
    b = Scene(PORT, "mint", .82)
    b.contact(225, 985, 130, 18, .45)
    with b.at(285, 968, .68):
        boot(b, "#d59b27")
    b.contact(205, 1005, 120, 18, .5)
    with b.at(205, 1005, .72):
        boot(b, "#e5b32f")
    with b.group("translate(40 8)", blur=14, op=.24):
        with b.at(500, 1010, 1.12, -7):
            b.path("M-22 -684C-66 -600 -64 -420 -48 -260L0 0L52 -260C68 -420 66 -600 22 -684Z", "#1d1420")
            b.rect(-14, -860, 100, 160, 40, "#1d1420")
    b.contact(500, 1012, 44, 10, .5)
    with b.at(500, 1010, 1.12, -7):
        closed(b)
    return [a, b]
