from kit_extra import *

C = '#6f9a8d'


def glaze(d, c):
    """A darker rim where the glaze ran thin, and speckles."""
    r = random.Random(9)
    return ''.join(E(r.uniform(-260, 260), r.uniform(-300, 0), r.uniform(1, 2.6), None, dk(c, .55), o=.4) for _ in range(150))


def teapot(c=C):
    body = [(-262, 92), (-240, 130), (-180, 196), (-110, 216), (-50, 190), (-8, 128), (0, 118)]
    p = lathe_path(0, body, .24)
    # spout, handle
    sp = 'M150 -96C230 -100 262 -170 286 -252C292 -272 330 -280 338 -262C330 -170 290 -40 150 -20Z'
    o = shadow(10, 0, 168, 38, .5)
    o += tube('M-160 -210C-330 -250 -350 -40 -176 -62', 34, c, .7)
    o += solid(sp, c, 26, .6, .55) + E(313, -262, 27, 12, dk(c, .6), t='rotate(-14 313 -262)') + E(313, -263, 27, 12, 'none', s=lt(c, .6), w=4, t='rotate(-14 313 -263)')
    o += lathe(0, body, c, .24, inner=glaze(p, c), gloss=.75)
    o += lathe(0, [(-290, 66), (-276, 92), (-256, 104)], c, .22, gloss=.5) + E(0, -256, 104, 4, 'none')
    o += lathe(0, [(-326, 22), (-306, 18), (-288, 30)], '#b98a5a', .25) + ball(0, -336, 30, '#b98a5a', .6)
    o += S('M-104 -252A104 24 0 0 0 104 -252', dk(c, .6), 5, o=.6)
    return o


def cup(c=C, tea=True):
    o = shadow(6, 0, 66, 18, .45)
    o += lathe(0, [(-120, 92), (-80, 88), (-30, 66), (-4, 44), (0, 42)], c, .26, gloss=.6, inner=glaze('', c))
    o += E(0, -120, 92, 24, lt(c, .25)) + E(0, -119, 86, 21, lin([dk(c, .45), lt(c, .15)], 0, 0, 1, .3))
    if tea:
        o += clip(el(0, -119, 86, 21), E(0, -108, 80, 18, rad(['#d98f3e', '#b7672a'], .5, .4, .6)), E(-26, -112, 22, 4, '#fff', o=.6, b=2))
    return o + E(0, -120, 92, 24, 'none', s=lt(c, .6), w=3, o=.8)


def tray(c='#8a5d3c'):
    o = P(el(500, 792, 460, 118), '#1a0f0a', o=.4, b=26, t='translate(20 34)')
    o += P(lathe_path(500, [(770, 452), (796, 440)], .25), lin(cyl(c, .2, .5))) + E(500, 770, 452, 113, dk(c, .15)) + E(500, 772, 434, 104, lin([lt(c, .3), c, dk(c, .2)], 0, 0, 1, .6))
    r = random.Random(2)
    return o + clip(el(500, 772, 434, 104), *[S('M40 %gC300 %g 700 %g 960 %g' % (y, y + r.uniform(-6, 6), y + r.uniform(-6, 6), y), dk(c, .5), r.uniform(1, 2.5), o=.25) for y in range(672, 880, 8)]) + S('M48 770A452 113 0 0 0 952 770', lt(c, .6), 3, o=.5)


def steam(x, y, s=1):
    return at(x, y, s, 0, *[S('M%g 0C%g -50 %g -80 %g -150' % (a, a - 40, a + 44, a + 4), '#fff', 13, b=10, o=.6) for a in (-20, 22)])


def pictures():
    out = []
    save(out, studio('#e6ddd0'), tray(), at(430, 770, 1.05, 0, teapot()), at(700, 842, .95, 0, cup()), at(250, 850, .95, 0, cup()), steam(700, 718), crop=(10, 190, 960, 800))
    save(out, tabletop('#b7c2b4', '#a3754d', 560), at(500, 830, 1.4, 0, teapot()), crop=(0, 230, 1000, 740))
    save(out, tabletop('#e3d3b8', '#b98a63', 500), at(640, 640, 1.0, 0, cup()), at(330, 820, 2.4, 0, cup()), steam(330, 500, 1.6), at(770, 800, 1.5, 0, cup(tea=False)))
    return out
