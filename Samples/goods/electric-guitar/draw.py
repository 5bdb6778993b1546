from kit_extra import *

# The guitar stands upright: body centre at (0, 0), neck going up; about 1180 tall.
BODY = smooth([(0, -190), (60, -178), (118, -236), (150, -262), (166, -218), (140, -130), (142, -60), (190, 30), (214, 130), (170, 226), (60, 262), (-60, 262),
               (-176, 222), (-214, 120), (-188, 20), (-142, -64), (-146, -140), (-190, -250), (-186, -306), (-150, -296), (-112, -214), (-60, -178)])
HEAD = 'M-28 -740C-34 -770 -58 -780 -58 -800L-50 -965C-48 -990 -20 -1000 0 -985C20 -974 34 -980 40 -1000C48 -1016 64 -1010 62 -990L44 -800C42 -776 30 -768 28 -740Z'


def body(c1='#ffb648', c2='#b5231b'):
    o = P(BODY, dk(c2, .7), t='translate(7 9)')
    o += P(BODY, rad([(0, '#ffd36b'), (.34, '#f79a2e'), (.66, c2), (1, '#2a0b10')], 0, 10, 275, u=True))
    r = random.Random(5)
    g = ''.join(S('M%g -330C%g -150 %g 60 %g 280' % (x, x + r.uniform(-22, 22), x + r.uniform(-22, 22), x + r.uniform(-10, 10)), '#5a1606', r.uniform(2, 5), o=r.uniform(.08, .16), b=2) for x in range(-210, 224, 34))
    o += clip(BODY, g, P(BODY, 'none', s='#fff', w=10, b=4, o=.75, t='translate(5 6)'), P(BODY, 'none', s='#180408', w=34, b=14, o=.75, t='translate(-9 -12)'),
              P('M-230 -330L-60 -330L-170 290L-260 290Z', '#fff', o=.16, b=12), S('M-178 60C-196 140 -170 200 -110 226', '#fff', 12, b=7, o=.5))
    return o


def hardware():
    guard = smooth([(-40, -184), (40, -178), (100, -216), (134, -206), (118, -120), (112, -40), (150, 50), (160, 110), (110, 150), (60, 120), (10, 130), (-60, 110), (-96, 40), (-92, -50), (-84, -140)])
    o = P(guard, '#1c0a0a', o=.5, b=5, t='translate(4 6)') + P(guard, lin(['#fffdf4', '#f0e8d4', '#d9ceb4'], 0, 0, 1, 1)) + P(guard, 'none', s='#2b2420', w=2.5, o=.75) + P(guard, 'none', s='#fff', w=2, o=.7, t='translate(1.5 2)')
    for x, y in ((-66, 96), (-82, -120), (122, -196), (100, 138), (146, 96), (-92, 20), (104, -70)):
        o += ball(x, y, 4.5, '#b9bec7')
    for y, a in ((-128, 0), (-54, 0), (30, -12)):
        o += at(0, y, 1, a, R(-55, -19, 110, 38, 17, '#120b0b', o=.4, b=3, t='translate(3 4)'), R(-55, -19, 110, 38, 17, down(['#3b3638', '#1b181b'])), R(-50, -16, 60, 6, 3, '#fff', o=.25, b=2),
                *[E(-40 + k * 16, 1, 5, 5, lin(['#fff', '#a9afb9', '#6d7480'], 0, 0, 1, 1)) for k in range(6)])
    # bridge
    o += R(-62, 116, 124, 64, 8, '#000', o=.45, b=5, t='translate(4 6)') + R(-62, 116, 124, 64, 8, lin(metal('#c6cad2'), 0, 0, 1, .4))
    o += ''.join(R(-52 + k * 18, 128, 14, 40, 3, lin(['#f7f8fa', '#9aa1ad', '#d9dde3'])) for k in range(6))
    o += tube('M70 150C92 130 120 90 150 20', 8, '#c9ced6') + S('M146 30L156 4', '#f5f1e4', 15)
    # knobs, switch, jack
    for x, y in ((122, 30), (140, 84), (128, 128)):
        o += E(x + 4, y + 6, 20, 18, '#000', o=.4, b=4) + E(x, y, 19, 19, lin(['#fff9e8', '#d8cba8'], 0, 0, 1, 1)) + E(x, y - 2, 13, 13, lin(['#fffdf5', '#efe5cc'], 0, 0, 1, 1)) + S('M%g %gV%g' % (x, y - 14, y - 5), '#4a3b2c', 2.5)
    o += S('M102 -26L86 -44', '#cfd4db', 5) + E(85, -45, 8, 8, '#f4ecd6')
    o += P(el(168, 176, 26, 14), lin(metal('#c6cad2'), 0, 0, 1, 1), t='rotate(48 168 176)') + E(168, 176, 8, 8, '#1a1416')
    return o


def neck():
    w0, w1, y0, y1 = 27, 36, -740, -150
    f = poly([(-w0, y0), (w0, y0), (w1, y1), (-w1, y1)])
    o = P(f, '#120a08', o=.5, b=8, t='translate(10 8)')
    o += P(poly([(-w0 - 2, y0), (w0 + 2, y0), (w1 + 3, y1), (-w1 - 3, y1)]), '#d9a765') + P(f, lin([(0, '#5b3522'), (.2, '#7d4d33'), (.5, '#5e3725'), (1, '#2f1a12')]))
    L = 860
    for k in range(22):
        y = y0 + L * (1 - 2 ** (-k / 12))
        if y > y1:
            break
        w = w0 + (w1 - w0) * (y - y0) / (y1 - y0)
        o += R(-w, y - 2.2, 2 * w, 4.4, 2, lin(metal('#d5dae0')))
        if k in (2, 4, 6, 8, 11, 14, 16, 18, 20):
            yn = y0 + L * (1 - 2 ** (-(k + 1) / 12))
            ym = (y + yn) / 2
            o += ''.join(E(x, ym, 5.2, 5.2, lin(['#fffdf2', '#cfd8d4', '#f3ead6'], 0, 0, 1, 1)) for x in ((-14, 14) if k == 11 else (0,)))
    # head
    o += P(HEAD, '#120a08', o=.45, b=9, t='translate(10 10)') + solid(HEAD, '#dcab68', 14, .55, .6)
    r = random.Random(1)
    o += clip(HEAD, *[S('M%g -740C%g -820 %g -900 %g -1010' % (x, x + r.uniform(-5, 5), x - 5, x + 6), '#9b6a2e', 1.2, o=.4) for x in range(-54, 66, 18)])
    for k in range(6):
        x, y = -46 + k * 1.6 + 0, -806 - k * 30
        x = -54 + k * .9
        o += R(x - 52, y - 9, 30, 18, 9, lin(metal('#c9ced6'), 0, 0, 0, 1)) + R(x - 28, y - 4, 26, 8, 2, down(['#fff', '#8f96a2']))
        px = -26 + k * 8
        o += E(px + 2, y + 3, 12, 12, '#000', o=.35, b=2) + E(px, y, 11.5, 11.5, lin(metal('#d0d5dc'), 0, 0, 1, 1)) + E(px, y, 5, 5, lin(['#fff', '#878e9a'], 0, 0, 1, 1))
        o += S('M%g %gL%g -744' % (px + 4, y, -20 + k * 8), '#f1f3f6', 1.8 - k * .12)
    o += R(-29, -750, 58, 12, 3, down(['#fffdf4', '#dcd2b8']))
    return o


def strings():
    return ''.join(S('M%g -744L%g 150' % (-20 + k * 8, -45 + k * 18), '#2a1a12', 1.6, o=.5, t='translate(4 4)') + S('M%g -744L%g 150' % (-20 + k * 8, -45 + k * 18), '#eceff3', 2.6 - k * .26) for k in range(6))


def guitar():
    return body() + hardware() + neck() + strings()


def back():
    o = P(BODY, dk('#7a1512', .7), t='scale(-1 1) translate(7 9)')
    d = G(P(BODY, rad([(0, '#f0a040'), (.4, '#c9571f'), (.75, '#7a1512'), (1, '#22080c')], 0, 10, 290, u=True)),
          clip(BODY, P(BODY, 'none', s='#fff', w=12, b=5, o=.6, t='translate(-5 7)'), P(BODY, 'none', s='#180408', w=34, b=14, o=.7, t='translate(9 -12)'),
               *[S('M%g -330C%g -150 %g 60 %g 280' % (x, x + 16, x - 14, x + 6), '#4a1206', 4, o=.14, b=2) for x in range(-210, 224, 36)]), t='scale(-1 1)')
    nk = poly([(-27, -740), (27, -740), (34, -230), (30, -180), (-30, -180), (-34, -230)])
    nk = P(nk, lin(cyl('#dcab68', .5, .55))) + P('M-34 -232Q0 -270 34 -232V-150H-34Z', lin(cyl('#d6a25c', .4, .5)))
    plate = R(-44, -214, 88, 104, 10, '#000', o=.4, b=4, t='translate(3 5)') + R(-44, -214, 88, 104, 10, lin(metal('#c6cad2'), 0, 0, 1, 1)) + ''.join(ball(x, y, 8, '#aab0ba') for x in (-28, 28) for y in (-196, -128))
    cav = R(-62, -50, 124, 190, 14, '#000', o=.4, b=4, t='translate(3 4)') + R(-62, -50, 124, 190, 14, lin(['#3a3538', '#1a171a'], 0, 0, 1, 1)) + ''.join(R(-30 + k * 12, 30, 5, 60, 2, '#6b656a') for k in range(6)) + ''.join(ball(x, y, 6, '#aab0ba') for x in (-50, 50) for y in (-38, 128))
    return o + d + nk + plate + cav


def stand():
    return tube('M0 300L-150 560', 20, '#3a3d44') + tube('M0 300L150 560', 20, '#3a3d44') + tube('M0 120L20 520', 18, '#2d3036') + tube('M-120 300C-120 250 -90 240 -60 262M120 300C120 250 90 240 60 262', 16, '#3a3d44') + tube('M-120 300H120', 20, '#44474f')


def pictures():
    out = []
    bg = studio('#8fb4b5', y=1200, glow=.55)
    lay = lambda k, a, x, y: at(x, y, k, a, guitar())
    sh = lambda k, a, x, y: at(x, y, k, a, flat_shadow(BODY + HEAD + 'M-27 -740L27 -740L36 -150L-36 -150Z', 26, 30, .5, 22))
    save(out, bg, at(34, 46, 1, 0, sh(.80, 42, 322, 690)), lay(.80, 42, 322, 690), soft=1.1)
    wall = room('#c9a48a', '#7d5538', 800)
    amp = shadow(770, 905, 200, 26, .6) + R(590, 560, 360, 340, 22, lin(['#4a4038', '#2d2723'], 0, 0, 1, 1)) + R(590, 560, 360, 340, 22, 'none', s='#6d5f52', w=4) + R(612, 640, 316, 240, 10, lin(['#c9b48a', '#a08b62'], 0, 0, 1, 1)) + \
        ''.join(S('M612 %gH928' % y, '#6b5a38', 2, o=.55) for y in range(652, 880, 22)) + ''.join(S('M%g 640V880' % x, '#6b5a38', 2, o=.35) for x in range(626, 928, 22)) + R(612, 578, 316, 50, 6, lin(['#d9c48e', '#b09350'])) + ''.join(ball(644 + k * 44, 603, 14, '#2b2623') for k in range(6)) + ball(906, 603, 8, '#ff4d3a') + R(720, 540, 100, 24, 10, '#1f1b19')
    save(out, wall, amp, shadow(330, 930, 190, 24, .6), at(330, 610, .56, 0, stand()), at(330, 610, .56, -3, P(BODY, '#1a0a06', o=.5, b=16, t='translate(20 12)'), guitar()), crop=(60, 0, 900, 1000))
    save(out, bg, at(500, 500, 2.0, 24, guitar()), soft=1.1)
    save(out, studio('#38424f', glow=.25), at(360, 2390, 2.35, 10, guitar()))
    save(out, studio('#d9c9b2', y=1200), at(500, 600, 1.45, -14, flat_shadow(BODY, -10, 30, .5, 22), back()))
    return out
