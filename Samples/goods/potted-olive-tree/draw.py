from kit_extra import *


def tree():
    r = random.Random(21)
    o = ''
    bark = '#8a7560'
    br = [((500, 700), (486, 560), (516, 440), (500, 300), 34), ((503, 520), (450, 440), (400, 400), (350, 330), 18), ((505, 480), (570, 420), (610, 390), (660, 330), 17), ((502, 400), (450, 330), (430, 260), (420, 190), 12), ((502, 380), (560, 310), (570, 240), (586, 180), 12), ((430, 425), (390, 440), (350, 440), (300, 430), 9), ((580, 412), (640, 430), (680, 440), (720, 430), 9)]
    wood = ''.join(tube('M%g %gC%g %g %g %g %g %g' % (*a, *b, *c, *d), w, bark, .35) for a, b, c, d, w in br[1:])
    a, b, c, d, w = br[0]
    trunk = 'M474 720C478 620 462 560 486 480C498 420 488 360 492 300H510C516 370 524 430 516 490C506 560 536 620 530 720Z'
    wood += solid(trunk, bark, 22, .6, .4) + clip(trunk, *[S('M%g 720C%g 600 %g 520 %g 300' % (x, x - 22, x + 16, x * .4 + 300), dk(bark, .45), 3, o=.5) for x in range(478, 532, 9)])
    # crown: clusters of leaves, far ones dark
    crown = [(500, 240, 200, 160), (350, 330, 140, 120), (650, 330, 140, 120), (420, 180, 130, 110), (590, 180, 130, 110), (500, 380, 170, 90), (290, 410, 84, 70), (715, 412, 84, 70), (500, 120, 120, 80)]
    def inside(n, sh):
        for _ in range(n):
            cx, cy, rx, ry = r.choice(crown)
            q, a = r.random() ** .5, r.uniform(0, 6.283)
            yield cx + rx * q * math.cos(a) + sh, cy + ry * q * math.sin(a) + sh
    def lf(x, y, cols, k=1.4, rib=False):
        c = r.choice(cols)
        l = r.uniform(40, 62) * k
        w = l * .17
        ang = math.degrees(math.atan2(y - 420, x - 500)) + r.uniform(-75, 75)
        return at(round(x, 1), round(y, 1), 1, round(ang), P('M0 0C%.0f %.0f %.0f %.0f %.0f 0C%.0f %.0f %.0f %.0f 0 0Z' % (l * .25, -w, l * .7, -w * .8, l, l * .7, w * .8, l * .25, w), c), S('M3 0H%.0f' % (l * .9), lt(c, .45), 2, o=.6) if rib else '')
    back = ''.join(lf(x, y, ['#4c5f45', '#566a4c', '#435640']) for x, y in inside(150, 10))
    mid = ''.join(lf(x, y, ['#6f8a5f', '#7d9668', '#647f57']) for x, y in inside(150, 0))
    def oliv(n):
        return ''.join(at(x, y, 1, 0, S('M0 -16V-6', '#6f7f4a', 2.5), ball(0, 6, 12, r.choice(['#7f9438', '#5a4a5e', '#8fa046']), .7, ry=15)) for x, y in list(inside(n, 0)))
    front = ''.join(lf(x, y, ['#93aa7c', '#a5b98e', '#839c6d', '#b5c6a2'], rib=True) for x, y in inside(100, -14) if x + y < 900)
    o += shadow(510, 900, 170, 30, .5)
    # soil and pot
    pot = [(668, 172), (700, 166), (800, 150), (880, 122), (896, 116)]
    c = '#d9c9b0'
    o += E(500, 668, 172, 36, dk(c, .3))
    o += E(500, 672, 158, 29, '#4a3526') + clip(el(500, 672, 158, 29), *[E(r.uniform(345, 655), r.uniform(646, 700), r.uniform(6, 14), r.uniform(4, 8), r.choice(['#6a4d38', '#3a281c', '#7d6048'])) for _ in range(24)])
    o += back + wood + mid + oliv(17) + front + oliv(8)
    rimfront = 'M320 668A180 38 0 0 0 680 668L676 704A180 38 0 0 1 324 704Z'
    body = lathe_path(500, [(690, 166), (800, 148), (880, 120), (896, 114)], .2)
    keep = 'M0 668H320A180 38 0 0 0 680 668H1000V1000H0Z'
    o += clip(keep, P(body, lin(cyl(c, .5, .45))), clip(body, *[S('M320 %gQ500 %g 680 %g' % (y, y + 62, y), dk(c, .35), 4, o=.35) for y in range(740, 870, 22)], P('M320 700Q500 770 680 700V730Q500 790 320 730Z', '#2a1a0e', o=.35, b=8), S('M390 760C394 810 402 850 412 890', '#fff', 20, b=9, o=.5)),
              P(rimfront, lin(cyl(c, .55, .45))), S('M320 668A180 38 0 0 0 680 668', '#fff', 4, o=.8))
    return o


def pictures():
    out = []
    save(out, room('#dfc9b8', '#a9805c', 800), at(20, 34, .96, 0, tree()), crop=(40, 0, 920, 1000), soft=.8)
    return out
