from kit_extra import *

OAK = '#c08a55'


def leg(x0, y0, x1, y1, w0, w1, c=OAK):
    dx, dy = x1 - x0, y1 - y0
    n = math.hypot(dx, dy)
    nx, ny = -dy / n, dx / n
    d = 'M%.1f %.1fL%.1f %.1fA%g %g 0 0 1 %.1f %.1fL%.1f %.1fZ' % (x0 - nx * -w0, y0 - ny * -w0, x1 + nx * w1, y1 + ny * w1, w1, w1 * .5,
                                                         x1 - nx * w1, y1 - ny * w1, x0 - nx * w0, y0 - ny * w0)
    g = lin(cyl(c, .35, .55), x0 + nx * w0, y0 + ny * w0, x0 - nx * w0, y0 - ny * w0, u=True)
    return P(d, g) + clip(d, P('M%g %gL%g %gL%g %gL%g %gZ' % (x0 - 80, y0 - 10, x0 + 80, y0 - 10, x0 + 60, y0 + 70, x0 - 60, y0 + 60), '#2a1408', o=.5, b=14))


def grain(cx, cy, rx, ry, seed=4):
    r = random.Random(seed)
    out = ''
    for i in range(46):
        y = cy - ry + 2 * ry * (i + r.uniform(-.3, .3)) / 46
        a = r.uniform(-7, 7)
        out += S('M%g %gC%g %g %g %g %g %g' % (cx - rx, y, cx - rx * .4, y + a, cx + rx * .2, y - a + r.uniform(-4, 4), cx + rx, y + r.uniform(-5, 5)),
                 dk(OAK, .4), r.uniform(.8, 2.4), o=r.uniform(.1, .35))
    for k in range(6):   # the heart of the plank
        out += P('M%g %gC%g %g %g %g %g %gC%g %g %g %g %g %g' % (cx - rx, cy + 6 - k, cx - 120 + k * 14, cy - 26 + k * 4, cx + 80 - k * 16, cy - 24 + k * 4, cx + 170 - k * 22, cy + 4,
                                                       cx + 80 - k * 16, cy + 30 - k * 4, cx - 120 + k * 14, cy + 32 - k * 4, cx - rx, cy + 16 + k), 'none', s=dk(OAK, .38), w=1.6, o=.35)
    return out


def table():
    cx, cy, rx, ry = 500, 372, 318, 92
    out = leg(520, 440, 560, 752, 19, 11, dk(OAK, .22))
    out += leg(410, 440, 268, 836, 22, 13) + leg(610, 440, 762, 826, 22, 13, dk(OAK, .08))
    # apron
    out += lathe(cx, [(400, 215), (452, 210)], dk(OAK, .3), .29, smoothit=False)
    side = lathe_path(cx, [(cy, rx), (cy + 14, rx + 2), (cy + 32, rx - 8)], ry / rx)
    out += P(side, lin(cyl(OAK, .3, .5), cx - rx, 0, cx + rx, 0, u=True))
    top = el(cx, cy, rx, ry)
    out += P(top, lin([lt(OAK, .5), lt(OAK, .12), dk(OAK, .1)], .1, 0, .9, 1))
    out += clip(top, grain(cx, cy, rx, ry), E(380, 350, 210, 50, '#fff', o=.34, b=26))
    out += S('M182 372A318 92 0 0 0 818 372', '#fff3da', 2.5, o=.75)
    return out


def floor_shadow(o=.4):
    return shadow(540, 810, 300, 44, o * .55) + shadow(272, 838, 30, 9, o) + shadow(764, 828, 30, 9, o) + shadow(562, 754, 26, 8, o)


def mug(x, y, s=1, c='#e9e4da'):
    b = S('M52 -62C100 -70 100 -4 46 -12', dk(c, .25), 15) + S('M52 -64C97 -72 97 -8 46 -15', c, 10)
    b += lathe(0, [(-84, 54), (-60, 54), (-22, 50), (0, 38)], c, .3) + hole(0, -84, 54, 16, c) + E(0, -80, 46, 12, '#5a3420')
    b += E(0, -84, 54, 16, 'none', s=lt(c, .8), w=3)
    return at(x, y, s, 0, shadow(4, 2, 46, 12, .4), b)


def books(x, y):
    out = shadow(x, y + 4, 120, 26, .4)
    out += Cam(x, y, 1, 28, 26).box(-95, 0, -62, 95, 30, 62, '#3f6f78')
    c = Cam(x, y, 1, 28, 26)
    out += P(c.q((-93, 5, 62), (93, 5, 62), (93, 25, 62), (-93, 25, 62)), down(['#f6efdf', '#d8cdb6']))
    return out


def pictures():
    out = []
    save(out, studio('#b9cbbd'), floor_shadow(), table(), crop=(120, 200, 760, 740))
    r = room('#d3dcd6', '#a97c55', 650)
    stems = ''.join(S('M0 -110C%g -180 %g -240 %g %g' % (a * .2, a * .5, a, -250 - h), '#6b7f4c', 4) for a, h in ((-70, 0), (-22, 60), (38, 40), (84, -20)))
    flowers = ''.join(at(a, -250 - h, s, 0, *[leaf(0, 0, 34, 12, k * 45, '#f3b9a2') for k in range(8)], ball(0, 0, 9, '#d98b3c')) for a, h, s in ((-70, 0, .9), (-22, 60, 1), (38, 40, .95), (84, -20, .85)))
    vase = shadow(6, 2, 46, 13, .45) + stems + ''.join(leaf(a * .3, -170, 60, 12, -90 + a, '#7d9460') for a in (-60, -35, 40, 66)) + flowers + lathe(0, [(-128, 22), (-108, 20), (-70, 50), (-24, 50), (0, 30)], '#b9c9d2', .28, gloss=.7) + hole(0, -128, 22, 6, '#8aa0ac')
    save(out, r, G(floor_shadow(.5), table(), books(600, 404), mug(600, 366, .8), at(400, 378, 1, 0, vase), t='translate(0 60)'), crop=(100, 70, 800, 900))
    save(out, studio('#e7dccb', y=760), zoom(640, 430, 2.15, floor_shadow(), table(), mug(690, 372, .8, '#58737c')))
    return out
