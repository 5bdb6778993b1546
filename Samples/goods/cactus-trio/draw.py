from kit_extra import *


def pot(x, y, s, c, band=None, saucer=True):
    o = shadow(6, 4, 108 if saucer else 82, 24, .45)
    if saucer:
        o += lathe(0, [(-14, 108), (0, 92)], c, .22, smoothit=False) + E(0, -14, 108, 23, lin([lt(c, .3), dk(c, .25)]))
    o += lathe(0, [(-150, 102), (-8, 74)], c, .22, smoothit=False, d=.55)
    if band:
        o += clip(lathe_path(0, [(-150, 102), (-8, 74)], .22, smoothit=False), *[P('M%g -110L%g -70L%g -30L%g -70Z' % (k * 44 - 20, k * 44 + 2, k * 44 - 20, k * 44 - 42), band, o=.8) for k in range(-3, 5)])
    o += P(lathe_path(0, [(-150, 102), (-8, 74)], .22, smoothit=False), lin([(0, '#000', .25), (.25, '#fff', .18), (.5, '#fff', 0), (1, '#000', .35)])) if band else ''
    o += lathe(0, [(-184, 116), (-142, 112)], c, .22, smoothit=False, d=.55) + P('M-112 -138A112 25 0 0 0 112 -138L110 -126A112 25 0 0 1 -110 -126Z', '#20100a', o=.3, b=4)
    o += E(0, -184, 116, 25, lin([lt(c, .5), c, dk(c, .1)])) + E(0, -183, 98, 20, dk('#5a3d2a', .3))
    r = random.Random(3)
    o += clip(el(0, -183, 98, 20), *[E(r.uniform(-95, 95), -183 + r.uniform(-17, 17), r.uniform(9, 16), r.uniform(4, 7), r.choice(['#8b6a4d', '#a98b6b', '#6d503a', '#c4ad8e'])) for _ in range(26)])
    return lambda plant, shade='': at(x, y, s, 0, o, E(20, -178, 84, 15, '#1a0f08', o=.45, b=7), plant)


def spines(x, y, r, n=5, c='#fbf3d6', a0=0, w=1.8):
    return ''.join(S('M%g %gL%g %g' % (x, y, x + r * math.cos(a0 + k * 6.283 / n), y + r * math.sin(a0 + k * 6.283 / n)), c, w) for k in range(n)) + E(x, y, 2.6, 2.6, '#e7d9a8')


def column(w, h, c, base=-178, ribs=7):
    d = 'M%g %gC%g %g %g %g %g %gC%g %g %g %g %g %gC%g %g %g %g %g %gA%g 12 0 0 1 %g %gZ' % (
        -w * .8, base, -w * 1.02, base - h * .25, -w, base - h * .5, -w, base - h + w, -w, base - h - w * .3, w, base - h - w * .3, w, base - h + w, w, base - h * .5, w * 1.02, base - h * .25, w * .8, base, w * .8, -w * .8, base)
    inn = ''
    for k in range(ribs):
        f = (k + .5) / ribs * 2 - 1
        x = math.sin(f * math.pi / 2) * w
        xb = x * .84
        inn += S('M%g %gC%g %g %g %g %g %g' % (xb, base, x, base - h * .4, x, base - h * .7, x * .25, base - h + w * .05), dk(c, .55), w * .1, o=.5, b=2)
        x2 = math.sin((f + 1 / ribs) * math.pi / 2) * w
        inn += S('M%g %gC%g %g %g %g %g %g' % (x2 * .84, base, x2, base - h * .4, x2, base - h * .7, x2 * .2, base - h + w * .05), lt(c, .5), w * .07, o=.55, b=2)
    sp = ''
    for k in range(ribs - 1):
        f = (k + 1) / ribs * 2 - 1
        x = math.sin(f * math.pi / 2) * w
        m = max(3, int(h / 38))
        for j in range(m):
            q = j / (m - 1)
            q += (k % 2) * .5 / m
            xx = x * (.9 + .1 * math.sin(q * 3)) * (1 if q < .75 else 1 - (q - .75) * 2.2)
            sp += spines(xx, base - 14 - q * (h - w * .55), 9, 5, a0=j + x, w=2.2)
    return P(d, lin(cyl(c, .35, .6))) + clip(d, inn, P(d, 'none', s=dk(c, .8), w=w * .3, b=w * .12, o=.4, t='translate(%g %g)' % (-w * .06, -w * .06))) + sp


def arm(c, side=1):
    d = 'M%g -300C%g -300 %g -310 %g -380' % (40 * side, 120 * side, 118 * side, 118 * side)
    return tube(d, 56, c, .35) + ''.join(spines(x * side, y, 9, 6, a0=y) for x, y in ((80, -304), (116, -340), (128, -370), (108, -376), (118, -398)))


def globe(c, flower=True):
    cy, r = -232, 96
    o = E(0, cy, r * 1.06, r * .92, rad([(0, lt(c, .45)), (.5, c), (1, dk(c, .55))], .36, .3, .75))
    inn, sp = '', ''
    for k in range(9):
        f = (k + .5) / 9 * 2 - 1
        x = math.sin(f * math.pi / 2) * r * 1.1
        inn += S('M0 %gC%g %g %g %g %g %g' % (cy - r * .86, x * 1.15, cy - r * .7, x * 1.25, cy + r * .5, x * .3, cy + r), dk(c, .6), 7, o=.5, b=2.5)
    for k in range(8):
        f = (k + 1) / 9 * 2 - 1
        x = math.sin(f * math.pi / 2) * r * 1.12
        for j in range(5):
            q = (j + .3 + .4 * (k % 2)) / 5
            sp += spines(x * math.sin(math.pi * (.12 + q * .72)) * .97, cy - r * .86 * math.cos(math.pi * (.1 + q * .7)), 14, 6, '#fff3cf', j, 2.2)
    o += clip(el(0, cy, r * 1.06, r * .92), inn) + sp
    if flower:
        o += at(-6, cy - r * .9, 1, 0, *[leaf(0, 0, 52, 15, a, '#e9578c') for a in range(-170, 0, 24)], *[leaf(0, 4, 38, 12, a, '#ff8db4') for a in range(-160, -10, 25)], ball(0, -4, 10, '#ffd45c'))
    return o


def paddles(c):
    def pad(x, y, w, h, a, k=0):
        d = smooth([(0, 0), (-w * .62, -h * .25), (-w, -h * .62), (-w * .6, -h * .95), (0, -h * 1.04), (w * .6, -h * .95), (w, -h * .62), (w * .62, -h * .25)])
        dots = ''.join(spines(i * w * .42 + (j % 2) * w * .2, -h * (.16 + j * .17), 6, 5, a0=i + j) for j in range(5) for i in (-1, 0, 1) if abs(i * .42 + (j % 2) * .2) < .35 + .5 * math.sin(j / 4 * 3.1))
        return at(x, y, 1, a, solid(d, dk(c, k), 22, .55, .4), dots)
    return pad(56, -330, 46, 118, 34, .15) + pad(-58, -318, 48, 126, -32, .05) + pad(0, -176, 70, 196, 0) + pad(6, -352, 40, 104, 5, 0) + at(-122, -420, .55, -30, *[leaf(0, 0, 46, 14, a, '#f7b23c') for a in range(-165, 0, 26)])


def pictures():
    out = []
    a = lambda x, y, s: pot(x, y, s, '#c9693f')(arm('#5f9a5c', 1) + G(arm('#5f9a5c', -1), t='translate(0 40)') + column(62, 330, '#5f9a5c'))
    b = lambda x, y, s: pot(x, y, s, '#e7ddcb', '#4f7f86')(globe('#4c9270'))
    c = lambda x, y, s: pot(x, y, s, '#4d6f8f')(paddles('#7fae62'))
    save(out, studio('#efdccb'), a(245, 800, 1.12), c(760, 806, 1.06), b(498, 868, 1.12), crop=(60, 170, 880, 760), soft=1.1)
    save(out, R(0, 0, 1000, 1000, 0, lin(['#eef4f6', '#cfe0e8', '#b7cdd9'], 0, 0, 1, 1)), E(300, 250, 420, 340, '#fff', o=.8, b=60), E(780, 420, 260, 200, '#a9c79a', o=.5, b=60),
         R(470, 0, 34, 740, 0, lin(['#fff', '#e8e6e0', '#c9c5bc'])), R(0, 330, 1000, 26, 0, down(['#fff', '#e4e1da', '#bdb9af'])), R(0, 730, 1000, 300, 0, down(['#fffdf8', '#e9e4da', '#cfc8ba'])), R(0, 730, 1000, 10, 0, '#fff'),
         b(210, 880, 1.02), a(520, 862, 1.05), c(820, 886, .98), crop=(30, 240, 940, 700), soft=1.1)
    save(out, studio('#d7e3de'), zoom(500, 520, 1.9, b(500, 740, 1.3)), soft=1.1)
    return out
