from kit import *
from props import *


def strap(s, y0, y1, w0, w1, c, holes=False):
    m = 1 if y1 > y0 else -1
    d = f"M{-w0} {y0}C{-w0} {y0+(y1-y0)*.4} {-w1} {y0+(y1-y0)*.5} {-w1} {y1-m*w1*.8}Q{-w1} {y1} 0 {y1}Q{w1} {y1} {w1} {y1-m*w1*.8}C{w1} {y0+(y1-y0)*.5} {w0} {y0+(y1-y0)*.4} {w0} {y0}Z"
    s.cast(d, 16, 16, 14, .35)
    s.puff(d, c, 30, .5, .5)
    k = w1 - 13
    dd = f"M{-w0+14} {y0}C{-w0+14} {y0+(y1-y0)*.4} {-k} {y0+(y1-y0)*.5} {-k} {y1-m*w1*.8}Q{-k} {y1-m*14} 0 {y1-m*14}Q{k} {y1-m*14} {k} {y1-m*w1*.8}C{k} {y0+(y1-y0)*.5} {w0-14} {y0+(y1-y0)*.4} {w0-14} {y0}"
    s.stroke(dd, darker(c, .6), 5, op=.3)
    s.stroke(dd, lighter(c, .6), 3.2, dash="11 8", cap="butt", op=.9)
    if holes:
        for i in range(5):
            s.oval(0, y1 - m * (70 + i * 34), 7, 5.5, darker(c, .75))
            s.path(f"M-6 {y1-m*(70+i*34)+4}Q0 {y1-m*(70+i*34)+8} 6 {y1-m*(70+i*34)+4}", stroke=lighter(c, .5), sw=1.5, op=.6)


def watch(s, c="#8b4d29", dial="#21364f", metal="#cfd4d9", gold="#e8e3d5", hm=(10, 9)):
    """Flat; origin in the middle of the dial; about 420 wide, 1150 high."""
    strap(s, -190, -560, 92, 74, c)
    strap(s, 190, 640, 92, 70, c, True)
    # buckle at the upper end
    s.path(rr(-98, -640, 196, 112, 24) + rr(-74, -618, 148, 68, 10), s.diag([lighter(metal, .8), metal, darker(metal, .5)]), rule="evenodd")
    s.rect(-7, -632, 14, 92, 6, s.metal(metal))
    # lugs
    for mx in (-1, 1):
        for my in (-1, 1):
            d = spline([(mx * 80, my * 170), (mx * 92, my * 232), (mx * 116, my * 240), (mx * 140, my * 200), (mx * 178, my * 120)], True, .8)
            s.puff(d, metal, 16)
    # crown
    s.cast(rr(222, -30, 44, 60, 8), 10, 12, 8, .3)
    s.rect(220, -30, 42, 60, 8, s.metal(metal, False))
    for i in range(8):
        s.stroke(f"M226 {-26+i*7.4}h34", darker(metal, .55), 2, op=.6)
    # case
    s.cast(oval(0, 0, 226), 22, 24, 20, .45)
    s.oval(0, 0, 226, None, s.diag([lighter(metal, .9), metal, darker(metal, .55)]))
    s.oval(0, 0, 212, None, s.diag([darker(metal, .4), lighter(metal, .5), lighter(metal, .9)]))
    s.oval(0, 0, 203, None, s.diag([lighter(metal, .7), darker(metal, .2), darker(metal, .55)]))
    s.oval(0, 0, 192, None, darker(dial, .5))
    s.oval(0, 0, 188, None, s.rad([(0, lighter(dial, .34)), (.5, dial), (1, darker(dial, .45))], .5, .5, .6, .36, .3))
    with s.clip(oval(0, 0, 188)):
        for a0 in (215, 35):
            s.path(poly([(0, 0), polar(0, 0, 240, a0 - 16), polar(0, 0, 240, a0 + 16)]), "#fff", op=.16, blur=10)
    for i in range(60):
        if i % 5:
            s.stroke(poly([polar(0, 0, 180, i * 6), polar(0, 0, 171, i * 6)], False), gold, 2, op=.7)
    for i in range(12):
        with s.group(f"rotate({i*30})"):
            if i == 3:
                continue
            for dx in ((-7, 7) if i == 0 else (0,)):
                s.rect(dx - 5 + 2, -176 + 3, 10, 42, 2, "#000", op=.35)
                s.rect(dx - 5, -178, 10, 42, 2, s.hor([lighter(gold, .6), gold, darker(gold, .45)]))
    s.rect(118, -21, 52, 42, 5, darker(dial, .6))
    s.rect(121, -18, 46, 36, 4, "#fbfaf5")
    s.text(144, 12, "24", 30, "#22252a", font="DejaVu Sans, sans-serif", font_weight="bold")
    s.text(0, -78, "MARU", 25, gold, font="DejaVu Sans, sans-serif", letter_spacing="6")
    s.text(0, 132, "automatic", 15, gold, font="DejaVu Sans, sans-serif", op=.8)
    # sub dial
    s.oval(0, 74, 44, None, s.rad([darker(dial, .35), darker(dial, .1)]))
    s.oval(0, 74, 44, None, "none", stroke=gold, sw=2, op=.6)
    for i in range(12):
        s.stroke(poly([polar(0, 74, 40, i * 30), polar(0, 74, 34, i * 30)], False), gold, 2, op=.7)
    s.stroke(poly([(0, 74), polar(0, 74, 32, 110)], False), gold, 3)
    # hands
    h, m = hm
    for a, L, w in (((h % 12 + m / 60) * 30, 96, 13), (m * 6, 150, 10)):
        d = poly([(-w * .5, 18), (w * .5, 18), (w * .8, -L * .7), (0, -L), (-w * .8, -L * .7)])
        s.path(d, "#000", op=.45, blur=3, transform=f"translate(5 7) rotate({n(a)})")
        with s.group(f"rotate({n(a)})"):
            s.path(d, s.hor([lighter(gold, .7), lighter(gold, .2), darker(gold, .35), darker(gold, .5)]))
    s.stroke(poly([polar(0, 0, 40, 125), polar(0, 0, -160, 125)], False), "#d8563b", 3.5)
    s.ball(0, 0, 11, metal)
    s.ball(0, 0, 5, "#d8563b")
    # crystal
    with s.clip(oval(0, 0, 196)):
        s.path("M-200 -60L-40 -220L40 -220L-200 20Z", "#ffffff", op=.16, blur=3)
        s.path("M-200 50L70 -220L92 -220L-200 72Z", "#ffffff", op=.14, blur=2)


def pictures():
    a = Scene(SQ, "sand", None)
    with a.at(520, 540, 1.12, 24):
        watch(a)
    b = Scene(LAND, "cream", None, floor="walnut")
    with b.at(230, 470, 1.0, -12):       # notebook and pen
        d = rr(-190, -290, 380, 560, 16)
        b.cast(d, 22, 22, 20, .5)
        b.rect(-180, -284, 380, 560, 10, "#efe6d4")
        b.path(d, b.diag(["#547a72", "#3d5f58", "#2b4540"]))
        b.rect(-150, -290, 12, 560, 0, "#243a36", op=.5)
        b.rect(130, -290, 14, 560, 0, b.hor(["#c9705a", "#a04b38"]))
    with b.at(400, 640, 1.0, -52):
        b.rect(-160, 6, 330, 22, 10, "#000", op=.4, blur=8)
        b.rect(-150, -11, 250, 22, 9, b.lin(["#5c6066", "#2b2d31", "#111214"]))
        b.path("M100 -11L160 -2V2L100 11Z", b.lin(["#f0d28a", "#a77a2c"]))
        b.rect(-40, -11, 10, 22, 0, "#d6b25f")
        b.rect(-150, -17, 90, 5, 2, "#d6b25f")
    with b.at(745, 400, .68, 14):
        watch(b, "#2b2c30", "#efece4", "#d9b36a", "#8a6a2c", (1, 51))
    c = Scene(LAND, "sand", None)
    with c.at(540, 405, 2.05, 8):
        watch(c)
    return [a, b, c]
