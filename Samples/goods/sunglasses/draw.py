from kit import *
from props import *


def rim(m):
    return spline([(m * 46, -62), (m * 150, -104), (m * 286, -106), (m * 372, -76), (m * 376, 0), (m * 330, 96), (m * 226, 128), (m * 118, 104), (m * 56, 30)], True, .95)


def inner(m):
    return spline([(m * 70, -44), (m * 156, -80), (m * 280, -82), (m * 346, -58), (m * 350, 2), (m * 308, 80), (m * 222, 106), (m * 130, 86), (m * 78, 22)], True, .95)


def glasses(s, c="#7a4320", top="#2c5364", low="#c9a06a", spots=True, temples=True, spread=1):
    if temples:
        for m in (-1, 1):
            d = spline([(m * 366, -70), (m * 352, -112), (m * 300, -170), (m * 236, -214), (m * 214, -206), (m * 206, -180)])
            s.stroke(d, "#1d1420", 24, op=.2, blur=10, transform="translate(14 40)")
            s.tube(d, 24, darker(c, .12))
    for m in (-1, 1):
        s.path(rim(m), "#1d1420", blur=16, op=.34, transform="translate(22 34)")
        s.path(inner(m), mix(low, "#fff", .2), blur=14, op=.5, transform="translate(30 60)")
    # bridge
    s.tube("M-62 -50Q0 -92 62 -50", 26, c)
    for m in (-1, 1):
        s.path(inner(m), s.lin([(0, top), (.55, mix(top, low, .55)), (1, low)]), op=.95)
        with s.clip(inner(m)):
            s.path(f"M{m*200-190} 60L{m*200-20} -140H{m*200+46}L{m*200-140} 90Z", "#fff", op=.3, blur=5)
            s.path(f"M{m*200-60} 120L{m*200+130} -120H{m*200+152}L{m*200-30} 130Z", "#fff", op=.22, blur=3)
            s.path(inner(m), stroke="#000", sw=22, blur=10, op=.4, transform="translate(4 6)")
            s.path(spline([(m * 200 - 150, 110), (m * 200 - 40, 66), (m * 200 + 40, 86), (m * 200 + 150, 50)]) + "V160H-500Z", lighter(low, .6), op=.28, blur=4)
        d = rim(m) + inner(m)
        s.path(d, s.diag([lighter(c, .35), c, darker(c, .4)]), rule="evenodd")
        with s.clip(d, "evenodd"):
            if spots:
                for i in range(34):
                    x, y = m * s.rnd.uniform(40, 380), s.rnd.uniform(-110, 130)
                    s.oval(x, y, s.rnd.uniform(9, 24), s.rnd.uniform(6, 14), s.rnd.choice(["#2a120a", "#d98a3c", "#e8ab5c"]), op=.5, blur=4)
            s.path(rim(m), stroke="#fff", sw=9, blur=3, op=.65, transform="translate(3 4)")
            s.path(rim(m), stroke="#120804", sw=12, blur=5, op=.5, transform="translate(-4 -5)")
        s.stroke(inner(m), darker(c, .65), 2.4, op=.8)
        s.puff(poly([(m * 346, -84), (m * 388, -84), (m * 392, -48), (m * 352, -44)]), c, 12)
        for i in range(2):
            s.oval(m * (362 + i * 12), -66, 4.4, 3, "#f0dca6")
    s.stroke("M-46 -62Q0 -100 46 -62", lighter(c, .7), 4, op=.6, blur=1.5)


def pictures():
    a = Scene(LAND, "blush", None)
    with a.at(540, 440, 1.25, -6):
        glasses(a)
    b = Scene(SQ, "sand", None, floor="#f0d9ae")
    # towel
    with b.at(560, 560, 1, -11):
        d = rr(-420, -620, 800, 1300, 10)
        b.cast(d, 22, 20, 18, .3)
        b.path(d, b.hor(["#fdfaf2", "#efe9dc"]))
        with b.clip(d):
            for i in range(6):
                b.rect(-420 + i * 150, -640, 70, 1340, 0, b.hor(["#5fb0b5", "#4a9aa1"]), op=.9)
            for x0, y0 in ((-300, -300), (100, 380)):
                b.stroke(spline([(x0, y0), (x0 + 160, y0 + 40), (x0 + 380, y0 + 10)]), "#1d3a40", 20, op=.14, blur=12)
    with b.at(500, 640, 1.12, 9):
        glasses(b, "#2b2b2f", "#3a2a5e", "#e98a5a", spots=False)
    # straw hat, partly
    with b.at(930, 120, .92):
        b.oval(20, 30, 330, 320, "#1d1420", blur=22, op=.3)
        b.oval(0, 0, 320, 310, b.rad([(0, "#f3dca6"), (.7, "#e5c684"), (1, "#c9a25c")], .5, .5, .5, .4, .35))
        for i in range(8):
            b.oval(0, 0, 310 - i * 20, 300 - i * 20, "none", stroke="#b48a48", sw=3, op=.35)
        b.oval(16, 22, 160, 154, "#1d1420", blur=14, op=.35)
        b.oval(0, 0, 158, 152, "#b5432f")
        b.oval(-6, -8, 146, 140, b.rad([(0, "#fbe9bd"), (.7, "#e8ca8a"), (1, "#c49c57")], .5, .5, .5, .36, .3))
        for i in range(5):
            b.oval(-6, -8, 130 - i * 26, 124 - i * 26, "none", stroke="#b48a48", sw=3, op=.35)
    return [a, b]
