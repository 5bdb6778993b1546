from kit import *
from props import *

ROWS = [
    [("esc", 1)] + [(x, 1) for x in "1234567890-="] + [("back", 2), ("del", 1)],
    [("tab", 1.5)] + [(x, 1) for x in "QWERTYUIOP[]"] + [("\\", 1.5), ("pgup", 1)],
    [("caps", 1.75)] + [(x, 1) for x in "ASDFGHJKL;'"] + [("enter", 2.25), ("pgdn", 1)],
    [("shift", 2.25)] + [(x, 1) for x in "ZXCVBNM,./"] + [("shift", 1.75), ("\u2191", 1), ("end", 1)],
    [("ctrl", 1.25), ("opt", 1.25), ("alt", 1.25), ("", 6.25), ("alt", 1.25), ("fn", 1.25), ("\u2190", 1), ("\u2193", 1), ("\u2192", 1)],
]
U = 3.0
W, D = 16 * U, 5 * U


def keyboard(s, cam, case="#e9e2d4", key="#f7f2e8", mod="#8fb0a9", hot="#e0704a", ink="#3c3f46", glow=None, legends=True):
    o = Solid(s, cam)
    bx, bz = W / 2 + 1.4, D / 2 + 1.4
    slope = lambda z: 2.6 - z * .09
    # case, a wedge
    ring_ = rounded(0, 0, 2 * bx, 2 * bz, 1.6, 4)
    o.prism([(x, 0, z) for x, z in ring_], [(x, slope(z), z) for x, z in ring_], case)
    o.paint()
    q = cam.pts([(-W / 2 - .3, slope(D / 2), D / 2 + .3), (W / 2 + .3, slope(D / 2), D / 2 + .3), (W / 2 + .3, slope(-D / 2), -D / 2 - .3), (-W / 2 - .3, slope(-D / 2), -D / 2 - .3)])
    s.path(poly(q), s.diag([darker(case, .5), darker(case, .72)]), stroke=darker(case, .5), sw=3, join="round")
    if glow:
        with s.clip(poly(q)):
            for i, g in enumerate(glow):
                x, y = cam.p(-W / 2 + W * (i + .5) / len(glow), 2.6, 0)
                s.oval(x, y, cam.k * W / len(glow) * .9, cam.k * D * .8, s.rad([(0, lighter(g, .3), 1), (.6, g, .8), (1, g, 0)]))
    order = range(5)
    for r in order:
        x = -W / 2
        z = -D / 2 + U * r
        keys = []
        for name, w in ROWS[r]:
            keys.append((name, x, w * U))
            x += w * U
        keys.sort(key=lambda t: cam.depth(t[1] + t[2] / 2, 3, z))
        for name, x0, w in keys:
            g = .12
            special = len(name) > 1 or name in "\u2190\u2191\u2192\u2193"
            col = hot if name in ("esc", "enter") else mod if special and name else key
            y0 = lambda zz: slope(zz) + .5
            a, b, c, d = x0 + g, x0 + w - g, z + g, z + U - g
            h, t = 1.9 + (.35 if r in (0, 4) else 0), .42
            bot = [(a, y0(d), d), (b, y0(d), d), (b, y0(c), c), (a, y0(c), c)]
            top = [(a + t, y0(d) + h, d - t * 1.2), (b - t, y0(d) + h, d - t * 1.2), (b - t, y0(c) + h + .1, c + t * .6), (a + t, y0(c) + h + .1, c + t * .6)]
            o.prism(bot, top, col)
            o.paint()
            P = cam.pts(top)
            dd = poly(P)
            s.path(dd, s.hor([(0, darker(col, .1)), (.35, lighter(col, .35)), (1, darker(col, .06))]), stroke=lighter(col, .55), sw=max(1.2, cam.k * .07), join="round")
            if legends and name:
                wt, dt = w - 2 * t - 2 * g, U - 2 * g - 1.8 * t
                # map unit text space onto the face: origin = rear left corner
                ox, oy = P[3]
                ux, uy = (P[2][0] - ox) / wt, (P[2][1] - oy) / wt
                vx, vy = (P[0][0] - ox) / dt, (P[0][1] - oy) / dt
                fs = 1.05 if len(name) == 1 else .62
                inkc = "#fff7ea" if col in (hot,) or sum(int(col[i:i + 2], 16) for i in (1, 3, 5)) < 380 else ink
                text = {"&": "&amp;", "<": "&lt;"}.get(name, name)
                s.text(.32, .32 + fs * .82, text, fs, inkc, font="DejaVu Sans, sans-serif", anchor="start", font_weight="bold", op=.85,
                       transform=f"matrix({ux:.3f} {uy:.3f} {vx:.3f} {vy:.3f} {ox:.2f} {oy:.2f})")


def shadow(s, cam):
    p = [(x + 16, y + 10) for x, y in (cam.p(x, 0, z) for x, z in ((-W / 2 - 1, D / 2 + 1.5), (W / 2 + 2, D / 2 + 2), (W / 2 + 3, -D / 2), (-W / 2, -D / 2 - 1)))]
    s.path(poly(p), "#1d1420", blur=18, op=.55)


def one(size, drop, cam, horizon, floor=None, before=None, **k):
    s = Scene(size, drop, horizon, floor)
    if before:
        before(s)
    shadow(s, cam)
    keyboard(s, cam, **k)
    return s


def pictures():
    a = one(LAND, "sage", Cam(-20, 40, 18.2, 540, 460, 190), None)
    b = one(LAND, "blush", Cam(0, 90, 18.6, 540, 405, 400), None)
    c = one(LAND, "sage", Cam(-28, 42, 44, 960, 420, 200), None)

    def desk(s):
        with s.at(165, 560, 1):
            sprig_pot(s, 0, 0, .85, "#ece3d4")
        cup(s, 930, 575, 1.25, "#c4785a")
    d = one(LAND, "cream", Cam(6, 22, 17.4, 540, 680, 220), .56, "oak", desk)
    e = one(LAND, "navy", Cam(22, 44, 18.2, 540, 450, 190), None, case="#2a2c31", key="#3d4047", mod="#2f3238", hot="#5a4fcf", ink="#f1f3f6",
            glow=("#ff3d81", "#b13dff", "#3d6bff", "#22d3c5", "#62e05a"))
    return [a, b, c, d, e]
