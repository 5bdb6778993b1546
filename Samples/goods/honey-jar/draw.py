from kit_extra import *

H = '#e8960f'


def jar(open_=False):
    o = shadow(510, 858, 230, 40, .5) + E(640, 880, 170, 28, '#ffb02e', o=.45, b=18)
    p = 'M330 372C270 400 244 440 244 500V780C244 826 270 846 330 856Q500 880 670 856C730 846 756 826 756 780V500C756 440 730 400 670 372Q500 400 330 372Z'
    hon = 'M260 500Q500 540 740 500V780C740 816 716 834 664 842Q500 864 336 842C284 834 260 816 260 780Z'
    o += P(p, lin([(0, '#c9b48a', .8), (.4, '#fff6e0', .5), (1, '#a8905c', .85)]))
    o += P(hon, lin([(0, '#8a4a06'), (.08, '#c9740a'), (.25, '#ffc24a'), (.45, '#f5a51c'), (.7, '#e38a0c'), (.93, '#a8580a'), (1, '#7a3e06')]))
    o += clip(hon, E(600, 760, 150, 90, '#ffd97a', o=.75, b=36), E(360, 590, 70, 90, '#ffe6a0', o=.5, b=30), *[E(x, y, r, r, rad([(0, '#fff', .1), (.75, '#fff', .25), (1, '#fff', .8)])) for x, y, r in ((640, 600, 8), (668, 690, 6), (330, 780, 7), (590, 560, 5), (690, 560, 6), (350, 680, 5))], P(hon, 'none', s='#5a2a04', w=40, b=18, o=.5, t='translate(-8 -8)'))
    o += E(500, 504, 240, 38, lin(['#ffdb86', '#f5a51c', '#c9740a'], 0, 0, 1, 1)) + E(430, 496, 90, 10, '#fff', o=.5, b=4)
    return o, p


def label():
    hx = lambda x, y, r: poly([(x + r * math.cos(math.radians(a)), y + r * math.sin(math.radians(a))) for a in range(-90, 270, 60)])
    o = P(hx(500, 684, 136), '#4a2404', o=.4, b=6, t='translate(4 7)') + P(hx(500, 684, 136), lin(['#fffaf0', '#f6ead2', '#e3d0aa'], 0, 0, 1, 1)) + P(hx(500, 684, 122), 'none', s='#a8660f', w=3)
    bee = at(500, 640, 1.1, 0, E(-16, -24, 26, 15, '#cfe3ea', o=.9, t='rotate(-28 -16 -24)'), E(18, -24, 26, 15, '#e3f0f4', o=.9, t='rotate(28 18 -24)'), E(0, 4, 36, 23, '#f5b324'), clip(el(0, 4, 36, 23), R(-18, -24, 11, 60, 0, '#3a2410'), R(4, -24, 11, 60, 0, '#3a2410'), R(24, -24, 14, 60, 0, '#3a2410')), E(-34, 2, 13, 12, '#3a2410'), S('M-40 -8q-8 -12 -16 -12M-36 -10q-2 -12 -8 -18', '#3a2410', 3))
    return o + bee + T(500, 726, 'HONEY', 38, '#6d3d08', 800, spacing=4) + T(500, 756, 'wild acacia', 21, '#a8660f', 500)


def neck(p, lid):
    o = clip(p, R(276, 470, 30, 330, 15, '#fff', o=.7, b=6), R(718, 500, 11, 280, 5, '#fff', o=.55, b=3), P(p, 'none', s='#fff', w=8, b=2, o=.8), S('M300 836Q500 868 700 836', '#fff', 6, o=.5, b=2))
    o += lathe(500, [(330, 184), (374, 182)], '#e9dcc0', .16, fill=lin([(0, '#a8905c', .9), (.2, '#fff', .9), (.45, '#fff3d6', .35), (1, '#a8905c', .9)]), smoothit=False)
    if lid:
        o += lathe(500, [(256, 200), (270, 206), (346, 206), (352, 202)], '#a8713f', .16, smoothit=False) + disc(500, 256, 200, 32, '#c08a55') + clip(el(500, 256, 200, 32), *[S('M300 %gC420 %g 560 %g 700 %g' % (y, y - 4, y + 4, y), '#6a3f1c', 1.8, o=.35) for y in range(228, 290, 6)])
        o += ''.join(S('M%g %gV%g' % (500 + 204 * math.sin(math.radians(a)), 266 + 32 * math.cos(math.radians(a)), 344 + 32 * math.cos(math.radians(a))), '#5a3416', 3, o=.45) for a in range(-84, 90, 7))
    else:
        o += E(500, 330, 184, 29, '#fff', o=.35) + E(500, 330, 184, 29, 'none', s='#fff', w=5)
    return o


def dipper(drip=True):
    """Head at the origin, handle going up."""
    w = '#c08a55'
    o = R(-11, -460, 22, 400, 10, lin(cyl(w, .5, .5))) + ball(0, -462, 19, w, .5)
    for k, r in enumerate((34, 50, 58, 58, 50, 34)):
        y = -60 + k * 23
        o += lathe(0, [(y, r), (y + 15, r)], w, .26, smoothit=False) + E(0, y, r, r * .26, lin([lt(w, .5), w], 0, 0, 1, 1)) + R(-14, y + 15, 28, 10, 3, dk(w, .5))
    if drip:
        o += P('M-54 -6C-62 30 -56 60 -44 78C-26 96 -14 92 -10 120C-6 200 -4 300 -3 420H3C4 300 6 200 10 120C16 90 34 94 48 76C60 56 62 30 54 -6C30 12 -30 12 -54 -6Z', lin([(0, '#a8580a'), (.3, '#ffcf5e'), (.6, '#f0980f'), (1, '#a8580a')]), o=.94) + S('M-36 20C-40 44 -34 58 -26 68', '#fff', 8, b=3, o=.8)
    return o


def pictures():
    out = []
    a, p = jar()
    save(out, studio('#c9d6c0', y=720), a, label(), neck(p, True), crop=(150, 150, 700, 800))
    save(out, tabletop('#e6dcc6', '#a3714a', 690), a, G(clip('M0 0H1000V505H0Z', at(500, 200, 1.0, 0, dipper(True)))), E(500, 504, 26, 6, '#ffdb86'), label(), neck(p, False), at(870, 880, .8, 0, *[at(x, y, 1, 0, *[leaf(0, 0, 44, 16, k * 60, '#fffaf0') for k in range(6)], ball(0, 0, 12, '#f2c23c')) for x, y in ((0, 0), (-60, 40), (50, 44))]), crop=(40, 0, 920, 980))
    return out
