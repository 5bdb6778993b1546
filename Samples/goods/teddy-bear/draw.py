from kit import *
from props import *


def fur(s, pts, c, depth=46, k=1.0, count=None):
    """Plush shape with a soft fuzzy edge."""
    d = spline(pts, True)
    r = s.rnd
    xs, ys = [p[0] for p in pts], [p[1] for p in pts]
    cx, cy = sum(xs) / len(xs), sum(ys) / len(ys)
    # fringe
    m = len(pts)
    for i in range(m):
        (x0, y0), (x1, y1) = pts[i], pts[(i + 1) % m]
        steps = max(2, int(math.hypot(x1 - x0, y1 - y0) / 6))
        dd = ""
        for j in range(steps):
            t = j / steps
            # Catmull-Rom position
            p0, p3 = pts[i - 1], pts[(i + 2) % m]
            q = lambda a, b, c_, e: .5 * (2 * b + (c_ - a) * t + (2 * a - 5 * b + 4 * c_ - e) * t * t + (-a + 3 * b - 3 * c_ + e) * t ** 3)
            x, y = q(p0[0], x0, x1, p3[0]), q(p0[1], y0, y1, p3[1])
            L = math.hypot(x - cx, y - cy) or 1
            o = r.uniform(1, 9)
            dd += f"M{n(x-(x-cx)/L*8)} {n(y-(y-cy)/L*8)}L{n(x+(x-cx)/L*o+r.uniform(-5,5))} {n(y+(y-cy)/L*o+r.uniform(-2,6))}"
        lit = (x0 - cx) + (y0 - cy) < 0
        s.path(dd, stroke=lighter(c, .22) if lit else darker(c, .28), sw=3.6, cap="round")
    s.puff(d, c, depth, .5, .5)
    with s.clip(d):
        dd = ""
        for i in range(count or int((max(xs) - min(xs)) * (max(ys) - min(ys)) / 1900)):
            x, y = r.uniform(min(xs), max(xs)), r.uniform(min(ys), max(ys))
            dd += f"M{n(x)} {n(y)}q{n(r.uniform(-3,3))} 6 {n(r.uniform(-6,6))} {n(r.uniform(10,16))}"
        s.path(dd, stroke=darker(c, .5), sw=2.6, op=.16, cap="round")
        s.path(dd, stroke=lighter(c, .5), sw=2.2, op=.22, cap="round", transform="translate(5 -8)")
    return d


def egg(cx, cy, rx, ry, rot=0, k=14):
    a0 = math.radians(rot)
    out = []
    for i in range(k):
        t = i / k * math.tau
        x, y = rx * math.cos(t), ry * math.sin(t)
        out.append((cx + x * math.cos(a0) - y * math.sin(a0), cy + x * math.sin(a0) + y * math.cos(a0)))
    return out


def bear(s, c="#b97a45", pale="#ecd2a6", bow="#c23a3a"):
    """Sitting; origin on the floor in the middle; about 640 wide, 850 high."""
    shade = lambda x, y, rx, ry: s.oval(x, y, rx, ry, "#2a1208", blur=16, op=.35)
    # arms behind the body's sides
    fur(s, egg(-4, -250, 205, 240), c, 70)
    s.path(spline(egg(-6, -226, 128, 158), True), s.rad([(0, lighter(pale, .3)), (.7, pale), (1, mix(pale, c, .45))], .5, .5, .52, .38, .32), blur=3)
    for m in (-1, 1):
        shade(m * 188 + 8, -250, 84, 140)
        fur(s, egg(m * 208, -270, 82, 158, m * -30), c if m < 0 else darker(c, .05), 44)
    for m in (-1, 1):
        shade(m * 192 + 6, -84, 130, 96)
        fur(s, egg(m * 200, -98, 132, 106, m * -14), c if m < 0 else darker(c, .05), 50)
        # sole
        s.path(spline(egg(m * 232, -92, 82, 92, m * -10), True), s.rad([(0, lighter(pale, .35)), (.75, pale), (1, mix(pale, c, .5))], .5, .5, .52, .38, .32))
        s.path(spline(egg(m * 232, -74, 38, 34), True), darker(pale, .2), op=.5, blur=2)
        for i in range(3):
            x, y = polar(m * 232, -92, 58, -90 + (i - 1) * 38)
            s.path(spline(egg(x, y - 2, 15, 17), True), darker(pale, .2), op=.5, blur=2)
    # ears and head
    for m in (-1, 1):
        fur(s, egg(m * 172, -730, 84, 84), c if m < 0 else darker(c, .06), 40)
        s.path(spline(egg(m * 168, -722, 48, 50), True), s.rad([(0, pale), (.7, mix(pale, c, .25)), (1, mix(pale, c, .7))]))
    shade(6, -420, 180, 60)
    fur(s, [(0, -790), (110, -770), (200, -690), (232, -580), (196, -470), (100, -410), (0, -398), (-100, -410), (-196, -470), (-232, -580), (-200, -690), (-110, -770)], c, 76)
    # muzzle
    s.path(spline(egg(0, -508, 112, 88), True), "#2a1208", blur=14, op=.3, transform="translate(5 8)")
    s.path(spline(egg(0, -512, 112, 88), True), s.rad([(0, lighter(pale, .5)), (.65, pale), (1, mix(pale, c, .4))], .5, .5, .52, .36, .3))
    s.path(spline([(-46, -566), (0, -576), (46, -566), (30, -530), (0, -516), (-30, -530)], True), s.diag(["#6b4436", "#2a1712", "#140a08"]))
    s.oval(-12, -560, 17, 7, "#fff", op=.6, blur=3)
    s.stroke("M0 -518V-486M0 -486Q-26 -452 -58 -470M0 -486Q26 -452 58 -470", "#3a2118", 7)
    for m in (-1, 1):
        s.oval(m * 92, -618, 29, 31, darker(c, .5), op=.5, blur=5)
        s.ball(m * 92, -620, 25, "#2a1a16", .2)
        s.oval(m * 92 - 8, -629, 8, 9, "#fff")
        s.oval(m * 92 + 8, -610, 4, None, "#fff", op=.6)
        s.oval(m * 150, -548, 34, 22, "#e0705a", op=.28, blur=9)
    # bow
    for m in (-1, 1):
        s.puff(f"M{m*4} -400L{m*50} -296L{m*74} -318L{m*104} -308L{m*40} -396Z", darker(bow, .12), 14)
        w = spline([(0, -398), (m * 60, -448), (m * 128, -452), (m * 140, -396), (m * 120, -346), (m * 56, -362)], True)
        s.path(w, "#2a1208", blur=8, op=.35, transform="translate(4 8)")
        s.puff(w, bow, 30, .5, .5)
        s.stroke(spline([(m * 24, -398), (m * 70, -406), (m * 100, -400)]), darker(bow, .6), 5, op=.5, blur=2)
    s.puff(rr(-30, -428, 60, 62, 22), bow, 20)


def pictures():
    a = Scene(SQ, "sky", .78)
    a.contact(540, 945, 340, 44, .5)
    with a.at(540, 960, 1.1):
        bear(a)
    b = Scene(LAND, "blush", .7, floor="white")
    b.contact(420, 745, 240, 26, .5)
    with b.at(420, 752, .8):
        bear(b, "#d9b88a", "#f8ead0", "#3f7f8c")
    # a present
    b.contact(800, 752, 140, 20, .5)
    d = rr(690, 560, 220, 190, 8)
    b.puff(d, "#e0b354", 24)
    b.rect(778, 560, 44, 190, 0, b.hor(["#d8563b", "#b53f2c"]))
    b.puff(rr(676, 520, 248, 56, 8), "#e8c06a", 16)
    b.rect(778, 520, 44, 56, 0, b.hor(["#e0604a", "#b53f2c"]))
    for m in (-1, 1):
        w = spline([(800, 518), (800 + m * 50, 452), (800 + m * 110, 456), (800 + m * 96, 510)], True)
        b.puff(w, "#d8563b", 20)
    b.puff(rr(780, 494, 40, 34, 12), "#d8563b", 12)
    return [a, b]
