from kit import *
from props import *


def pan(s, r=300, oil=True):
    """From above, around the origin; handle to the right."""
    c = "#2e2f33"
    hd = f"M{r-30} -52C{r+60} -40 {r+110} -34 {r+190} -40C{r+250} -46 {r+300} -36 {r+304} 0C{r+300} 36 {r+250} 46 {r+190} 40C{r+110} 34 {r+60} 40 {r-30} 52Z"
    hole = rr(r + 236, -15, 44, 30, 15)
    o = spline([polar(0, 0, r + (20 if abs(abs(((a + 180) % 360) - 180) - 90) < 9 else 0), a) for a in range(0, 360, 6)], True)
    s.path(hd, "#1d1008", blur=18, op=.45, transform="translate(26 30)")
    s.cast(o, 30, 34, 24, .5)
    s.puff(hd, c, 26, .4, .5)
    s.path(hole, "#16110d")
    s.path(hole, stroke="#5c5f66", sw=3, transform="translate(-1 -1)")
    s.puff(rr(-r - 46, -50, 70, 100, 26), c, 20, .4, .5)
    s.path(o, s.diag(["#6a6d74", "#3a3c41", "#1d1e21"]))
    s.oval(0, 0, r - 16, None, s.diag(["#131416", "#2b2c30", "#54575d"]))
    s.oval(2, 3, r - 40, None, s.rad([(0, "#45474d"), (.6, "#303237"), (1, "#1d1e21")], .5, .5, .55, .38, .34))
    with s.clip(oval(2, 3, r - 40)):
        s.path(spline([(-220, -60), (-120, -210), (60, -230), (-20, -140), (-140, 0)], True), "#fff", op=.13, blur=26)
        if oil:
            for i in range(5):
                s.oval(0, 0, r - 70 - i * 44, None, "none", stroke="#ffffff", sw=2, op=.05)
    s.path(o, stroke="#a3a7ae", sw=3, op=.5)


def egg(s, x, y, k, rot):
    with s.at(x, y, k, rot):
        d = spline([(-110, -10), (-84, -86), (-10, -92), (54, -112), (116, -50), (96, 24), (112, 80), (36, 104), (-40, 84), (-104, 74)], True)
        s.path(d, "#000", blur=8, op=.4, transform="translate(5 8)")
        s.path(d, s.rad([(0, "#ffffff"), (.75, "#fdf9f0"), (.93, "#f1dcae"), (1, "#c98f3e")]))
        s.path(oval(8, 8, 50), "#c98f3e", op=.4, blur=6)
        s.oval(4, 0, 48, None, s.rad([(0, "#ffe07a"), (.5, "#ffb92e"), (1, "#ee8d12")], .5, .5, .5, .36, .32))
        s.path(spline([(-28, -16), (-12, -34), (10, -36), (-4, -22)], True), "#fff", op=.85, blur=2)


def pictures():
    a = Scene(LAND, "mint", None)
    with a.at(420, 415, 1.05, -28):
        pan(a)
    b = Scene(SQ, "cream", None, floor="oak")
    # checked cloth
    with b.at(150, 860, 1, -18):
        d = rr(-330, -260, 720, 520, 8)
        b.cast(d, 16, 18, 14, .3)
        b.path(d, "#f8f3e8")
        with b.clip(d):
            for i in range(10):
                b.rect(-330 + i * 76, -260, 38, 520, 0, "#c9503f", op=.55)
                b.rect(-330, -260 + i * 76, 720, 38, 0, "#c9503f", op=.55)
    with b.at(480, 560, 1.18, -34):
        pan(b, oil=False)
    egg(b, 400, 520, 1.12, 10)
    egg(b, 590, 650, 1.0, 130)
    for i in range(14):
        x, y = polar(480, 570, b.rnd.uniform(40, 230), b.rnd.uniform(0, 360))
        b.oval(x, y, 5, 3.4, b.rnd.choice(["#4f8a45", "#6aa653", "#2c2a26"]))
    for x, y, r_ in ((180, 240, 20), (310, 130, 70)):
        with b.at(x, y, 1.1, r_):     # tomatoes
            b.oval(12, 16, 62, 60, "#000", op=.35, blur=12)
            b.ball(0, 0, 60, "#d8432f", .6)
            for i in range(5):
                with b.group(f"rotate({i*72})"):
                    b.path("M0 0Q14 -22 0 -44Q-10 -22 0 0Z", b.hor(["#6aa653", "#3c7a35"]))
    return [a, b]
