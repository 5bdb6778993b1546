from kit_extra import *

C, CREAM = '#b8434a', '#f3e7d3'


def stitch(x, y, w, h, c):
    """One knitted V."""
    d1 = 'M%g %gC%g %g %g %g %g %gC%g %g %g %g %g %gZ' % (x, y + h * .95, x - w * .12, y + h * .5, x - w * .34, y + h * .1, x - w * .5, y - h * .05, x - w * .56, y + h * .45, x - w * .3, y + h * .85, x, y + h * .95)
    return d1


def knit(x0, x1, y0, y1, w, h, color, warp=None):
    """Rows of Vs; warp maps a point of the flat knit onto the hat."""
    out = {}
    warp = warp or (lambda x, y: (x, y, 1))
    j, y = 0, y0
    while y < y1:
        x = x0
        while x < x1:
            X, Y, k = warp(x, y)
            c = color(x, y, j)
            for s in (-1, 1):
                a = [(0, .98), (-.06 * s, .5), (.3 * s, .0), (.5 * s, -.12), (.56 * s, .4), (.34 * s, .8)]
                pts = []
                for px, py in a:
                    q = warp(x + px * w, y + py * h)
                    pts.append((q[0], q[1]))
                out.setdefault((lt(c, .16) if s < 0 else dk(c, .08)), []).append(smooth(pts))
            x += w
        y += h
        j += 1
    return ''.join(P(''.join(v), c, s=dk(c, .42), **{'stroke-width': max(.8, w * .045)}) for c, v in out.items())


def pompom(x, y, r, c=CREAM):
    rnd = random.Random(3)
    o = E(x, y, r * .9, r * .9, dk(c, .3))
    strands = []
    for k in range(260):
        a, q = rnd.uniform(0, 6.283), rnd.random() ** .5
        rr_ = r * q
        px, py = x + rr_ * math.cos(a), y + rr_ * math.sin(a)
        l = r * .24
        light = (-(px - x) - (py - y)) / (r * 1.4)
        strands.append((q, S('M%.1f %.1fq%.1f %.1f %.1f %.1f' % (px, py, l * .5 * math.cos(a) + rnd.uniform(-5, 5), l * .5 * math.sin(a) + rnd.uniform(-5, 5), l * math.cos(a), l * math.sin(a)), lt(c, .5 * max(0, light) + .1) if light > -.1 else dk(c, min(.42, -light * .5)), r * .072)))
    return o + ''.join(s for _, s in sorted(strands, key=lambda t: -t[0])) + E(x - r * .25, y - r * .3, r * .5, r * .4, '#fff', o=.35, b=r * .2)


def color(x, y, j):
    if j in (5, 11):
        return CREAM
    if 7 <= j <= 9:
        k = round((x - 500) / 37)
        return CREAM if (k % 3 == 0) != (j == 8) and k % 3 != 1 or (j == 8 and k % 3 == 1) else C
    return C


def hat(inside=''):
    dome = 'M196 640C190 420 300 232 500 226C700 232 810 420 804 640C700 690 300 690 196 640Z'
    def warp(x, y):
        t = (y - 220) / 420
        u = (x - 500) / 310
        half = 308 * math.sin(min(1, max(.0, t) * .92 + .02) ** .62 * math.pi / 2)
        return 500 + half * math.sin(max(-1, min(1, u)) * math.pi / 2), y + 22 * math.cos(u * math.pi / 2) * max(0, t), 1
    o = P(dome, dk(C, .45)) + clip(dome, knit(180, 830, 222, 650, 37, 29, color, warp), inside)
    o += clip(dome, P(dome, rad([(0, '#fff', .34), (.45, '#fff', 0), (.75, '#2a0610', .12), (1, '#2a0610', .62)], .34, .3, .78)), P('M150 590C300 650 700 650 850 590V720H150Z', '#1a0408', o=.5, b=14))
    # folded brim: ribs
    brim = 'M170 600C300 650 700 650 830 600C846 640 850 720 832 772C700 826 300 826 168 772C150 720 154 640 170 600Z'
    o += P(brim, '#1a0408', o=.45, b=12, t='translate(6 -8)') + P(brim, lin(cyl(C, .25, .5)))
    ribs = ''
    n = 26
    for k in range(n + 1):
        u = -1 + 2 * k / n
        x = 500 + 336 * math.sin(u * math.pi / 2)
        w = max(5, 27 * math.cos(u * math.pi / 2) + 4)
        yb = 42 * math.cos(u * math.pi / 2)
        d = 'M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f' % (x, 590 + yb, x + u * 12, 650 + yb, x + u * 12, 720 + yb, x, 786 + yb)
        ribs += S(d, dk(C, .5), w * 1.5) + S(d, dk(C, .06), w * 1.15, t='translate(-2 0)') + S(d, lt(C, .28), w * .4, t='translate(-4 0)', b=2)
    o += clip(brim, ribs, P(brim, lin([(0, '#1a0408', .5), (.22, '#fff', .16), (.5, '#fff', 0), (1, '#1a0408', .6)])), P(brim, 'none', s='#1a0408', w=30, b=14, o=.5, t='translate(0 -14)'), S('M176 612C300 660 700 660 824 612', '#ffd9cf', 8, b=4, o=.6))
    o += R(690, 690, 64, 50, 5, '#1a0408', o=.4, b=4, t='translate(3 5)') + R(690, 690, 64, 50, 5, lin(['#caa06c', '#a87c48'], 0, 0, 1, 1)) + R(695, 695, 54, 40, 3, 'none', s='#f6e6c8', w=1.6, dash='5 4') + T(722, 722, 'wool', 18, '#4a2f16', 700)
    return o + pompom(500, 196, 112)


def pictures():
    out = []
    save(out, studio('#a9c3d2', y=740), shadow(510, 806, 330, 30, .5), hat(), crop=(60, 30, 880, 880), soft=1.3)
    save(out, studio('#e0cfb8'), zoom(560, 560, 2.2, hat()), crop=(0, 130, 1000, 740), soft=1.3)
    return out
