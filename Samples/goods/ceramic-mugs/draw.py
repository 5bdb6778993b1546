from kit import *


def mug(s, x, y, k=1.0, color="#e9e2d6", dip="#5f8f8b", mirror=False, drink=None, steam=False):
    """Mug standing at (x, y) = middle of its foot; about 250 wide and 270 high."""
    with s.at(x, y, k, mirror=mirror):
        # handle behind
        d = "M118 -206C190 -222 212 -170 200 -122C190 -80 150 -58 108 -62"
        s.tube(d, 34, color, cap="butt")
        prof = [(-262, 130), (-250, 129), (-160, 126), (-80, 119), (-30, 104), (-6, 86), (0, 80)]
        if mirror:   # keep the light on the left
            paint = s.lin([(0, darker(color, .28)), (.1, darker(color, .06)), (.28, lighter(color, .5)), (.42, lighter(color, .1)),
                           (.62, color), (.86, darker(color, .36)), (.95, darker(color, .46)), (1, darker(color, .35))], 1, 0, 0, 0)
        else:
            paint = None
        d = s.lathe(0, prof, color, flat=.2, top="open", paint=paint)
        with s.clip(d):
            w = spline([(-140, -118), (-70, -96), (0, -92), (60, -80), (140, -112)])
            dd = w + "L140 40L-140 40Z"
            st = s.round_paint(dip, .35)
            if mirror:
                st = s.lin([(0, darker(dip, .28)), (.28, lighter(dip, .35)), (.62, dip), (.95, darker(dip, .5)), (1, darker(dip, .4))], 1, 0, 0, 0)
            s.path(dd, st)
            s.stroke(w, lighter(dip, .5), 3, op=.6)
            for i in range(46):
                a, b = s.rnd.uniform(-126, 126), s.rnd.uniform(-225, -10)
                s.oval(a, b, s.rnd.uniform(1, 2.6), None, "#5b4a3a", op=.35)
            sx = 1 if mirror else -1
            s.path(spline([(sx * 84, -215), (sx * 62, -215), (sx * 58, -110), (sx * 66, -30), (sx * 80, -36), (sx * 86, -110)], True),
                   "#ffffff", blur=7, op=.5)
        # inside again so glaze does not cover the rim
        s.oval(0, -262, 130, 26, s.hor([lighter(color, .6), lighter(color, .2), lighter(color, .45)]))
        s.oval(0, -260, 120, 22, s.lin([darker(color, .5), darker(color, .16)]))
        if drink:
            with s.clip(oval(0, -260, 120, 22)):
                s.oval(0, -250, 116, 20, s.hor([lighter(drink, .25), drink, darker(drink, .2)]))
                s.path("M-80 -252Q-30 -262 30 -256", stroke="#fff", sw=4, op=.35, cap="round")
        if steam:
            for x0, o in ((-40, .5), (20, .4)):
                s.path(spline([(x0, -290), (x0 + 26, -340), (x0 - 18, -390), (x0 + 20, -450), (x0, -500)]), stroke="#ffffff", sw=16, blur=9, op=o, cap="round")


def board(s, cx, y, w):
    s.contact(cx, y + 58, w * .56, 40)
    d = rr(cx - w / 2, y - 46, w, 92, 44)
    with s.group("translate(0 18)"):
        s.path(d, s.hor(["#8a5a34", "#a87343", "#6d4426"]))
    s.path(d, s.hor(["#d9a871", "#c8925a", "#b47f4a"]))
    with s.clip(d):
        s.woodgrain(cx - w / 2, y - 46, w, 92, "#a06c3c", 9)


def pictures():
    a = Scene(SQ, "sage", .66)
    for x, y, k, c, dp in ((335, 700, 1.3, "#e9e2d6", "#5f8f8b"), (745, 690, 1.3, "#efe6da", "#c4785a")):
        a.contact(x, y, 110 * k, 26)
        mug(a, x, y, k, c, dp, mirror=x < 400)
    a.contact(525, 930, 180, 38)
    mug(a, 525, 930, 1.72, "#f0e9de", "#33516f")

    b = Scene(LAND, "terra", .62, floor="oak")
    b.contact(520, 690, 180, 34)
    mug(b, 520, 690, 1.75, "#f0e9de", "#33516f", drink="#5a3420", steam=True)

    c = Scene(LAND, "cream", .6)
    board(c, 540, 640, 900)
    for i, (x, dp) in enumerate(((240, "#5f8f8b"), (440, "#c4785a"), (640, "#33516f"), (840, "#d7a441"))):
        c.contact(x, 640, 64, 12)
        mug(c, x, 640, .78, "#efe8dc", dp)

    d = Scene(SQ, "sage", .66)
    d.contact(545, 880, 150, 34)
    mug(d, 545, 880, 1.4, "#f0e9de", "#33516f")
    d.crop(390, 620, 480, 360)
    return [a, b, c, d]
