from kit_extra import *

O = '#f58a1f'


def tangerine(x, y, r, lf=False, a=0):
    rnd = random.Random(int(x * 3 + y))
    o = E(r * .12, r * .3, r * .96, r * .86, '#3a1606', o=.35, b=r * .12)
    o += E(0, 0, r, r * .9, rad([(0, '#ffd08a'), (.28, '#ffa63c'), (.62, O), (.9, '#c95a0c'), (1, '#d96a14')], .36, .3, .75))
    o += clip(el(0, 0, r, r * .9), *[E(rnd.uniform(-r, r), rnd.uniform(-r * .9, r * .9), r * .018, None, '#b5500a', o=.35) for _ in range(46 if r > 110 else 0)], P(el(0, 0, r, r * .9), 'none', s='#ffd9a0', w=r * .1, b=r * .07, o=.55, t='translate(%g %g)' % (-r * .03, -r * .02)))
    o += E(-r * .36, -r * .4, r * .22, r * .13, '#fff', o=.75, b=r * .06, t='rotate(-30 %g %g)' % (-r * .36, -r * .4))
    o += E(r * .06, -r * .55, r * .22, r * .1, '#b5500a', o=.4, b=r * .06) + E(r * .06, -r * .57, r * .1, r * .05, '#5f8a3c')
    if lf:
        o += S('M%g %gq4 -12 10 -20' % (r * .06, -r * .57), '#6a7f3a', r * .07) + leaf(r * .08, -r * .6, r * .85, r * .24, -24, '#4f9a4a') + leaf(r * .06, -r * .62, r * .7, r * .2, -150, '#63ab55')
    return at(x, y, 1, a, o)


def carton(yaw=28, pitch=26, cx=500, cy=780, s=1.0, full=True):
    c = Cam(cx, cy, s, yaw, pitch)
    K = '#d9a873'
    W, H, D = 300, 260, 210
    o = G(c.top(-W, 0, -D, R(-10, -10, 2 * W + 20, 2 * D + 20, 10, '#1c0f0a', o=.55, b=22)), t='translate(22 12)')
    # inside
    o += P(c.q((-W, H, -D), (W, H, -D), (W, H - 120, -D), (-W, H - 120, -D)), dk(K, .35)) + P(c.q((W if yaw > 0 else -W, H, -D), (W if yaw > 0 else -W, H, D), (W if yaw > 0 else -W, H - 120, D), (W if yaw > 0 else -W, H - 120, -D)), dk(K, .25))
    # back flaps
    o += P(c.q((-W, H, -D), (W, H, -D), (W - 10, H + 70, -D - 110), (-W + 10, H + 70, -D - 110)), lin([lt(K, .3), dk(K, .05)], 0, 0, 1, 1))
    sx = W if yaw > 0 else -W
    o += P(c.q((sx, H, -D), (sx, H, D), (sx * 1.4, H + 50, D - 10), (sx * 1.4, H + 50, -D + 10)), lin([lt(K, .2), dk(K, .12)], 0, 0, 1, 1))
    fruit = []
    r = 62
    for j in range(4):
        for i in range(6):
            fruit.append((-W + 52 + i * 99 + (j % 2) * 4, H - 34 + (10 if (i + j) % 3 == 0 else 0), -D + 56 + j * 101, (i * 5 + j * 3) % 4 == 0))
    for j in range(3):
        for i in range(5):
            fruit.append((-W + 104 + i * 98, H + 34 + 8 * ((i + j) % 2), -D + 100 + j * 98, (i + j * 2) % 3 == 0))
    for i in range(3):
        fruit.append((-120 + i * 118, H + 96, -20 + (i % 2) * 40, i != 1))
    for x, y, z, l in sorted(fruit, key=lambda f: c.depth(*f[:3]) + f[1] * .6):
        p = c.p(x, y, z)
        o += tangerine(p[0], p[1], r * s, l, (x * 7 + z) % 40 - 20)
    # near walls
    xs = -W if yaw > 0 else W
    o += P(c.q((xs, H, -D), (xs, H, D), (xs, 0, D), (xs, 0, -D)), lin([lt(K, .2), K, dk(K, .1)] if yaw > 0 else [dk(K, .2), dk(K, .36)], 0, 0, 1, 1))
    o += P(c.q((-W, H, D), (W, H, D), (W, 0, D), (-W, 0, D)), lin([lt(K, .22), K, dk(K, .12)] if yaw < 0 else [dk(K, .04), dk(K, .2)], 0, 0, 1, 1))
    art = R(30, 50, 540, 180, 12, '#f07f1c') + R(40, 60, 520, 160, 8, 'none', s='#fff3dc', w=4) + T(350, 172, '제주 감귤', 92, '#fffaf0', 900) + T(350, 210, 'JEJU TANGERINE', 22, '#ffe3b8', 700, spacing=7) + E(120, 146, 50, 46, '#ffb04a') + E(106, 130, 14, 9, '#fff', o=.7) + leaf(122, 102, 52, 14, -24, '#5f9a3c') + leaf(118, 102, 40, 12, -150, '#7ab552')
    o += c.front(-W, H, D, R(0, 0, 2 * W, H, 0, 'none'), art)
    sd = T(210, 130, '10kg', 66, '#a8561a', 800) + R(120, 160, 180, 8, 4, '#a8561a') + E(210, 205, 44, 20, '#7a4a22', o=.7)
    o += c.side(xs, H, -D if yaw > 0 else D, sd)
    # front flaps hang down a little
    a, b, e = c.p(-W, H, D), c.p(W, H, D), c.p(xs, H, -D)
    m = c.p(xs, H, D)
    o += S(poly([a, b], False), lt(K, .65), 7) + S(poly([m, e], False), lt(K, .55), 7) + S(poly([a, b], False), dk(K, .3), 2, t='translate(0 4)', o=.6)
    n = c.p(xs, 0, D)
    return o + S(poly([m, n], False), '#fff', 2.5, o=.5)


def peeled(x, y, s=1):
    o = E(14, 40, 190, 56, '#3a1606', o=.35, b=18)
    # peel, opened like a star
    for a in (170, 10, 90, 130, 50):
        o += at(0, 30, 1, 0, G(P('M0 0C50 -46 130 -54 184 -10C140 46 60 50 0 0Z', lin(['#fff3d6', '#ffe0a8', '#f2b660'], 0, 0, 1, 1), s='#f08a20', w=7), t='scale(1 .5) rotate(%g)' % a))
    o += E(0, -32, 108, 96, rad(['#ffcf86', '#fca53c', '#e37714'], .38, .32, .75))
    seg = ''
    for k in range(-4, 5):
        u = k / 4.5
        seg += S('M%g -122C%g -80 %g 0 %g 62' % (u * 16, u * 150, u * 150, u * 22), '#fff0d0', 6.5, o=.9) + S('M%g -122C%g -80 %g 0 %g 62' % (u * 16 + 5, u * 150 + 6, u * 150 + 6, u * 22 + 4), '#c95f0c', 3, o=.4)
    rnd = random.Random(4)
    o += clip(el(0, -32, 108, 96), seg, *[S('M%g %gq%g %g %g %g' % (x0, y0, rnd.uniform(-14, 14), 9, rnd.uniform(-16, 16), rnd.uniform(12, 30)), '#fffaf0', 2.4, o=.75) for x0, y0 in [(rnd.uniform(-90, 90), rnd.uniform(-120, 30)) for _ in range(26)]], P(el(0, -32, 108, 96), 'none', s='#a8480a', w=26, b=12, o=.4, t='translate(-8 -8)'))
    return at(x, y, s, 0, o, E(-36, -86, 26, 13, '#fff', o=.7, b=5))


def slice_(x, y, s=1, a=0):
    """A segment lying on its side."""
    d = 'M-80 10C-70 -56 70 -56 80 10C50 34 -50 34 -80 10Z'
    return at(x, y, s, a, E(10, 24, 80, 18, '#3a1606', o=.35, b=9), solid(d, '#fba33a', 18, .5, .5), *[S('M%g 22Q%g -10 %g -32' % (k * 15, k * 16, k * 14), '#ffd9a0', 2.5, o=.7) for k in range(-4, 5)], S('M-78 12C-50 34 50 34 78 12', '#fff0d4', 5, o=.9))


def pictures():
    out = []
    save(out, studio('#b9d3c4', y=660), carton(24, 26, 505, 800, 1.0), crop=(60, 170, 880, 800), soft=.8)
    save(out, tabletop('#cfe0dc', '#b98a63', 540), tangerine(250, 620, 130, True, -8), tangerine(760, 610, 120, True, 12), tangerine(120, 720, 96), peeled(520, 800, 1.3), slice_(800, 850, .95, -12), slice_(880, 760, .8, 28), slice_(190, 890, .85, 10), crop=(30, 260, 940, 720))
    top = planks('#8a5f40', 0, 1000, 5, 2)
    K = '#d9a873'
    cr = R(70, 100, 860, 800, 14, '#140a04', o=.6, b=24, t='translate(20 26)') + R(70, 100, 860, 800, 14, lin([lt(K, .4), K, dk(K, .2)], 0, 0, 1, 1)) + R(104, 134, 792, 732, 8, '#5a3416') + R(104, 134, 792, 60, 8, '#1a0c04', o=.5, b=16)
    fr = ''.join(tangerine(186 + i * 157, 208 + j * 147, 84, (i * 3 + j * 2) % 4 == 0) for j in range(5) for i in range(5))
    save(out, top, cr, clip(rr(104, 134, 792, 732, 8), fr), R(104, 134, 792, 732, 8, 'none', s='#3a1e0a', w=8, o=.4), R(0, 0, 1000, 1000, 0, lin([(0, '#fff', .22), (.5, '#fff', 0), (1, '#1a0f08', .35)], 0, 0, 1, 1)), soft=.8)
    def half(x, y, s):
        o = E(12, 18, 150, 140, '#3a1606', o=.4, b=16) + E(0, 0, 150, 142, '#ef7f17') + E(0, 0, 140, 132, '#fff0d0') + E(0, 0, 132, 124, '#ffd690')
        for k in range(10):
            a = k * 36
            o += at(0, 0, 1, a, P('M10 0C40 -30 90 -44 122 -34C132 -14 132 14 122 34C90 44 40 30 10 0Z', rad([(0, '#ffc05a'), (.7, '#ff9d2e'), (1, '#f3841a')], .6, .4, .7)), *[S('M%g %gl22 %g' % (40 + j * 13, (j % 3 - 1) * 13, (j % 3 - 1) * 4), '#ffe0a0', 3.5, o=.7) for j in range(6)])
        return at(x, y, s, 0, o, E(0, 0, 13, 13, '#fff6e0'), E(-50, -60, 40, 20, '#fff', o=.4, b=9, t='rotate(-35 -50 -60)'))
    save(out, studio('#f0d79a', y=1200), tangerine(730, 310, 210, True, 6), half(350, 590, 1.75), slice_(760, 760, 1.3, -20), slice_(820, 640, 1.0, 30))
    return out
