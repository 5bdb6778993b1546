from kit import *
from props import *


def clock(s, r=360, wood="#a9713f", face="#fbf6ea", ink="#2f3b46", h=10, m=9, sec=35):
    d = oval(0, 0, r)
    s.cast(d, 34, 40, 30, .42)
    s.path(d, s.diag([lighter(wood, .5), wood, darker(wood, .5)]))
    with s.clip(d):
        for i in range(70):
            a = i * 360 / 70
            s.path(f"M{n(polar(0,0,r*.86,a)[0])} {n(polar(0,0,r*.86,a)[1])}L{n(polar(0,0,r,a+s.rnd.uniform(-6,6))[0])} {n(polar(0,0,r,a)[1])}", stroke=darker(wood, .45), sw=2, op=.2)
        s.path(d, stroke="#fff3d6", sw=16, blur=6, op=.7, transform="translate(6 7)")
        s.path(d, stroke="#1d0f08", sw=26, blur=10, op=.5, transform="translate(-8 -9)")
    s.oval(0, 0, r * .87, None, s.diag([darker(wood, .55), darker(wood, .2), lighter(wood, .45)]))
    s.oval(0, 0, r * .845, None, s.rad([(0, lighter(face, .8)), (.7, face), (1, darker(face, .14))], .5, .5, .52, .36, .32))
    with s.clip(oval(0, 0, r * .845)):
        s.path(oval(0, 0, r * .87), stroke="#3a2a1a", sw=34, blur=14, op=.5, transform="translate(14 16)")
    for i in range(60):
        a = i * 6
        s.stroke(poly([polar(0, 0, r * .79, a), polar(0, 0, r * (.755 if i % 5 else .725), a)], False), ink, 2.5 if i % 5 else 7, cap="butt")
    for i in range(1, 13):
        x, y = polar(0, 0, r * .61, i * 30 - 90)
        s.text(x, y + r * .055, str(i), r * .155, ink, font="DejaVu Sans, sans-serif", font_weight="bold")
    s.text(0, r * .3, "NAMU", r * .06, ink, font="DejaVu Sans, sans-serif", letter_spacing="5", op=.6)
    for ang, L, w, col in (((h + m / 60) * 30, .42, 17, ink), (m * 6 + sec / 10, .64, 12, ink), (sec * 6, .68, 4, "#d8563b")):
        dd = poly([(-w * .5, r * .13), (w * .5, r * .13), (w * .36, -r * L), (-w * .36, -r * L)])
        s.path(dd, "#000", op=.3, blur=4, transform=f"translate(9 11) rotate({n(ang)})")
        s.path(dd, s.hor([lighter(col, .3), col, darker(col, .3)]), transform=f"rotate({n(ang)})", stroke=col, sw=2, join="round")
    s.ball(0, 0, 20, wood)
    s.ball(0, 0, 9, s.BRASS)
    with s.clip(oval(0, 0, r * .845)):
        s.path(f"M{-r} {-r*.1}L{-r*.1} {-r}H{r*.25}L{-r} {r*.35}Z", "#fff", op=.16, blur=6)


def pictures():
    a = Scene(SQ, "sage", None)
    with a.at(530, 520, 1.15):
        clock(a)
    return [a]
