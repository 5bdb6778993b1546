from kit import *
from props import *


def turntable(s, cam, wood="#9a6238", vinyl="#17171a", label="#d9623f", lid=True, steel="#c9ced3"):
    """Plinth 46 x 36, 9 high; origin in the middle of its foot."""
    C = lambda x, y, z, r: poly(circle3(cam, x, y, z, r))
    o = Solid(s, cam)
    for x, z in ((-18, -13), (18, -13), (-18, 13), (18, 13)):
        o.slab([(x + 3 * math.cos(math.radians(-t * 30)), z + 3 * math.sin(math.radians(-t * 30))) for t in range(12)], 0, 2.4, "#2a2a2d", bias=-60)

    def grain(s, name, d, P):
        with s.clip(d):
            xs, ys = [p[0] for p in P], [p[1] for p in P]
            s.woodgrain(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys), wood, 7 if name != "top" else 16, .3, seed=5)
    o.box(-23, 2.2, -18, 46, 6.4, 36, wood, deco=grain)
    o.paint()
    # top plate
    top = 8.8
    q = cam.pts([(-22.4, top, 17.4), (22.4, top, 17.4), (22.4, top, -17.4), (-22.4, top, -17.4)])
    s.path(poly(q), s.diag([lighter(wood, .3), wood, darker(wood, .16)]))
    with s.clip(poly(q)):
        xs, ys = [p[0] for p in q], [p[1] for p in q]
        s.woodgrain(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys), wood, 18, .25, seed=9)
    if lid:
        # open dust cover standing behind
        w, h = 22.8, 32
        t = math.radians(72)
        g = [(-w, top, -18), (w, top, -18), (w, top + h * math.sin(t), -18 - h * math.cos(t)), (-w, top + h * math.sin(t), -18 - h * math.cos(t))]
        P = cam.pts(g)
        s.path(poly(P), s.diag([(0, "#ffffff", .5), (.4, "#e3eef0", .22), (.55, "#ffffff", .4), (1, "#d5e4e8", .2)]))
        s.path(poly(P), stroke="#ffffff", sw=4, op=.85, join="round")
        s.path(poly(P), stroke="#6f8288", sw=1.4, op=.6)
    px, pz, R = -4.2, 0, 15.4
    # platter
    s.path(C(px + 1, top, pz + 1, R + 1), "#0d0805", blur=10, op=.55)
    for i in range(7):
        y = top + .2 + i * .22
        s.path(C(px, y, pz, R), s.metal(steel))
    y = top + 1.7
    s.path(C(px, y, pz, R), s.diag([lighter(steel, .7), darker(steel, .3)]))
    y += .25
    r = 14.9
    s.path(C(px, y - .15, pz, r), "#000")
    s.path(C(px, y, pz, r), s.rad([lighter(vinyl, .16), vinyl, darker(vinyl, .4)]))
    with s.clip(C(px, y, pz, r)):
        for i in range(26):
            rr_ = 5.6 + i * .355
            s.path(C(px, y, pz, rr_), stroke=lighter(vinyl, .35) if i % 2 else "#000", sw=1.0, op=.3)
        for rr_ in (8.2, 11.3):
            s.path(C(px, y, pz, rr_), stroke="#000", sw=3, op=.6)
        for a0, w, op in ((218, 26, .3), (232, 8, .35), (38, 26, .2), (52, 8, .25)):
            p = [cam.p(px, y, pz)] + [cam.p(px + 18 * math.cos(math.radians(a)), y, pz + 18 * math.sin(math.radians(a))) for a in (a0, a0 + w / 2, a0 + w)]
            s.path(poly(p), "#ffffff", blur=7, op=op)
    s.path(C(px, y + .02, pz, 5), s.diag([lighter(label, .35), label, darker(label, .2)]))
    s.path(C(px, y + .02, pz, 3.9), stroke=lighter(label, .75), sw=2, op=.8)
    p0, p1 = cam.p(px - 2.6, y, pz + 2.2), cam.p(px + 2.6, y, pz + 2.2)
    s.stroke(poly([p0, p1], False), lighter(label, .8), 4, op=.9)
    p0, p1 = cam.p(px - 1.8, y, pz + 3), cam.p(px + 1.8, y, pz + 3)
    s.stroke(poly([p0, p1], False), lighter(label, .8), 2.5, op=.7)
    s.path(C(px, y, pz, .75), s.rad(["#fff", "#8b9096"]))
    a, b = cam.p(px, y, pz), cam.p(px, y + 1.2, pz)
    s.tube(poly([a, b], False), cam.k * .55, "#d4d8dc")
    # controls
    for x, z, rad_ in ((17.5, 13, 2.2), (12.2, 14.6, 1.3)):
        s.path(C(x + .5, top, z + .5, rad_ * 1.15), "#000", blur=5, op=.45)
        for i in range(6):
            s.path(C(x, top + .25 * i, z, rad_), s.metal(steel))
        s.path(C(x, top + 1.5, z, rad_ * .96), s.diag([lighter(steel, .8), steel, darker(steel, .3)]))
    z1, z2 = cam.p(17.5, top + 1.55, 13), cam.p(17.5, top + 1.55, 11.2)
    s.stroke(poly([z1, z2], False), "#d9623f", cam.k * .3)
    # arm
    bx, bz = 17.3, -11.5
    s.path(C(bx + .8, top, bz + .8, 4.2), "#000", blur=7, op=.45)
    for i in range(6):
        s.path(C(bx, top + .2 * i, bz, 3.9), s.metal(s.GUN))
    s.path(C(bx, top + 1.1, bz, 3.8), s.diag(["#7a8087", "#33373c"]))
    for i in range(14):
        s.path(C(bx, top + 1.1 + .2 * i, bz, 1.9), s.metal(steel))
    s.path(C(bx, top + 3.9, bz, 1.85), s.diag([lighter(steel, .8), darker(steel, .2)]))
    hx, hz = 4.4, 8.2           # stylus
    ya = top + 4.6
    pts = [(bx + .6, ya, bz - 5.2), (bx, ya, bz), (bx - .5, ya - .2, bz + 8), (bx - 2.2, ya - .5, bz + 14), (hx + 3, ya - 1.0, hz - 3), (hx + .6, ya - 1.4, hz - .6)]
    sh = [cam.p(x + 1.1, y, z + 1.1) for x, yy, z in pts[1:]]
    s.stroke(spline(sh), "#000", cam.k * .7, op=.35, blur=4)
    P = cam.pts(pts)
    s.tube(poly(P[:2], False), cam.k * 1.0, steel)
    w0, w1 = cam.p(bx + .45, ya, bz - 3), cam.p(bx + .75, ya, bz - 6.2)
    s.tube(poly([w0, w1], False), cam.k * 3, "#3a3d42", cap="butt")
    s.tube(spline(P[1:]), cam.k * .75, lighter(steel, .2))
    hp = cam.pts([(hx + 1.5, ya - 1.4, hz - 2.2), (hx + 2.7, ya - 1.4, hz - 1), (hx + .2, ya - 1.6, hz + 2.2), (hx - 1.2, ya - 1.6, hz + .8)])
    s.path(poly([(x, y + cam.k * .9) for x, y in hp]), "#101012", stroke="#101012", sw=3, join="round")
    s.path(poly(hp), s.diag(["#5a5e65", "#26282c"]), stroke="#33363b", sw=2, join="round")
    s.ball(*cam.p(bx, ya + .4, bz), cam.k * 1.1, "#4a4e55", .6)


def shadow(s, cam):
    p = cam.pts([(-22, 0, 17), (23, 0, 18), (27, 0, -12), (-18, 0, -18)])
    s.path(poly([(x + 14, y + 8) for x, y in p]), "#1d1420", blur=20, op=.5)


def sleeve(s, x, y, w, c, d2, rot=0):
    with s.at(x, y, 1, rot):
        s.rect(-w / 2, -w, w, w, 3, s.diag([lighter(c, .25), c, darker(c, .2)]))
        with s.clip(rr(-w / 2, -w, w, w)):
            s.oval(w * .1, -w * .46, w * .3, None, d2)
            s.oval(w * .1, -w * .46, w * .18, None, lighter(d2, .4))
            s.rect(-w * .42, -w * .94, w * .5, w * .05, 0, lighter(c, .8), op=.9)
            s.rect(-w * .42, -w * .86, w * .3, w * .03, 0, lighter(c, .8), op=.6)
        s.rect(-w / 2, -w, w, w, 3, "none", stroke="#fff", sw=2, op=.3)


def one(size, drop, cam, horizon=.5, floor=None, **k):
    s = Scene(size, drop, horizon, floor)
    shadow(s, cam)
    turntable(s, cam, **k)
    return s


def pictures():
    a = one(LAND, "dusk", Cam(-24, 36, 13.6, 540, 590, 190), .45)
    b = one(SQ, "sand", Cam(0, 88, 18.8, 540, 560, 260), None, lid=False)
    c = one(LAND, "dusk", Cam(-34, 40, 36, 480, 690, 260), .2, lid=False)
    d = Scene(LAND, "terra", .66, floor="walnut")
    sleeve(d, 160, 590, 230, "#2f5d6b", "#e0b354", -4)
    sleeve(d, 250, 600, 230, "#e9dcc4", "#b5533c", 5)
    cam = Cam(12, 16, 13.0, 560, 650, 240)
    shadow(d, cam)
    turntable(d, cam)
    sprig_pot(d, 960, 690, 1.0, "#ece3d4")
    e = one(LAND, "blush", Cam(28, 42, 13.6, 530, 570, 190), .4, wood="#e9e4db", vinyl="#c8432f", label="#f3e3c2")
    return [a, b, c, d, e]
