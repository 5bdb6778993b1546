from kit import *
from props import *


def shoe(s, c="#e8573f", sole="#f6f4ef", accent="#21304a", foam="#ffd166"):
    """Side view, toe right; origin on the ground in the middle; about 780 by 360."""
    # outsole
    o = spline([(-352, -34), (-340, -6), (-200, 2), (0, -4), (180, 0), (300, -8), (372, -40), (392, -70), (300, -60), (0, -40), (-300, -44)], True, .8)
    s.path(o, s.lin([lighter(accent, .15), darker(accent, .4)]))
    # midsole
    m = spline([(-372, -128), (-380, -60), (-352, -22), (-200, -16), (-60, -22), (100, -18), (280, -22), (364, -52), (396, -92), (372, -100), (240, -82), (60, -86), (-120, -104), (-260, -128), (-330, -150)], True, .8)
    s.puff(m, sole, 26, .7, .4)
    with s.clip(m):
        s.stroke(spline([(-380, -76), (-200, -62), (0, -54), (200, -48), (400, -66)]), darker(sole, .3), 4, op=.4)
        s.path(spline([(-390, -70), (-260, -56), (-120, -60), (-180, -20), (-390, -10)], True), foam, op=.95)
        for i in range(5):
            s.stroke(f"M{-330+i*34} -58l-10 30", darker(foam, .35), 5, op=.45)
    # upper
    u = spline([(-352, -120), (-366, -210), (-372, -290), (-350, -322), (-310, -300), (-270, -262), (-210, -262), (-160, -296), (-128, -346), (-92, -356), (-40, -312), (60, -236), (170, -186), (290, -160), (366, -122), (388, -92), (300, -76), (100, -76), (-100, -94), (-260, -118)], True, .85)
    # inside of the collar
    s.path(spline([(-350, -318), (-300, -296), (-230, -280), (-170, -300), (-130, -346), (-200, -330), (-290, -330)], True), s.lin([darker(accent, .3), darker(accent, .6)]))
    s.path(spline([(-170, -300), (-140, -372), (-96, -384), (-66, -344), (-90, -300)], True), s.diag([lighter(c, .3), darker(c, .3)]))   # tongue
    s.puff(u, c, 58, .45, .5)
    with s.clip(u):
        mesh = s.pattern(14, 14, '<ellipse cx="4" cy="4" rx="2.6" ry="1.9" fill="#000" opacity=".13"/><ellipse cx="11" cy="11" rx="2.6" ry="1.9" fill="#000" opacity=".13"/>', "rotate(-18)")
        s.path(spline([(-40, -312), (60, -236), (170, -186), (290, -160), (366, -122), (388, -92), (300, -70), (20, -70), (-30, -180)], True), mesh)
        # toe cap
        t = spline([(290, -170), (376, -130), (400, -80), (250, -70), (236, -110)], True, .8)
        s.puff(t, darker(c, .2), 20)
        # heel counter
        h = spline([(-380, -250), (-330, -240), (-262, -190), (-228, -110), (-380, -100)], True, .8)
        s.puff(h, accent, 26)
        s.stroke(spline([(-340, -232), (-274, -188), (-242, -112)]), lighter(accent, .6), 2.6, dash="8 6", cap="butt", op=.8)
        # side wave
        w = spline([(-250, -108), (-160, -150), (-60, -196), (20, -262), (36, -234), (-10, -168), (-90, -118), (-180, -92)], True, .9)
        s.path(w, "#1d1420", op=.3, blur=5, transform="translate(4 6)")
        s.path(w, s.hor([(0, "#ffffff"), (.6, "#fdf6ee"), (1, "#e4d9cf")]))
        w2 = spline([(-130, -88), (-40, -128), (50, -182), (98, -222), (112, -200), (70, -140), (-10, -92)], True, .9)
        s.path(w2, s.hor([foam, darker(foam, .12)]))
        s.stroke(spline([(-366, -310), (-310, -286), (-268, -248), (-210, -246), (-156, -282), (-120, -336)]), lighter(c, .55), 5, op=.55)
    # lace stays and laces
    st = spline([(-112, -330), (-76, -300), (60, -206), (160, -166), (150, -140), (40, -176), (-90, -262), (-128, -300)], True, .8)
    s.puff(st, darker(c, .1), 16)
    for i in range(6):
        t = i / 5
        x, y = -96 + t * 206, -312 + t * 148 - math.sin(t * 3.1) * -6
        s.stroke(f"M{n(x-14)} {n(y+34)}Q{n(x+2)} {n(y-2)} {n(x+34)} {n(y-16)}", "#1d1420", 15, op=.35, blur=3, transform="translate(3 5)")
        s.tube(f"M{n(x-14)} {n(y+34)}Q{n(x+2)} {n(y-2)} {n(x+34)} {n(y-16)}", 14, "#fbf8f2")
        s.oval(x - 16, y + 38, 7, None, darker(accent, .2))
    s.tube(spline([(-100, -326), (-150, -392), (-206, -376), (-150, -340), (-96, -326)]), 11, "#fbf8f2")
    s.tube(spline([(-96, -328), (-70, -404), (-20, -408), (-46, -360), (-92, -328)]), 11, "#fbf8f2")
    s.tube(spline([(-96, -326), (-140, -296), (-176, -250)]), 10, "#fbf8f2")
    # pull tab
    s.tube(spline([(-366, -286), (-398, -318), (-374, -346), (-350, -320)]), 13, accent)


def top_shoe(s, c, sole, accent, foam, mirror=False):
    """From above, toe up; about 260 wide, 680 high."""
    o = spline([(0, -345), (70, -326), (118, -240), (128, -120), (100, 20), (96, 160), (106, 260), (70, 330), (0, 346), (-70, 330), (-100, 250), (-88, 150), (-104, 20), (-124, -110), (-104, -240), (-62, -326)], True)
    s.cast(o, 24, 26, 20, .4)
    s.puff(o, sole, 22, .7, .4)
    u = spline([(0, -328), (58, -310), (100, -232), (110, -120), (84, 20), (82, 160), (90, 250), (60, 312), (0, 326), (-60, 312), (-84, 242), (-76, 150), (-88, 20), (-106, -110), (-88, -232), (-52, -310)], True)
    s.puff(u, c, 50, .5, .5)
    with s.clip(u):
        s.path(spline([(-120, -220), (0, -300), (120, -220), (120, -360), (-120, -360)], True), darker(c, .2), op=.9)
        s.puff(spline([(-110, 230), (0, 270), (110, 230), (110, 350), (-110, 350)], True), accent, 20)
        s.path(spline([(112, -60), (70, 40), (60, 120), (110, 150)], True), "#fff", op=.95)
        s.path(spline([(-112, -60), (-70, 40), (-60, 120), (-110, 150)], True), foam)
    # opening
    i = spline([(0, 40), (44, 70), (56, 170), (50, 262), (0, 288), (-50, 262), (-56, 170), (-44, 70)], True)
    s.path(i, lighter(c, .25), stroke=lighter(c, .3), sw=12)
    s.path(i, s.lin([darker(accent, .7), darker(accent, .4), lighter(accent, .1)]))
    s.text(0, 236, "270", 30, "#ffffff", font="DejaVu Sans, sans-serif", op=.7, transform="scale(-1 1)" if mirror else None)
    # tongue and laces
    t = spline([(0, -190), (34, -180), (44, -40), (48, 60), (36, 106), (0, 114), (-36, 106), (-48, 60), (-44, -40), (-34, -180)], True)
    s.cast(t, 6, 8, 6, .35)
    s.puff(t, darker(c, .08), 20)
    for k in range(6):
        y = -170 + k * 42
        for m in (1, -1):
            d = f"M{-50*m} {y+20}Q0 {y-4} {50*m} {y-22}"
            s.stroke(d, "#1d1420", 13, op=.3, blur=3, transform="translate(3 6)")
            s.tube(d, 13, "#fbf8f2")
    for m in (-1, 1):
        lp = spline([(0, 62), (m * 50, 28), (m * 92, 54), (m * 66, 92), (0, 66)])
        s.stroke(lp, "#1d1420", 11, op=.3, blur=4, transform="translate(4 8)")
        s.tube(lp, 11, "#fbf8f2")
        s.tube(spline([(0, 64), (m * 22, 110), (m * 60, 134)]), 10, "#fbf8f2")
    s.ball(0, 62, 12, "#fbf8f2")


C1 = ("#e8573f", "#f6f4ef", "#21304a", "#ffd166")
C2 = ("#2f8f8a", "#fbfaf6", "#1f3b4a", "#ff9a6b")


def pictures():
    a = Scene(LAND, "sky", .6)
    a.contact(600, 560, 380, 34, .35)
    with a.at(630, 560, 1.02):
        shoe(a, *[darker(x, .1) for x in C1])
    a.contact(500, 690, 420, 40, .5)
    with a.at(490, 692, 1.16):
        shoe(a, *C1)
    b = Scene(SQ, "lilac", None)
    with b.at(370, 540, 1.28, -9, mirror=True):
        top_shoe(b, *C1, mirror=True)
    with b.at(730, 550, 1.28, 7):
        top_shoe(b, *C1)
    c = Scene(LAND, "mustard", .62)
    c.contact(540, 670, 420, 42, .5)
    with c.at(545, 672, 1.22, mirror=True):
        shoe(c, *C2)
    return [a, b, c]
