from kit import *
from props import *


def knit(s, d, c, step=26, a=.24, rot=0):
    p = s.pattern(step, step, f'<path d="M1 {step*.15}Q{step*.3} {step*.5} {step/2} {step*.95}Q{step*.7} {step*.5} {step-1} {step*.15}" fill="none" stroke="{darker(c,.6)}" stroke-width="4" opacity="{a}"/>', f"rotate({rot})")
    s.path(d, p)


def ribs(s, x0, y0, x1, y1, h, c, count):
    """Ribbing: a band from (x0,y0) to (x1,y1), h high (perpendicular)."""
    L = math.hypot(x1 - x0, y1 - y0)
    a = math.degrees(math.atan2(y1 - y0, x1 - x0))
    with s.at(x0, y0, 1, a):
        d = rr(0, 0, L, h, 12)
        s.puff(d, c, 18)
        with s.clip(d):
            for i in range(count + 1):
                x = i * L / count
                s.stroke(f"M{n(x)} 0V{h}", darker(c, .55), 4, op=.42, cap="butt")
                s.stroke(f"M{n(x+5)} 0V{h}", lighter(c, .6), 3, op=.4, cap="butt")


def yoke(s, y, c, x0, x1, kind):
    st = 44
    k = int((x1 - x0) / st) + 2
    for i in range(-1, k):
        x = x0 + i * st
        if kind == 0:
            s.path(poly([(x, y), (x + st / 2, y - 26), (x + st, y), (x + st / 2, y + 26)]), c)
            s.path(poly([(x + 12, y), (x + st / 2, y - 13), (x + st - 12, y), (x + st / 2, y + 13)]), "#00000022")
        elif kind == 1:
            s.path(poly([(x, y + 12), (x + st / 2, y - 14), (x + st, y + 12), (x + st, y + 20), (x + st / 2, y - 4), (x, y + 20)]), c)
        else:
            s.rect(x + 4, y - 5, 13, 11, 3, c)
            s.rect(x + 26, y - 5, 13, 11, 3, c)


def sweater(s, c="#c9503f", light="#f5ead6", dark="#2e4a5c"):
    """Flat; origin in the middle of the chest, about 900 wide, 850 high."""
    for m in (-1, 1):
        arm = spline([(m * 170, -310), (m * 262, -262), (m * 330, -120), (m * 388, 70), (m * 426, 262), (m * 322, 292), (m * 278, 130), (m * 224, -20), (m * 196, -80)], True, .8)
        s.cast(arm, 22, 24, 20, .32)
        s.puff(arm, darker(c, .06) if m > 0 else c, 60, .4, .5)
        with s.clip(arm):
            knit(s, arm, c, rot=m * -14)
            with s.group(f"rotate({m*-20} {m*270} -180)"):
                for j, (dy, k, col) in enumerate(((-46, 2, light), (-10, 0, light), (26, 1, dark), (50, 2, light))):
                    yoke(s, -210 + dy, col, -520, 520, k)
            s.path(arm, stroke=darker(c, .7), sw=44, blur=18, op=.4, transform="translate(-14 -12)")
        if m < 0:
            ribs(s, -432, 256, -318, 290, 74, c, 9)
        else:
            ribs(s, 318, 290, 432, 256, 74, darker(c, .06), 9)
    body = spline([(-178, -318), (-96, -346), (0, -330), (96, -346), (178, -318), (232, -250), (244, -60), (252, 180), (248, 330), (0, 344), (-248, 330), (-252, 180), (-244, -60), (-232, -250)], True, .8)
    s.cast(body, 24, 26, 22, .34)
    s.puff(body, c, 70, .42, .45)
    with s.clip(body):
        knit(s, body, c)
        for j, (y, k, col) in enumerate(((-222, 2, light), (-182, 0, light), (-140, 1, dark), (-108, 2, light), (-80, 1, light))):
            yoke(s, y, col, -266, 266, k)
        for x0 in (-150, 60, 180):
            s.path(spline([(x0, 60), (x0 + 24, 180), (x0 + 6, 330), (x0 + 50, 330), (x0 + 56, 170)], True), darker(c, .6), op=.14, blur=14)
        s.path(body, stroke=darker(c, .7), sw=60, blur=24, op=.35, transform="translate(-18 -16)")
        s.path(spline([(-220, -260), (-100, -320), (20, -240), (-60, 60), (-190, 200)], True), "#fff6e8", op=.16, blur=30)
    ribs(s, -250, 318, 250, 318, 78, c, 34)
    # neck
    out = [(-126, -346), (-98, -284), (0, -236), (98, -284), (126, -346), (74, -384), (0, -396), (-74, -384)]
    inn = [(-86, -346), (-66, -304), (0, -276), (66, -304), (86, -346), (50, -362), (0, -367), (-50, -362)]
    o, i = spline(out, True), spline(inn, True)
    s.path(o, "#1d0808", blur=9, op=.4, transform="translate(4 9)")
    s.path(i, s.lin([darker(c, .42), darker(c, .68)]))
    s.path(o + i, s.lin([(0, darker(c, .3)), (.22, darker(c, .2)), (.45, c), (1, lighter(c, .08))]), rule="evenodd")
    with s.clip(o + i, "evenodd"):
        for k in range(64):
            a = k * 360 / 64
            s.stroke(poly([polar(0, -322, 62, a, 34), polar(0, -318, 150, a, 96)], False), darker(c, .6), 4, op=.45)
        s.path(o, stroke=lighter(c, .6), sw=12, blur=5, op=.4)
        s.path(i, stroke=darker(c, .7), sw=12, blur=5, op=.5)


def folded(s, x, y, w, h, c, light=None):
    """One folded sweater lying in a stack."""
    d = spline([(x - w / 2 + 6, y - h * .5), (x - w / 2 + 16, y - h + 10), (x - w * .3, y - h), (x + w * .3, y - h - 4), (x + w / 2 - 18, y - h + 8), (x + w / 2, y - h * .5), (x + w / 2 - 16, y - 6), (x + w * .25, y), (x - w * .3, y), (x - w / 2 + 14, y - 8)], True, .7)
    s.puff(d, c, 44, .5, .5)
    with s.clip(d):
        knit(s, d, c)
        if light:
            yoke(s, y - h * .5, light, x - w / 2, x + w / 2, 0)
            yoke(s, y - h * .5 + 36, light, x - w / 2, x + w / 2, 2)
            yoke(s, y - h * .5 - 36, light, x - w / 2, x + w / 2, 2)
        s.stroke(spline([(x - w / 2 + 20, y - h * .28), (x, y - h * .2), (x + w / 2 - 6, y - h * .3)]), darker(c, .7), 6, op=.4, blur=3)
        s.path(d, stroke=darker(c, .7), sw=40, blur=16, op=.4, transform="translate(-12 -14)")


def pictures():
    a = Scene(SQ, "cream", None)
    with a.at(536, 535, 1.1, -3):
        sweater(a)
    b = Scene(LAND, "sage", .62, floor="oak")
    b.contact(500, 716, 340, 40, .5)
    folded(b, 500, 718, 640, 190, "#5d7d76")
    folded(b, 512, 540, 620, 180, "#e6dcc8")
    folded(b, 494, 372, 630, 190, "#c9503f", "#f5ead6")
    cup(b, 940, 722, 1.3, "#33516f")
    return [a, b]
