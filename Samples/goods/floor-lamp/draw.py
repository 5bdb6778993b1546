from kit import *
from props import *


def lamp(s, x, y, k=1.0, shade="#f3e2c2", wood="#b57f4c", lit=True):
    """Tripod floor lamp, (x, y) = middle of its feet; about 420 wide, 940 high."""
    with s.at(x, y, k):
        s.contact(-165, 2, 24, 7, .5)
        s.contact(175, -2, 24, 7, .5)
        s.contact(30, -48, 20, 6, .4)
        s.tube("M6 -600L34 -52", 17, darker(wood, .25))
        s.tube("M-12 -600L-168 0", 20, wood)
        s.tube("M12 -600L176 -4", 20, wood)
        s.tube("M-76 -330L90 -330", 8, "#c99a3e")
        s.ball(-82, -330, 9, "#c99a3e")
        s.ball(93, -330, 9, "#c99a3e")
        s.rect(-26, -640, 52, 56, 8, s.metal("#c99a3e"))
        s.rect(-9, -690, 18, 60, 0, s.metal("#c99a3e"))
        if lit:
            s.oval(0, -780, 430, 380, s.rad([(0, "#fff1c4", .85), (.45, "#ffe7a8", .35), (1, "#ffe7a8", 0)]))
        d = "M-128 -925A128 16 0 0 1 128 -925L198 -672A198 26 0 0 1 -198 -672Z"
        if lit:
            s.path(d, s.hor([(0, darker(shade, .16)), (.3, "#fffaea"), (.5, "#fff6da"), (.75, shade), (1, darker(shade, .22))]))
            with s.clip(d):
                s.oval(-10, -740, 170, 130, s.rad([(0, "#fffef6", 1), (.5, "#fff0bf", .7), (1, "#ffe29a", 0)]))
        else:
            s.path(d, s.round_paint(shade, .4))
        with s.clip(d):
            for i in range(-20, 21):
                s.stroke(f"M{i*6.4} -940L{i*9.9} -640", darker(shade, .35), 1.6, op=.13)
        s.stroke("M-198 -672A198 26 0 0 0 198 -672", darker(shade, .3), 6, op=.7)
        s.stroke("M-128 -925A128 16 0 0 1 128 -925", lighter(shade, .5), 5)
        s.stroke("M92 -652l0 70", "#8a6a2c", 2.4)
        s.ball(92, -578, 7, "#c99a3e")


def pictures():
    a = Scene(PORT, "dusk", .8)
    a.path(poly([(290, 985), (590, 990), (690, 1010), (450, 1030)]), "#1d1420", blur=20, op=.25)
    lamp(a, 400, 1000, 1.02)
    b = Scene(LAND, "terra", .74)
    rug(b, 540, 720, 470, 60, "#f2e4cf", "#b98a5a")
    lamp(b, 330, 722, .73)
    b.contact(745, 722, 120, 20)
    for px in (640, 845):
        b.tube(f"M{px} 540L{px+(-14 if px<700 else 14)} 722", 16, "#8a5a3b")
    b.tube("M742 540L742 700", 14, "#6f452b")
    b.oval(742, 548, 165, 34, b.lin(["#6b4329", "#5a3722"]))
    b.oval(742, 536, 165, 34, b.diag(["#c08a5c", "#8a5a3b"]))
    books(b, 712, 540, .62)
    cup(b, 822, 545, .5)
    return [a, b]
