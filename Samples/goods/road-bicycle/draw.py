from kit import *
from props import *

R = 205


def wheel(s, x, y, r=R, spokes=24, a0=0):
    s.oval(x, y, r, None, "none", stroke="#17181a", sw=20)
    s.oval(x - 1, y - 1, r + 4, None, "none", stroke="#44474c", sw=5)
    s.oval(x, y, r - 17, None, "none", stroke=s.diag(["#f1f3f5", "#8b9198", "#dfe3e6", "#70767d"]), sw=14)
    for i in range(spokes):
        a = a0 + i * 360 / spokes
        p, q = polar(x, y, 13, a + (28 if i % 2 else -28)), polar(x, y, r - 22, a)
        s.stroke(poly([p, q], False), "#8d949b", 2)
    s.ball(x, y, 16, "#aeb4ba")
    s.ball(x, y, 7, "#5a5f66")


def bicycle(s, c="#d8452f", tape="#7a4a2c"):
    """Side view, facing right; origin on the ground in the middle; about 1000 wide, 640 high."""
    A, B = (-290, -R - 8), (300, -R - 8)          # hubs
    bb = (-52, -196)                          # bottom bracket
    seat, head, low = (-128, -455), (196, -470), (212, -412)
    wheel(s, *A, a0=4)
    wheel(s, *B)
    # far crank and pedal
    s.tube(poly([bb, (bb[0] - 62, bb[1] - 52)], False), 12, "#7c8289")
    s.rect(bb[0] - 96, bb[1] - 62, 60, 14, 4, s.lin(["#4a4d52", "#17181a"]))
    # chain
    s.stroke(f"M{bb[0]} {bb[1]-46}L{A[0]} {A[1]-22}M{bb[0]} {bb[1]+46}L{A[0]+12} {A[1]+52}", "#4b4f55", 6)
    s.stroke(f"M{bb[0]} {bb[1]-46}L{A[0]} {A[1]-22}M{bb[0]} {bb[1]+46}L{A[0]+12} {A[1]+52}", "#b9bec4", 2.4, dash="5 5", cap="butt")
    # stays, frame
    s.tube(poly([A, seat], False), 13, c)
    s.tube(poly([A, bb], False), 15, c)
    s.tube(poly([(seat[0] - 24, seat[1] - 74), bb], False), 17, "#c3c9cf")
    s.tube(poly([seat, bb], False), 24, c)
    s.tube(poly([bb, low], False), 27, c)
    s.tube(poly([(seat[0] + 4, seat[1] + 14), (head[0] + 4, head[1] + 20)], False), 22, c)
    s.tube(spline([low, (236, -330), (268, -262), B]), 17, c)
    s.tube(poly([(head[0] - 8, head[1] - 26), (low[0] + 4, low[1] + 12)], False), 28, c)
    for u, v in ((.32, .62),):
        x0, y0 = bb[0] + (low[0] - bb[0]) * u, bb[1] + (low[1] - bb[1]) * u
        x1, y1 = bb[0] + (low[0] - bb[0]) * v, bb[1] + (low[1] - bb[1]) * v
        ang = math.degrees(math.atan2(y1 - y0, x1 - x0))
        s.text(0, 7, "SORIBIT", 21, "#fff7e8", font="DejaVu Sans, sans-serif", font_weight="bold", letter_spacing="4",
               transform=f"translate({n((x0+x1)/2)} {n((y0+y1)/2)}) rotate({n(ang)})")
    # bottle
    with s.group("translate(-92 -330) rotate(73)"):
        s.rect(-62, -58, 112, 46, 14, s.lin(["#f9fbfc", "#d5e4ea", "#8aa7b3"]))
        s.rect(-84, -50, 24, 30, 8, s.lin(["#5f96a4", "#1f4c57"]))
        s.rect(-30, -58, 12, 46, 0, "#3d8494", op=.8)
    # rear derailleur and cassette
    for r_, col in ((34, "#8b9198"), (26, "#b9bec4"), (18, "#6f757c")):
        s.oval(*A, r_, None, "none", stroke=col, sw=6, dash="4 3")
    s.ball(A[0], A[1], 11, "#c3c9cf")
    s.tube(f"M{A[0]+4} {A[1]+14}L{A[0]+16} {A[1]+62}", 14, "#4b5056")
    s.ball(A[0] + 16, A[1] + 66, 13, "#6f757c")
    # cranks
    s.oval(*bb, 50, None, "none", stroke="#c3c9cf", sw=9)
    s.oval(*bb, 54, None, "none", stroke="#6f757c", sw=4, dash="5 4")
    for i in range(5):
        p = polar(*bb, 44, i * 72 + 12)
        s.tube(poly([bb, p], False), 9, "#c3c9cf")
    s.tube(poly([bb, (bb[0] + 66, bb[1] + 56)], False), 15, "#d6dade")
    s.ball(*bb, 15, "#8b9198")
    s.rect(bb[0] + 36, bb[1] + 50, 66, 15, 5, s.lin(["#5a5e64", "#1a1b1d"]))
    # saddle
    sd = spline([(-244, -558), (-232, -574), (-190, -562), (-130, -566), (-60, -552), (-52, -540), (-90, -534), (-150, -532), (-200, -524), (-236, -532)], True, .9)
    s.stroke("M-200 -526L-158 -514L-96 -532", "#8b9198", 6)
    s.puff(sd, tape, 18)
    for i in range(3):
        s.ball(-226 + i * 9, -550 + i * 3, 3, "#d9b25c")
    # stem, bars, levers
    s.tube(f"M{head[0]-8} {head[1]-24}L{head[0]-14} {head[1]-52}L{head[0]+62} {head[1]-62}", 17, "#c3c9cf")
    hx, hy = head[0] + 62, head[1] - 62
    bar = spline([(hx - 4, hy), (hx + 40, hy + 2), (hx + 66, hy + 34), (hx + 60, hy + 76), (hx + 26, hy + 98), (hx - 18, hy + 96)])
    s.stroke(spline([(hx + 40, hy - 8), (hx + 30, hy - 70), (hx - 30, hy - 60), (hx - 60, hy + 70)]), "#2a2b2e", 4)
    s.tube(bar, 19, tape)
    s.puff(spline([(hx + 40, hy - 6), (hx + 60, hy - 30), (hx + 76, hy - 28), (hx + 84, hy + 10), (hx + 62, hy + 22)], True), "#2c2d30", 9)
    s.tube(spline([(hx + 74, hy - 14), (hx + 92, hy + 30), (hx + 84, hy + 78)]), 8, "#c3c9cf")
    # brakes
    for x, y, m in ((240, -416, 1), (-190, -402, -1)):
        s.tube(f"M{x} {y}q{m*26} 4 {m*22} 34", 9, "#9aa0a7")
        s.ball(x, y, 8, "#c3c9cf")


def pictures():
    a = Scene(LAND, "fog", .74)
    for x in (258, 854):
        a.contact(x, 706, 90, 12, .55)
    a.oval(575, 712, 430, 26, "#1d1420", blur=16, op=.25)
    with a.at(552, 712, 1.0):
        bicycle(a)
    # leaning against a wall
    b = Scene(LAND, "sand", .76, floor="#cbb89a")
    for r_ in range(7):
        for q in range(7):
            x, y = q * 186 - (93 if r_ % 2 else 0) - 30, r_ * 86 + 14
            b.rect(x, y, 178, 78, 5, b.lin(["#fdf3e2", "#eed9ba"]), op=.5)
    with b.group("translate(26 -6)", blur=9, op=.22):
        with b.at(548, 712, .98, mirror=True):
            for x in (-290, 300):
                b.oval(x, -213, 205, None, "none", stroke="#1d1420", sw=22)
            b.stroke("M-290 -213L-128 -455L196 -470L300 -213M-128 -455L-52 -196L212 -412M-290 -213L-52 -196M-150 -540L-128 -455", "#1d1420", 24)
    for x in (240, 848):
        b.contact(x, 708, 90, 12, .55)
    with b.at(548, 712, .98, mirror=True):
        bicycle(b, "#2f7d86", "#3a3a3d")
    c = Scene(LAND, "fog", .74)
    with c.at(552, 712, 1.0):
        bicycle(c)
    c.crop(170, 380, 440, 330)
    return [a, b, c]
