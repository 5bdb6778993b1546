from kit import *
from props import *


def fan(s, c="#8fc3b8", blade="#e9f2ef", metal="#cdd3d7", spin=12):
    """Origin in the middle of the foot; about 520 wide, 860 high."""
    # foot
    s.oval(0, -34, 190, 40, darker(c, .55))
    s.lathe(0, [(-64, 150), (-46, 178), (-30, 190), (-22, 190)], c, flat=.2, top="solid")
    for i in range(4):
        x = -72 + i * 48
        s.oval(x, -40, 17, 8, darker(c, .5))
        s.oval(x, -46, 17, 8, s.lin(["#ffffff", "#d9dfe0"]) if i else s.lin(["#f4a27f", "#d8623f"]))
    # neck
    s.lathe(0, [(-260, 26), (-160, 26), (-90, 34), (-66, 62), (-60, 70)], c, flat=.2)
    s.puff(rr(-48, -330, 96, 110, 30), c, 24)
    cx, cy, r = 0, -560, 262
    # motor housing behind
    s.oval(cx + 14, cy + 8, 110, None, darker(c, .5))
    # rear cage
    s.oval(cx + 10, cy + 6, r, None, "none", stroke=darker(metal, .4), sw=9)
    for i in range(36):
        s.stroke(poly([polar(cx + 8, cy + 5, 60, i * 10), polar(cx + 10, cy + 6, r, i * 10)], False), darker(metal, .35), 2.2, op=.5)
    s.oval(cx, cy, r - 4, None, s.rad([(0, "#ffffff", .0), (.8, darker(c, .5), .10), (1, darker(c, .5), .22)]))
    # blades
    for i in range(3):
        with s.group(f"translate({cx} {cy}) rotate({spin + i*120})"):
            b = spline([(14, -34), (60, -120), (134, -186), (204, -150), (222, -64), (180, 6), (110, 24), (40, 14)], True, .9)
            s.path(b, "#12302c", blur=12, op=.22, transform="translate(8 12)")
            s.path(b, s.lin([lighter(mix(blade, c, .25), .4), mix(blade, c, .4), darker(mix(blade, c, .85), .2)], 0, 0, .7, 1))
            with s.clip(b):
                s.path(b, stroke="#fff", sw=14, blur=6, op=.8, transform="translate(4 5)")
                s.path(b, stroke=darker(c, .5), sw=16, blur=8, op=.35, transform="translate(-5 -6)")
    s.oval(cx + 4, cy + 5, 56, None, "#12302c", blur=6, op=.35)
    # front cage
    for i in range(48):
        a = i * 7.5
        p, q, m_ = polar(cx, cy, 62, a), polar(cx, cy, r, a), polar(cx, cy, r * .6, a + 5)
        s.path(f"M{n(p[0])} {n(p[1])}Q{n(m_[0])} {n(m_[1])} {n(q[0])} {n(q[1])}", stroke=darker(metal, .3), sw=3.6)
        s.path(f"M{n(p[0]-1)} {n(p[1]-1)}Q{n(m_[0]-1)} {n(m_[1]-1)} {n(q[0]-1)} {n(q[1]-1)}", stroke=lighter(metal, .7), sw=1.8)
    for rr_, w in ((170, 4), (116, 4)):
        s.oval(cx, cy, rr_, None, "none", stroke=darker(metal, .2), sw=w)
        s.oval(cx - 1, cy - 1, rr_, None, "none", stroke=lighter(metal, .7), sw=w * .45)
    s.oval(cx, cy, r, None, "none", stroke=s.diag([lighter(metal, .9), metal, darker(metal, .5)]), sw=17)
    s.oval(cx - 1.5, cy - 1.5, r + 2, None, "none", stroke="#fff", sw=3, op=.6)
    s.oval(cx, cy, 64, None, s.diag([lighter(metal, .8), metal, darker(metal, .4)]))
    s.oval(cx, cy, 54, None, s.diag([lighter(c, .4), c, darker(c, .3)]))
    s.oval(cx - 14, cy - 18, 20, 13, "#fff", op=.5, blur=5)


def pictures():
    a = Scene(SQ, "blush", .8)
    a.contact(530, 985, 230, 36, .5)
    with a.at(530, 990, 1.12):
        fan(a)
    b = Scene(LAND, "sky", .7, floor="oak")
    b.contact(400, 735, 150, 24, .5)
    with b.at(400, 738, .82):
        fan(b, "#e08a63", "#fdf3ec", "#e3d9cf", 40)
    # a glass with ice and lemon
    b.contact(760, 738, 80, 14, .35)
    d = b.lathe(760, [(520, 74), (620, 70), (738, 60)], "#d9edf0", flat=.16, paint=b.hor([(0, "#ffffff", .75), (.2, "#d5eef2", .4), (.7, "#c4e4ea", .45), (1, "#8fb9c4", .8)]))
    with b.clip(d):
        b.rect(680, 570, 160, 180, 0, b.lin([(0, "#ffe08a", .6), (1, "#f6b94a", .75)]))
        for x, y, r_ in ((735, 600, 14), (782, 640, -20), (742, 676, 30)):
            with b.group(f"translate({x} {y}) rotate({r_})"):
                b.rect(-26, -24, 52, 48, 10, "#ffffff", op=.55)
                b.rect(-20, -18, 40, 20, 8, "#ffffff", op=.5)
    b.oval(760, 520, 74, 12, "none", stroke="#ffffff", sw=5, op=.9)
    b.tube("M770 610L815 440", 10, "#d8623f")
    b.oval(826, 524, 40, None, "#f5d24b")
    b.oval(826, 524, 34, None, "#fff3b8")
    for i in range(8):
        b.stroke(poly([(826, 524), polar(826, 524, 33, i * 45)], False), "#f0c437", 4)
    books(b, 950, 745, .7, ("#4f8a8b", "#e9dcc4"))
    return [a, b]
