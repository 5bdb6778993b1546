from kit import *
from props import *


def chair(s, cam, wood="#c08850", seat="#e9dcc6"):
    o = Solid(s, cam)

    def grain(s, name, d, P):
        if name != "top":
            return
        with s.clip(d):
            xs, ys = [p[0] for p in P], [p[1] for p in P]
            x0, x1, y0, y1 = min(xs), max(xs), min(ys), max(ys)
            s.path(d, s.diag([(0, "#fff6e4", .45), (.5, "#fff6e4", 0), (1, "#3a2010", .16)]))
            for i in range(15):
                y = y0 + (y1 - y0) * (i + .5) / 15
                s.stroke(spline([(x0 + (x1 - x0) * j / 5, y + s.rnd.uniform(-5, 5)) for j in range(6)]), darker(seat, .4), s.rnd.uniform(1, 2.6), op=.22)

    zb = lambda y: -19 - (y - 43) * .2
    for sx in (-1, 1):
        o.leg((sx * 22.5, 0, 22.5), (sx * 20, 43, 19.5), 2.6, 4.2, wood)
        o.leg((sx * 22, 0, -24.5), (sx * 20, 43, -19), 2.8, 4.4, wood)
        o.leg((sx * 20, 43, -19), (sx * 19, 88, zb(88)), 4.2, 2.8, wood, bias=-2)
        o.leg((sx * 21.6, 15, -22), (sx * 21.5, 17.6, -22), 2.2, 2.2, wood)
        o.box(sx * 21.3 - 1, 14, -21, 2, 3, 41, wood)
        o.box(sx * 20 - 1.1, 36, -18, 2.2, 7, 36, wood)
    o.box(-19, 36, 18, 38, 7, 2.2, wood)
    o.box(-19, 36, -20, 38, 7, 2.2, wood)
    o.box(-20, 21, 19.3, 40, 2.8, 2, wood)
    for y0, y1 in ((54, 60), (65, 71), (76.5, 86)):
        N = 9
        for i in range(N):
            xa, xb = -19 + 38 * i / N, -19 + 38 * (i + 1) / N
            f = lambda x, y: zb(y) - 5 * (1 - (x / 19) ** 2)
            b = [(xa, y0, f(xa, y0) + 1), (xb, y0, f(xb, y0) + 1), (xb, y0, f(xb, y0) - 1), (xa, y0, f(xa, y0) - 1)]
            crown = lambda x: y1 + (2 * (1 - (x / 19) ** 2) if y1 > 80 else 0)
            t = [(xa, crown(xa), f(xa, y1) + 1), (xb, crown(xb), f(xb, y1) + 1), (xb, crown(xb), f(xb, y1) - 1), (xa, crown(xa), f(xa, y1) - 1)]
            o.prism(b, t, wood, bias=-1)
    # seat: two rounded plates, the upper one a little smaller = soft edge
    o.slab(rounded(0, 0, 47, 46, 7), 43, 45, seat, bias=14, deco=grain)
    o.slab(rounded(0, 0, 45.6, 44.6, 6.6), 45, 45.7, lighter(seat, .12), bias=15, deco=grain)
    o.paint()


def shadow(s, cam):
    c = [cam.p(x, 0, z) for x, z in ((-24, -26), (24, -26), (26, 26), (-24, 26))]
    off = [(x + 46, y + 8) for x, y in c]
    s.path(poly(off), "#1d1420", blur=30, op=.3)
    for x, z in ((-22.5, 22.5), (22.5, 22.5), (-22, -24.5), (22, -24.5)):
        px, py = cam.p(x, 0, z)
        s.contact(px, py, 30, 9, .5)


def one(size, drop, yaw, pitch, k, cx, cy, wood, seat, horizon=.62, floor=None, before=None):
    s = Scene(size, drop, horizon, floor)
    cam = Cam(yaw, pitch, k, cx, cy, 420)
    if before:
        before(s)
    shadow(s, cam)
    chair(s, cam, wood, seat)
    return s


def pictures():
    a = one(PORT, "sage", 32, 17, 9.4, 405, 890, "#b9793f", "#d9a86c")
    b = one(PORT, "cream", -38, 15, 9.4, 405, 890, "#b9793f", "#d9a86c", .64)
    c = one(PORT, "fog", 204, 14, 9.4, 405, 880, "#b9793f", "#d9a86c")
    d = one(SQ, "sage", 32, 17, 17, 520, 1270, "#b9793f", "#d9a86c")
    d.view = (130, 120, 860, 645)

    def room(s):
        wall_frame(s, 150, 90, 250, 310)
        rug(s, 560, 820, 470, 105)
        sprig_pot(s, 935, 745, 1.25, "#e8e0d2")
    e = one(SQ, "dusk", 26, 15, 8.6, 560, 850, "#b9793f", "#d9a86c", .66, before=room)
    books(e, 563, 478, .62, ("#b5533c", "#2f5d6b"))
    return [a, b, d, c, e]
