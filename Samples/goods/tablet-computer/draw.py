from kit_extra import *


def wallpaper():
    o = R(0, 0, 700, 500, 0, lin(['#16264d', '#4b3f8c', '#d5628a', '#ffb37a'], 0, 0, .5, 1))
    o += E(520, 330, 95, 95, rad(['#fff6d6', '#ffd99a', '#ffb37a'])) + E(520, 330, 190, 190, rad([(0, '#ffe7b0', .7), (1, '#ffe7b0', 0)]))
    for y, c, pts in ((0, '#8a4a86', [(0, 380), (90, 300), (170, 350), (280, 250), (390, 350), (500, 300), (620, 370), (700, 320)]), (0, '#5b3672', [(0, 430), (120, 370), (240, 420), (360, 360), (480, 430), (600, 380), (700, 420)]), (0, '#2f2455', [(0, 470), (150, 420), (300, 465), (430, 425), (560, 470), (700, 440)])):
        o += P(smooth(pts, False) + 'L700 500L0 500Z', down([lt(c, .15), dk(c, .2)]))
    r = random.Random(3)
    return o + ''.join(E(r.uniform(0, 700), r.uniform(0, 200), r.uniform(.8, 2), None, '#fff', o=.7) for _ in range(50))


def apps():
    o, cols = '', ['#ff6b5e', '#ffb02e', '#38b48b', '#3c8dff', '#9b6bff', '#ff7fb2', '#22b8cf', '#8fce3c']
    sym = [lambda: E(0, 0, 15, 15, 'none', s='#fff', w=5), lambda: P('M-14 -8H14L0 14Z', '#fff'), lambda: R(-14, -11, 28, 22, 5, '#fff'), lambda: P('M0 -16L14 8H-14Z', '#fff'), lambda: S('M-12 10L-4 -8L4 4L12 -12', '#fff', 5),
           lambda: P('M0 14C-24 -4 -12 -18 0 -7C12 -18 24 -4 0 14Z', '#fff'), lambda: S('M-14 -8H14M-14 2H14M-14 12H4', '#fff', 5), lambda: ''.join(E(x, y, 4, 4, '#fff') for x in (-10, 0, 10) for y in (-10, 0, 10))]
    for k in range(8):
        x, y = 130 + (k % 4) * 146, 150 + (k // 4) * 130
        c = cols[k]
        o += R(x - 34, y - 34, 68, 68, 18, '#000', o=.25, b=6, t='translate(2 5)') + R(x - 34, y - 34, 68, 68, 18, down([lt(c, .25), c, dk(c, .08)])) + at(x, y, 1, 0, sym[k]())
    o += R(160, 420, 380, 62, 24, '#fff', o=.28) + ''.join(R(186 + k * 88, 428, 46, 46, 13, down([lt(c, .3), c])) for k, c in enumerate(('#3cc26b', '#f4f4f8', '#ff8a3c', '#3b78ff')))
    return o + T(52, 44, '10:08', 24, '#fff', 600, 'start') + R(620, 26, 40, 18, 5, 'none', s='#fff', w=2.5) + R(623, 29, 27, 12, 3, '#fff')


def slab(art, c='#c3c8d0', w=780, h=560):
    """Flat tablet, front up, corner at the origin; put on a plane by the camera."""
    o = R(0, 0, w, h, 44, '#15161b') + R(3, 3, w - 6, h - 6, 42, 'none', s='#5a5e68', w=2.5)
    scr = rr(36, 36, w - 72, h - 72, 16)
    o += clip(scr, G(art, t='translate(36 36) scale(%g %g)' % ((w - 72) / 700, (h - 72) / 500)), P('M0 0H%g L%g %gH0Z' % (w * .62, w * .2, h), '#fff', o=.09))
    return o + E(w / 2, 19, 5, 5, '#2c3550')


def placed(cam, y0, art, c='#c3c8d0', th=22, w=780, h=560):
    x, z = -w / 2, -h / 2
    o = ''
    for k in range(0, th + 1, 1):
        col = c if k < th else '#15161b'
        o += cam.top(x, y0 + k, z, R(0, 0, w, h, 44, dk(c, .45) if k < 3 else (lt(c, .5) if k == th - 1 else mix(c, dk(c, .25), k / th))))
    return o + cam.top(x, y0 + th, z, slab(art, c, w, h))


def stylus(a=0):
    return R(-6, -9, 470, 18, 9, down(['#fff', '#f1f1f3', '#b9bcc4'])) + P('M464 -9L510 -2V2L464 9Z', down(['#fff', '#c5c8cf'])) + E(510, 0, 3, 2.5, '#555') + R(40, -9, 4, 18, 0, '#b5b8c0') + R(0, -7, 420, 4, 2, '#fff', o=.9)


def sketch():
    o = R(0, 0, 700, 500, 0, '#fbf8f1') + R(0, 0, 56, 500, 0, '#2b2e36') + ''.join(E(28, 60 + k * 46, 14, 14, c) for k, c in enumerate(('#fff', '#ff6b5e', '#ffb02e', '#38b48b', '#3c8dff', '#9b6bff')))
    o += at(390, 400, 1, 0, *[S('M0 0C%g -80 %g -140 %g -230' % (a * .2, a * .6, a), '#4c8a5a', 6) for a in (-110, 0, 100)], *[leaf(a * .4, -110, 90, 20, -90 + a * .7 + q, '#58a06a') for a in (-110, 0, 100) for q in (-50, 50)])
    for a, c in ((-110, '#ff7a6b'), (0, '#ffb02e'), (100, '#8f7bff')):
        o += at(390 + a, 165 + abs(a) * .05, 1, 0, *[leaf(0, 0, 66, 20, k * 36, c) for k in range(10)], ball(0, 0, 17, '#5b3a2c', .3))
    return o


def pictures():
    out = []
    cam = Cam(505, 520, .98, 24, 50)
    sh = G(cam.top(-380, 0, -270, R(0, 0, 780, 560, 60, '#1d1830', o=.5, b=24)), t='translate(24 34)')
    save(out, studio('#b9cbd8', y=900), sh, placed(cam, 0, wallpaper() + apps()))
    c2 = Cam(480, 520, 1.0, -18, 58)
    save(out, planks('#b98a63', 0, 1000, 6, 4), R(0, 0, 1000, 1000, 0, lin([(0, '#fff', .35), (.5, '#fff', 0), (1, '#1a0f08', .35)], 0, 0, 1, 1)),
         G(c2.top(-380, 0, -270, R(0, 0, 780, 560, 60, '#1d0f08', o=.6, b=22)), t='translate(20 28)'), placed(c2, 0, sketch()), at(520, 610, 1.02, -38, R(0, 14, 480, 14, 7, '#1d0f08', o=.4, b=9), G(stylus(), t='translate(500 0) scale(-1 1)')))
    # back, leaning
    cb = '#c3c8d0'
    d = rr(0, 0, 780, 560, 46)
    bk = P(d, lin([lt(cb, .55), cb, dk(cb, .14)], 0, 0, 1, 1)) + clip(d, P('M0 0H320L60 560H0Z', '#fff', o=.25, b=20), P(d, 'none', s='#fff', w=9, b=2, o=.9, t='translate(2 3)'), P(d, 'none', s='#5b6272', w=14, b=6, o=.6, t='translate(-4 -5)'))
    bk += E(72, 72, 34, 34, lin(['#9aa0ab', '#e3e6ea'], 0, 0, 1, 1)) + E(72, 72, 27, 27, '#14161c') + E(72, 72, 16, 16, rad(['#3c5a8c', '#1a2440', '#0b0d14'])) + E(66, 65, 5, 4, '#fff', o=.9) + E(128, 72, 10, 10, '#fff6d8') + E(128, 72, 10, 10, 'none', s='#8f95a1', w=2)
    bk += ''.join(E(300 + k * 26, 530, 5, 5, '#7d8492') for k in range(8))
    bk += at(390, 280, 1, 0, E(0, 0, 40, 40, 'none', s=dk(cb, .18), w=7), E(0, 0, 12, 12, dk(cb, .18)))
    save(out, studio('#e0b9a4', y=760), shadow(520, 812, 400, 30, .5), at(110, 250, 1, 0, G(bk, t='matrix(1 .02 -.02 1 0 0)')))
    return out
