from kit import *
from props import *


def armchair(s, x, y, k=1.0, c="#c8643f", wood="#6b4327", tufts=True, cushion=None, throw=None):
    """Front view; (x, y) = middle of the feet; about 760 wide, 790 high."""
    with s.at(x, y, k):
        # legs
        for px, lean in ((-285, -24), (285, 24), (-225, -10), (225, 10)):
            back = abs(px) < 250
            yb = -26 if back else 0
            d = poly([(px - 20, -130), (px + 20, -130), (px + lean + 10, yb), (px + lean - 10, yb)])
            s.path(d, s.hor([lighter(wood, .25 if not back else 0), wood, darker(wood, .5)]))
        # back
        d = spline([(-255, -190), (-285, -480), (-262, -700), (-160, -772), (0, -788), (160, -772), (262, -700), (285, -480), (255, -190)], True, .9)
        s.puff(d, c, 60, .45, .5)
        with s.clip(d):
            if tufts:
                rows = [(-640, (-150, 0, 150)), (-545, (-75, 75, -215, 215)), (-450, (-150, 0, 150))]
                for yy, xs in rows:
                    for xx in xs:
                        s.oval(xx, yy, 46, 40, s.rad([(0, darker(c, .6), .75), (.35, darker(c, .5), .4), (1, darker(c, .5), 0)]))
                for p, q in (((-150, -640), (-75, -545)), ((-75, -545), (0, -640)), ((0, -640), (75, -545)), ((75, -545), (150, -640)),
                             ((-150, -640), (-215, -545)), ((150, -640), (215, -545)), ((-150, -450), (-75, -545)), ((0, -450), (-75, -545)),
                             ((0, -450), (75, -545)), ((150, -450), (75, -545)), ((-215, -545), (-150, -450)), ((215, -545), (150, -450)),
                             ((-150, -640), (-160, -780)), ((0, -640), (0, -790)), ((150, -640), (160, -780))):
                    s.stroke(poly([p, q], False), darker(c, .55), 9, op=.34, blur=4)
                    s.stroke(poly([(p[0] + 5, p[1] + 6), (q[0] + 5, q[1] + 6)], False), lighter(c, .5), 6, op=.3, blur=3)
                for yy, xs in rows:
                    for xx in xs:
                        s.ball(xx, yy, 11, c, .5)
            s.rect(-300, -420, 600, 240, 0, s.lin([(0, "#1d0f10", 0), (1, "#1d0f10", .5)]))
        # seat
        if cushion:
            with s.group("translate(20 -430) rotate(-8)"):
                q = spline([(-118, -110), (0, -96), (118, -112), (104, 0), (120, 112), (0, 98), (-120, 110), (-106, 0)], True)
                s.cast(q, 12, 16, 12, .35)
                s.puff(q, cushion, 44)
                with s.clip(q):
                    for i in range(-3, 4):
                        s.stroke(spline([(i * 40 - 10, -120), (i * 38, 0), (i * 40 - 6, 120)]), lighter(cushion, .6), 7, op=.55)
        base = rr(-290, -235, 580, 130, 30)
        s.puff(base, darker(c, .14), 40, .3, .5)
        seat = spline([(-236, -300), (-200, -330), (0, -340), (200, -330), (236, -300), (240, -215), (215, -186), (0, -178), (-215, -186), (-240, -215)], True, .9)
        s.path(seat, "#1d0f10", blur=12, op=.4, transform="translate(0 14)")
        s.puff(seat, lighter(c, .06), 46, .6, .45)
        s.stroke(spline([(-232, -240), (0, -228), (232, -240)]), darker(c, .5), 3, op=.45)
        s.stroke(spline([(-232, -236), (0, -224), (232, -236)]), lighter(c, .5), 2.5, op=.4)
        # arms
        for m in (-1, 1):
            arm = spline([(m * 232, -112), (m * 226, -330), (m * 236, -410), (m * 285, -446), (m * 345, -432), (m * 372, -380), (m * 362, -250), (m * 348, -112)], True, .8)
            s.path(arm, "#1d0f10", blur=14, op=.35, transform="translate(-10 8)" if m > 0 else "translate(14 8)")
            s.puff(arm, c if m < 0 else darker(c, .08), 50, .5, .5)
            p = spline([(m * 250, -125), (m * 246, -320), (m * 256, -390), (m * 292, -416), (m * 336, -404), (m * 352, -368), (m * 344, -250), (m * 332, -125)])
            s.stroke(p, darker(c, .5), 3, op=.5)
            s.stroke(p, lighter(c, .5), 2, op=.4, transform="translate(3 3)")
        if throw:
            q = spline([(206, -440), (290, -462), (372, -436), (392, -330), (384, -170), (316, -150), (300, -300), (222, -330), (212, -390)], True, .8)
            s.puff(q, throw, 30)
            with s.clip(q):
                for i in range(5):
                    s.stroke(spline([(215, -420 + i * 62), (300, -436 + i * 62), (400, -400 + i * 62)]), darker(throw, .35), 6, op=.4)
            for i in range(8):
                s.stroke(f"M{318+i*9} {-152-i*2.4}q3 18 -2 34", lighter(throw, .2), 3.4)


def pictures():
    a = Scene(SQ, "cream", .7)
    a.contact(540, 945, 390, 54, .42)
    armchair(a, 540, 950, 1.12)
    b = Scene(LAND, "teal", .72)
    rug(b, 560, 738, 500, 68, "#efe2cb", "#c79a62")
    wall_frame(b, 110, 90, 190, 240)
    b.contact(600, 735, 270, 34, .45)
    armchair(b, 600, 738, .8, cushion="#e8c56a")
    sprig_pot(b, 195, 730, 1.35, "#ece3d4", "#7fae74")
    c = Scene(LAND, "cream", .7)
    armchair(c, 540, 950, 1.12)
    c.crop(300, 60, 560, 420)
    return [a, b, c]
