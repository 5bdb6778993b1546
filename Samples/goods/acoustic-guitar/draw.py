from kit import *
from props import *

BODY = mirrored([(0, -222), (66, -220), (118, -176), (120, -110), (99, -30), (118, 34), (166, 104), (168, 176), (120, 232), (50, 248), (0, 250)])


def guitar(s, top="#e2b06a", side="#7a4524", neck="#8a5530", back=False):
    """Local coordinates: body around the origin (about 340 by 470), neck up to y = -760."""
    d = spline(BODY, True)
    # depth of the body, seen a little from the right
    with s.group("translate(20 12)"):
        s.path(d, s.hor([darker(side, .1), darker(side, .3), darker(side, .62)]))
    s.path(d, s.diag([lighter(top, .42), top, darker(top, .22)]))
    with s.clip(d):
        for i in range(-11, 12):
            s.stroke(f"M{i*15+s.rnd.uniform(-2,2):.1f} -240V260", darker(top, .35), s.rnd.uniform(1, 2.4), op=round(s.rnd.uniform(.06, .16), 2))
        s.path(d, stroke=darker(top, .6), sw=60, blur=24, op=.5, transform="translate(-12 -10)")
        s.path(d, stroke="#fff3d6", sw=26, blur=10, op=.6, transform="translate(9 9)")
        s.path(spline([(-150, 60), (-60, 30), (40, 130), (-20, 250), (-140, 230)], True), "#ffffff", blur=26, op=.28)
    s.path(d, stroke="#f4e6c8", sw=7)
    s.path(d, stroke=darker(side, .3), sw=2.4, op=.9)
    # pick guard
    g = spline([(44, -70), (66, -34), (104, 30), (96, 76), (52, 72), (36, 30), (58, -10), (50, -44)], True)
    s.path(g, s.diag(["#5a2c1c", "#2a120c"]))
    # sound hole and rosette
    for r, c, w in ((66, "#5f3018", 3), (61, "#e9cf9a", 7), (55, "#2f6a66", 5), (50.5, "#5f3018", 3)):
        s.oval(0, -28, r, None, "none", stroke=c, sw=w)
    s.oval(0, -28, 48, None, s.rad(["#3a1e10", "#150a06"], .6, .7, .7))
    s.path("M-46 -38A48 48 0 0 1 30 -65A60 60 0 0 0 -46 -38Z", "#000", op=.5, blur=3)
    # bridge
    b = spline([(-92, 148), (-60, 138), (0, 134), (60, 138), (92, 148), (92, 162), (55, 168), (0, 172), (-55, 168), (-92, 162)], True, .8)
    s.path(b, "#1d0f08", blur=6, op=.4, transform="translate(6 8)")
    s.puff(b, "#5a321c", 12)
    s.rect(-46, 140, 92, 5, 2, "#f7f0df")
    for i in range(6):
        s.ball(-40 + i * 16, 158, 5, "#f5efe0", .6)
    # neck
    s.path(poly([(-22, -470), (26, -470), (34, -196), (-26, -196)]), "#1d0f08", blur=6, op=.3, transform="translate(12 8)")
    s.path(poly([(-20, -560), (20, -560), (27, -74), (-27, -74)]), s.hor([(0, darker(neck, .1)), (.06, "#5b3a26"), (.35, "#4a2d1d"), (1, "#231209")]))
    L = 706.0
    for i in range(20):
        yy = 150 - L * 2 ** (-i / 12)
        if yy > -82:
            break
        hw = 20 + 7 * (yy + 560) / 486
        s.stroke(f"M{-hw:.1f} {yy:.1f}H{hw:.1f}", "#7d6c4a", 4)
        s.stroke(f"M{-hw:.1f} {yy-.8:.1f}H{hw:.1f}", "#f0e3bf", 2)
    for i in (3, 5, 7, 9, 12, 15):
        ya, yb = 150 - L * 2 ** (-(i - 1) / 12), 150 - L * 2 ** (-i / 12)
        for dx in ((-9, 9) if i == 12 else (0,)):
            s.ball(dx, (ya + yb) / 2, 4.5, "#f2ead8", .7)
    # head
    h = spline([(-20, -562), (-27, -590), (-38, -616), (-37, -720), (-42, -752), (-16, -748), (0, -758), (16, -748), (42, -752), (37, -720), (38, -616), (27, -590), (20, -562)], True, .7)
    for m in (-1, 1):
        for i in range(3):
            yy = -632 - i * 40
            s.rect(min(m * 36, m * 54), yy - 3, 18, 6, 0, s.metal(hor=False))
            s.puff(rr(m * 60 - 10, yy - 12, 20, 24, 8), "#efe7d6", 8)
    s.cast(h, 8, 8, 6, .3)
    s.puff(h, neck, 14)
    with s.clip(h):
        s.woodgrain(-44, -760, 88, 200, neck, 7, vertical=True)
    s.path(spline([(0, -708), (12, -690), (0, -672), (-12, -690)], True), "#efd9a0", op=.9)
    s.rect(-21, -565, 42, 8, 2, "#f9f3e4")
    # strings
    for i in range(6):
        x0, x1, x2 = -40 + i * 16, -14.5 + i * 5.8, (-26 if i < 3 else 26) * (.9 - .18 * (i if i < 3 else 5 - i))
        hy = -632 - 40 * (i if i < 3 else 5 - i)
        w = 2.6 - i * .28
        for c, o, dx in (("#2a160c", .35, 4), ("#e9d9ae" if i > 2 else "#d6b273", 1, 0)):
            s.stroke(f"M{x0+dx:.1f} 156L{x1+dx*.4:.1f} -560", c, w, op=o)
        s.stroke(f"M{x1:.1f} -560L{x2:.1f} {hy}", "#d6c090", w * .8)
    for m in (-1, 1):
        for i in range(3):
            s.ball(m * 24, -632 - i * 40, 7, "#d4d7da", .8)


def pictures():
    a = Scene(PORT, "sky", .86)
    a.path(poly([(300, 960), (560, 975), (660, 940), (430, 900)]), "#1d1420", blur=24, op=.4)
    a.contact(400, 985, 120, 16, .5)
    with a.group("translate(34 26) rotate(9 405 760)", blur=16, op=.18):
        with a.at(388, 755, .94, 9):
            a.path(spline(BODY, True), "#1d1420")
            a.rect(-30, -750, 60, 600, 10, "#1d1420")
    with a.at(375, 752, .95, 8):
        guitar(a)

    b = Scene(LAND, "cream", None)
    with b.group("translate(36 34)", blur=20, op=.34):
        with b.at(330, 500, 1.0, 68):
            b.path(spline(BODY, True), "#1d1420")
            b.rect(-26, -750, 52, 600, 10, "#1d1420")
    with b.at(320, 492, 1.0, 68):
        guitar(b, "#c9743a", "#5a2a16")

    c = Scene(LAND, "sky", .86)
    with c.at(520, 420, 2.3, 22):
        guitar(c)
    c.crop(60, 45, 960, 720)

    d = Scene(SQ, "terra", .72)
    rug(d, 600, 930, 480, 90, "#f0e3cf", "#b98a5a")
    wall_frame(d, 120, 110, 230, 290)
    # stool with a cup
    d.contact(800, 930, 150, 22)
    for px, q in ((715, -26), (885, 26)):
        d.tube(f"M{px} 650L{px+q} 930", 20, "#8a5a3b")
    d.tube("M800 660L800 905", 18, "#6f452b")
    d.oval(800, 650, 160, 34, "#5d3a24")
    d.oval(800, 634, 160, 34, d.diag(["#d9ab78", "#a8743f"]))
    cup(d, 815, 640, .72, "#e9f0ee")
    d.contact(385, 935, 110, 16, .5)
    with d.at(415, 725, .86, -8):
        guitar(d)
    return [a, b, c, d]
