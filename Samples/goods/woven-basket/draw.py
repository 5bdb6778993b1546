from kit_extra import *

C = '#c7995c'


def basket():
    prof = lambda t: 292 + 36 * math.sin(t * math.pi * .9) - 62 * t
    cx, y0, y1 = 500, 430, 850
    o = shadow(510, 856, 240, 40, .55)
    # inside, back wall
    o += E(cx, y0, 296, 74, dk(C, .5)) + clip(el(cx, y0, 296, 74), *[S('M200 %gA296 74 0 0 1 800 %g' % (y0 + k * 15, y0 + k * 15), dk(C, .2 if k % 2 else .42), 9) for k in range(-1, 9)], E(cx, y0 + 40, 270, 60, '#1a0e06', o=.6, b=22))
    # woollen throws peeping out
    ins = ball(400, 388, 96, '#d98a72') + ball(560, 372, 112, '#6f9aa3') + ball(660, 412, 74, '#e9d9b8')
    for bx, by, br, c, sd in ((400, 388, 96, '#d98a72', 1), (560, 372, 112, '#6f9aa3', 2), (660, 412, 74, '#e9d9b8', 3)):
        r = random.Random(sd)
        th = ''
        for g, a in enumerate((20, -38, 80)):
            th += G(*[S(smooth(arc(0, k * br / 5, br * 1.02, br * .5, 200, 340, 10), False), dk(c, .35) if k % 2 else lt(c, .35), 3.4, o=.6) for k in range(-2 + g, 4 - g)], t='translate(%g %g) rotate(%g)' % (bx, by, a))
        ins += clip(el(bx, by, br), th)
    keep = 'M0 0H1000V%gH796A296 74 0 0 1 204 %gH0Z' % (y0, y0)
    o += clip(keep, ins)
    # woven wall
    rows, cols = 13, 30
    d = 'M%g %g' % (cx - prof(0), y0)
    pts = [(cx + prof(t / 20), y0 + (y1 - y0) * t / 20) for t in range(21)]
    d = poly([(2 * cx - x, y) for x, y in pts], False) + 'A%g %g 0 0 0 %g %gL' % (prof(1), prof(1) * .2, cx + prof(1), y1) + poly(pts[::-1], False)[1:] + 'A296 74 0 0 1 %g %gZ' % (cx - prof(0), y0)
    o += P(d, dk(C, .62))
    w = ''
    for j in range(rows):
        t = (j + .5) / rows
        rad_ = prof(t)
        y = y0 + (y1 - y0) * t
        sag = 74 + (prof(1) * .2 - 74) * t
        h = (y1 - y0) / rows
        for i in range(cols):
            if (i + j) % 2:
                continue
            pl = []
            a0, a1 = math.pi * (1 - (i - .28) / (cols - 1)), math.pi * (1 - (i + 1.28) / (cols - 1))
            up, dn = [], []
            for k in range(7):
                a = a0 + (a1 - a0) * k / 6
                bulge = math.sin(math.pi * k / 6)
                R_ = rad_ + 5 * bulge
                x = cx + R_ * math.cos(a)
                yy = y + sag * math.sin(a) - (0)
                hh = h * (.3 + .26 * bulge)
                up.append((x, yy - hh))
                dn.append((x, yy + hh))
            u = (i + .5) / (cols - 1)
            l = 1 - abs(u - .28) * 1.5
            base = lt(C, .42 * l) if l > 0 else dk(C, min(.55, -l * 1.3))
            base = mix(base, ('#e0b87a', '#a8763c', C)[(i * 7 + j * 3) % 3], .25)
            dd = smooth(up, False) + 'L' + smooth(dn[::-1], False)[1:] + 'Z'
            w += P(dd, down([lt(base, .32), base, dk(base, .42)]))
    o += clip(d, *[S('M%g %gL%g %g' % (cx + prof(0) * math.cos(math.pi * (1 - (i + .5) / (cols - 1))), y0 + 40, cx + prof(1) * math.cos(math.pi * (1 - (i + .5) / (cols - 1))), y1 + 60), dk(C, .3), 8) for i in range(cols)], w,
              P(d, lin([(0, '#1a0e06', .55), (.12, '#1a0e06', .12), (.3, '#fff', .12), (.6, '#000', 0), (1, '#1a0e06', .6)])), P('M150 840Q500 940 850 840V960H150Z', '#1a0e06', o=.4, b=16))
    # rim, wrapped
    o += S('M204 430A296 74 0 0 0 796 430', '#1a0e06', 34, o=.45, t='translate(2 14)', b=6)
    rim = [(cx + 297 * math.cos(math.radians(a)), y0 + 75 * math.sin(math.radians(a))) for a in range(-4, 185, 4)]
    o += S(smooth(rim, False), dk(C, .5), 36)
    for k, a in enumerate(range(-3, 184, 4)):
        x, y = cx + 297 * math.cos(math.radians(a)), y0 + 75 * math.sin(math.radians(a))
        tl = math.degrees(math.atan2(75 * math.cos(math.radians(a)), -297 * math.sin(math.radians(a))))
        l = 1 - abs((x - 200) / 600 - .25) * 1.4
        c = lt(C, .5 * l) if l > 0 else dk(C, .3)
        o += at(x, y, 1, tl + 16, R(-9, -19, 18, 38, 9, down([lt(c, .45), c, dk(c, .4)])))
    # handles
    for s in (-1, 1):
        hd = 'M%g 450C%g 330 %g 330 %g 520' % (500 + s * 270, 500 + s * 330, 500 + s * 420, 500 + s * 316)
        o += S(hd, '#1a0e06', 30, o=.3, b=8, t='translate(8 10)') + tube(hd, 32, '#8a5a34', .6) + S(hd, '#e9cfa0', 3, dash='3 15', o=.7, t='translate(-4 -3)')
    return o


def pictures():
    out = []
    save(out, studio('#c2cdbb', y=700), G(basket(), t='translate(0 -10)'), crop=(70, 130, 860, 820), soft=1.1)
    return out
