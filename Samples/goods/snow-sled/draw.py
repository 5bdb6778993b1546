from kit import *
from props import *


def sled(s, cam, wood="#c98a4c", rail="#b23a32"):
    """Length 100 along x (front at -x), width 34 along z, seat 22 high."""
    def runner(z):
        pts = [(50, 1.2, z), (46, 1.2, z), (20, 1.0, z), (-10, 1.0, z), (-36, 1.4, z), (-50, 4, z), (-59, 11, z), (-61, 20, z), (-55, 27, z), (-46, 27, z), (-42, 23, z)]
        return cam.pts(pts)

    def side(z):
        s.tube(spline(runner(z)), cam.k * 3.2, rail)
        for x in (-30, 4, 38):
            a, b = cam.p(x + (2 if x < 0 else 0), 2, z), cam.p(x, 18.5, z * .93)
            s.tube(poly([a, b], False), cam.k * 2.6, wood)
        a, b = cam.p(-44, 18.6, z * .93), cam.p(50, 18.6, z * .93)
        s.tube(poly([a, b], False), cam.k * 2.8, wood)
        s.tube(poly([cam.p(-44, 18.6, z * .93), cam.p(-46, 26.5, z * .97)], False), cam.k * 2.2, wood)
    side(-17)
    for x in (-30, 4, 38):
        s.tube(poly([cam.p(x, 15, -16), cam.p(x, 15, 16)], False), cam.k * 2.4, darker(wood, .15))
    s.tube(poly([cam.p(-46, 27, -17), cam.p(-46, 27, 17)], False), cam.k * 2.8, wood)
    o = Solid(s, cam)

    def grain(s, name, d, P):
        if name == "top":
            with s.clip(d):
                (x0, y0), (x1, y1), (x2, y2), (x3, y3) = P
                for i in range(3):
                    t = (i + .5) / 3
                    p, q = (x0 + (x3 - x0) * t, y0 + (y3 - y0) * t), (x1 + (x2 - x1) * t, y1 + (y2 - y1) * t)
                    mid = ((p[0] + q[0]) / 2 + s.rnd.uniform(-10, 10), (p[1] + q[1]) / 2 + s.rnd.uniform(-5, 5))
                    s.stroke(spline([p, mid, q]), darker(wood, .45), 2, op=.35)
    side(17)
    for i in range(5):
        z = -17 + i * 7.1
        o.box(-47, 20, z, 99, 1.8, 5.4, lighter(wood, .12), deco=grain)
    o.paint()
    for x in (-40, 4, 46):
        for i in range(5):
            px, py = cam.p(x, 21.9, -17 + i * 7.1 + 2.7)
            s.ball(px, py, cam.k * .5, "#e3e7ea")
    # rope
    r0, r1 = cam.p(-58, 24, 17), cam.p(-58, 24, -17)
    mid = cam.p(-92, 1, 8)
    m2 = cam.p(-88, 1, -6)
    d = spline([r0, cam.p(-72, 8, 17), mid, cam.p(-99, 1, 1), m2, cam.p(-74, 10, -15), r1])
    s.stroke(d, "#26384f", cam.k * 1.2, op=.3, blur=5, transform="translate(8 8)")
    s.tube(d, cam.k * 1.25, "#e8d3a0")
    s.stroke(d, "#a5804a", cam.k * .9, dash="5 6", cap="butt", op=.5)


def pictures():
    a = Scene(LAND, "snow", .56)
    # far hills and firs
    a.path(spline([(-60, 470), (180, 350), (420, 440), (700, 330), (940, 430), (1160, 380)]) + "V620H-60Z", a.lin(["#d8e7f3", "#eef5fa"]))
    r = random.Random(3)
    for i in range(11):
        x, h = i * 108 + r.uniform(-40, 40), r.uniform(90, 170)
        y = 452 + r.uniform(-20, 20)
        for j in range(3):
            w = h * (.2 + .1 * j)
            a.path(poly([(x, y - h + j * h * .22), (x + w, y - h * .46 + j * h * .22), (x - w, y - h * .46 + j * h * .22)]), a.hor(["#a9c6d6", "#7fa3b9"]))
            a.path(poly([(x, y - h + j * h * .22), (x + w * .2, y - h * .8 + j * h * .22), (x - w * .55, y - h * .62 + j * h * .22)]), "#ffffff", op=.8)
    a.path(spline([(-60, 480), (200, 450), (520, 478), (820, 446), (1160, 480)]) + "V900H-60Z", a.lin(["#e6f0f8", "#ffffff", "#dfebf5"]))
    cam = Cam(26, 24, 7.5, 580, 660, 330)
    p = [(x + 20, y + 8) for x, y in (cam.p(*q) for q in ((-54, 0, -17), (52, 0, -17), (52, 0, 20), (-52, 0, 20)))]
    a.path(poly(p), "#3a587a", blur=18, op=.42)
    for z in (-17, 17):      # tracks
        q = [cam.p(50, 0, z), cam.p(110, 0, z)]
        a.stroke(poly(q, False), "#9dbbd3", 16, op=.7, blur=3)
    sled(a, cam)
    for i in range(40):
        x, y, q = r.uniform(0, 1080), r.uniform(0, 700), r.uniform(2, 5.5)
        a.oval(x, y, q, None, "#ffffff", op=round(r.uniform(.6, 1), 2))
    return [a]
