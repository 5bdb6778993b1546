from kit import *
from props import *


def outline(k=40):
    """Deck outline: (x, half width) around the board, 80 long, 20 wide."""
    pts = []
    for i in range(k + 1):
        a = math.pi * i / k
        x = 40 * math.cos(a)
        t = abs(x) / 40
        w = 10 * (1 - max(0, (t - .62) / .38) ** 2.6) ** .5 if t < 1 else 0
        pts.append((x, w))
    return pts


def height(x):
    t = max(0, abs(x) - 25) / 15
    return 7.2 + 5.2 * t ** 1.6


def board3(s, cam, grip="#2b2c30", ply="#d9a066", wheel="#f2b632"):
    up = [(x, height(x), w) for x, w in outline()]
    dn = [(x, height(x), -w) for x, w in reversed(outline())]
    ring_ = up + dn
    at = lambda dy: poly([cam.p(x, y + dy, z) for x, y, z in ring_])

    def wheel_(x, z):
        r, L = 2.9, 3.2
        circ = lambda zz, rr_: poly([cam.p(x + rr_ * math.cos(t / 24 * math.tau), 2.9 + rr_ * math.sin(t / 24 * math.tau), zz) for t in range(24)])
        for i in range(9):
            zz = z - L / 2 + L * i / 8
            s.path(circ(zz, r * (1 - .1 * (abs(i - 4) / 4) ** 3)), darker(wheel, .5 - .4 * i / 8))
        s.path(circ(z + L / 2, r * .9), s.diag([lighter(wheel, .5), wheel, darker(wheel, .35)]))
        s.path(circ(z + L / 2 + .05, r * .42), s.diag(["#f0f2f4", "#70767d"]))
        s.path(circ(z + L / 2 + .1, r * .2), "#3a3d42")
    for x in (-21, 21):
        px, py = cam.p(x, 0, 7)
        s.contact(px, py, cam.k * 4.6, cam.k * 1.2, .5)
    for x in (-21, 21):
        wheel_(x, -7.4)
    for x in (-21, 21):
        a, b = cam.p(x, 2.9, -7), cam.p(x, 2.9, 7)
        s.tube(poly([a, b], False), cam.k * 1.6, "#b9bec4", cap="butt")
        q = [cam.p(x - 3.4, 6.6, 0), cam.p(x + 3.4, 6.6, 0), cam.p(x + 1.2, 2.4, 0), cam.p(x - 1.2, 2.4, 0)]
        s.path(poly(q), s.diag(["#e3e7ea", "#8b9198", "#4b5056"]), stroke="#6f757c", sw=2, join="round")
        s.ball(*cam.p(x, 4.4, 2), cam.k * 1.3, "#d8563b")
    for x in (-21, 21):
        wheel_(x, 7.4)
    # deck: layers of wood, then grip
    for i in range(9):
        s.path(at(-1.5 + i * .17), mix(darker(ply, .35), "#c9503f" if i in (3, 4) else lighter(ply, .2), .35 + i / 14))
    s.path(at(0), s.diag([lighter(grip, .3), grip, darker(grip, .5)]))
    with s.clip(at(0)):
        for a0, a1, op in ((-40, -25, .2), (25, 40, .12)):
            p = [cam.p(a0, height(a0), -11), cam.p(a1, height(a1), -11), cam.p(a1, height(a1), 11), cam.p(a0, height(a0), 11)]
            s.path(poly(p), "#ffffff", op=op, blur=14)
        s.path(at(0), stroke="#ffffff", sw=5, op=.25, blur=2, transform="translate(2 3)")
    for x in (-21, 21):
        for dx in (-2.4, 2.4):
            for dz in (-1.8, 1.8):
                s.ball(*cam.p(x + dx, height(x + dx) + .05, dz), cam.k * .38, "#d7dbdf")


def board_below(s, c="#f3e3c6", wheel="#f2b632"):
    """Seen from below (graphic side), upright, 260 by 1000, around the origin."""
    pts = [(w * 12.6, -x * 12.2) for x, w in outline(36)]
    d = spline(pts + [(-x, y) for x, y in reversed(pts[1:-1])], True)
    s.cast(d, 34, 26, 22, .4)
    s.path(d, "#a86a34", transform="translate(7 5)")
    s.puff(d, c, 40, .5, .4)
    with s.clip(d):
        s.rect(-140, -500, 280, 1000, 0, s.lin(["#f7d9a8", "#f2a65e", "#e06a4a", "#8a3f63"]))
        s.oval(0, -40, 96, None, s.lin(["#fff1c9", "#ffd36a"]))
        for i in range(5):
            s.rect(-110, 0 + i * 16, 220, 4 + i * 1.4, 0, "#e8825a")
        for i, (y, col) in enumerate(((90, "#5f3a6e"), (170, "#3f3560"), (260, "#29304f"))):
            s.path(spline([(-150, y + 40), (-80, y - 36), (-20, y + 24), (50, y - 48), (110, y + 14), (160, y - 20)]) + "V520H-150Z", s.lin([lighter(col, .2), darker(col, .2)]))
        s.path(spline([(-60, -280), (-30, -300), (0, -282), (30, -304), (62, -280)]), stroke="#7a3a4a", sw=6, cap="round")
        s.path(spline([(20, -350), (38, -362), (56, -350), (74, -364), (92, -350)]), stroke="#7a3a4a", sw=5, cap="round")
        s.path(d, stroke="#fff", sw=16, blur=6, op=.55, transform="translate(5 6)")
        s.path(d, stroke="#2a1020", sw=36, blur=16, op=.45, transform="translate(-10 -9)")
    for y, m in ((-262, 1), (262, -1)):
        # truck
        s.rect(-44, y - 62, 100, 130, 12, "#000", op=.35, blur=12)
        s.rect(-40, y - 62, 80, 124, 10, s.metal("#b9bec4"))
        for x in (-26, 26):
            for dy in (-48, 48):
                s.ball(x, y + dy, 7, "#6f757c")
        s.tube(f"M-150 {y}H150", 34, "#c3c9cf", cap="butt")
        s.puff(poly([(-70, y - 18), (-28, y - 34 * m - 10), (28, y - 34 * m - 10), (70, y - 18), (70, y + 18), (28, y + 30), (-28, y + 30), (-70, y + 18)]), "#d3d8dc", 16)
        s.ball(0, y + 6 * m, 21, "#d8563b")
        s.ball(0, y + 6 * m, 10, "#e8ebee")
        for x in (-146, 146):
            w = rr(x - 32, y - 54, 64, 108, 22)
            s.cast(w, 16, 16, 12, .4)
            s.path(w, s.lin([(0, darker(wheel, .25)), (.25, lighter(wheel, .55)), (.5, wheel), (1, darker(wheel, .5))]))
            s.rect(x + (22 if x > 0 else -32), y - 16, 10, 32, 3, s.metal(s.STEEL, False))


def pictures():
    a = Scene(LAND, "mustard", .5)
    cam = Cam(24, 30, 12.2, 530, 540, 240)
    p = [(x + 24, y + 6) for x, y in (cam.p(q[0], 0, q[1]) for q in ((-36, -9), (36, -9), (36, 10), (-36, 10)))]
    a.path(poly(p), "#1d1420", blur=24, op=.4)
    board3(a, cam)
    b = Scene(PORT, "teal", .88)
    b.contact(420, 1010, 110, 14, .5)
    with b.at(402, 545, .96, 7):
        board_below(b)
    c = Scene(LAND, "teal", None)
    with c.at(540, 1050, 2.3, 0):
        board_below(c)
    return [a, b, c]
