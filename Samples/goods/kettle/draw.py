from kit import *
from props import *


def kettle(s, c="#2f7f78", wood="#b9793f", metal="#d0d5d9", steam=False):
    """Origin in the middle of the foot; spout right; about 760 wide, 720 high."""
    # handle brackets and arch
    h = spline([(-176, -390), (-206, -530), (-130, -640), (0, -672), (130, -640), (206, -530), (176, -390)])
    s.tube(h, 18, metal)
    s.tube(spline([(-120, -636), (0, -668), (120, -636)]), 46, wood)
    for x in (-118, 118):
        with s.at(x, -638, 1, -22 if x < 0 else 22):
            s.rect(-8, -28, 16, 56, 5, s.metal(s.BRASS, False))
    # spout
    sp = spline([(180, -300), (260, -330), (312, -420), (352, -500), (392, -496), (398, -470), (360, -390), (320, -260), (220, -150)], True, .8)
    s.puff(sp, c, 42, .5, .5)
    s.oval(372, -494, 27, 12, lighter(c, .3), transform="rotate(14 372 -494)")
    s.oval(372, -493, 20, 8, "#101416", transform="rotate(14 372 -494)")
    # body
    d = s.lathe(0, [(-400, 112), (-385, 140), (-330, 204), (-230, 262), (-130, 274), (-50, 244), (-16, 214), (0, 206)], c, flat=.12)
    with s.clip(d):
        s.path(d, stroke=darker(c, .7), sw=60, blur=26, op=.5, transform="translate(-18 -24)")
        s.path(spline([(-196, -270), (-150, -340), (-110, -350), (-160, -240), (-196, -120), (-222, -150)], True), "#fff", op=.75, blur=10)
        s.path(spline([(150, -300), (196, -240), (206, -160), (190, -170), (170, -250)], True), "#fff", op=.18, blur=8)
        s.oval(0, 10, 300, 60, lighter(c, .4), op=.25, blur=18)
    # lid
    s.oval(0, -400, 116, 20, darker(c, .55))
    s.lathe(0, [(-446, 40), (-436, 76), (-412, 108), (-402, 112)], c, flat=.14)
    s.stroke("M-111 -402A112 17 0 0 0 111 -402", lighter(c, .55), 4, op=.8)
    s.oval(0, -446, 40, 7, lighter(c, .3))
    s.rect(-9, -466, 18, 24, 4, s.metal(s.BRASS))
    s.ball(0, -486, 32, wood)
    # rivets of the handle
    for x in (-176, 176):
        s.puff(rr(x - 20, -418, 40, 62, 14), metal, 12)
        s.ball(x, -388, 8, "#9aa0a6")
    if steam:
        for x0, o in ((384, .6), (404, .4)):
            s.path(spline([(x0, -520), (x0 + 24, -566), (x0 - 10, -616), (x0 + 26, -670), (x0 + 10, -720)]), stroke="#ffffff", sw=20, blur=10, op=o, cap="round")


def pictures():
    a = Scene(SQ, "blush", .76)
    a.contact(505, 930, 300, 44, .5)
    with a.at(490, 935, 1.22):
        kettle(a)
    b = Scene(LAND, "dusk", .68, floor="white")
    # stove ring
    b.contact(620, 745, 270, 26, .5)
    b.rect(360, 690, 520, 48, 16, b.lin(["#54575c", "#2b2d31", "#151618"]))
    for i in range(13):
        x = 440 + i * 29
        b.path(f"M{x} 692Q{x-9} 676 {x} 654Q{x+10} 676 {x} 692Z", b.lin(["#9fd0ff", "#3f7df0"]), op=.9)
    for x in (430, 620, 810):
        b.rect(x - 9, 646, 18, 50, 4, b.metal(b.GUN))
    b.rect(400, 640, 440, 14, 6, b.lin(["#6a6e74", "#26282b"]))
    with b.at(620, 642, .8, mirror=True):
        kettle(b, "#d9a530", "#6b4327", "#c9ced3", steam=True)
    cup(b, 150, 745, 1.2, "#c4785a")
    return [a, b]
