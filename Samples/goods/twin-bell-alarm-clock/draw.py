from kit_extra import *


def clock(c='#d94f3d', h=10, m=10):
    o = ''
    # feet
    for sx in (-1, 1):
        o += tube('M%g 740L%g 836' % (500 + sx * 130, 500 + sx * 190), 34, '#b9bfc9') + ball(500 + sx * 192, 838, 24, '#c9ced6')
    # handle, bells, hammer
    o += tube('M372 250C380 110 620 110 628 250', 20, '#c4a15a', .8)
    for sx in (-1, 1):
        o += at(500 + sx * 172, 262, 1, sx * 34, R(-9, 0, 18, 70, 4, lin(metal())), P('M-118 20A118 108 0 0 1 118 20Q0 52 -118 20Z', lin(cyl('#d9b45f', .6, .6))),
                clip('M-118 20A118 108 0 0 1 118 20Q0 52 -118 20Z', E(-42, -40, 26, 44, '#fff', o=.85, b=10, t='rotate(28 -42 -40)'), S('M-118 22Q0 54 118 22', '#5a3d10', 10, o=.5, b=4)),
                S('M-117 20Q0 52 117 20', '#fff1c4', 3, o=.8), ball(0, -92, 15, '#c9ced6'))
    o += R(491, 190, 18, 90, 6, lin(metal())) + R(468, 176, 64, 36, 12, lin(cyl('#8f96a3'))) 
    # body
    o += E(500, 540, 296, 296, lin([lt(c, .35), c, dk(c, .5)], .1, 0, .9, 1))
    o += clip(el(500, 540, 296), E(500, 540, 296, 296, 'none', s='#fff', w=18, b=7, o=.7, t='translate(9 11)'), E(500, 540, 296, 296, 'none', s=dk(c, .8), w=40, b=18, o=.6, t='translate(-14 -18)'))
    o += E(500, 540, 252, 252, lin(metal('#cfd4db'), 0, 0, 1, 1)) + E(500, 540, 238, 238, '#2a2430') + E(500, 540, 234, 234, rad(['#fffefa', '#f8f2e4', '#e2d8c4'], .42, .38, .65))
    for k in range(60):
        a = math.radians(k * 6)
        q = k % 5 == 0
        o += S('M%g %gL%g %g' % (500 + 222 * math.cos(a), 540 + 222 * math.sin(a), 500 + (204 if q else 214) * math.cos(a), 540 + (204 if q else 214) * math.sin(a)), '#2f2a33', 6 if q else 2.4)
    for k in range(1, 13):
        a = math.radians(k * 30 - 90)
        o += T(500 + 172 * math.cos(a), 540 + 172 * math.sin(a) + 18, k, 50, '#2f2a33', 700)
    def hand(a, l, w, col, tail=26):
        d = 'M%g %gL%g %gL%g %gL%g %gZ' % (-w, tail, w, tail, w * .45, -l, -w * .45, -l)
        return at(506, 548, 1, a, P(d, '#000', o=.28, b=4)) + at(500, 540, 1, a, P(d, col))
    o += hand(205, 105, 4, '#d9a63a', 0) + hand(h * 30 + m / 2, 118, 11, '#26222b') + hand(m * 6, 178, 8, '#26222b') + hand(222, 190, 2.5, '#d94f3d', 44)
    o += ball(500, 540, 14, '#c9ced6')
    o += clip(el(500, 540, 234), P('M266 540A234 234 0 0 1 590 325C480 370 350 470 300 680Z', '#fff', o=.28, b=3)) + S(smooth(arc(500, 540, 224, 224, 200, 262), False), '#fff', 7, o=.6, b=4)
    return o


def pictures():
    out = []
    sh = shadow(510, 850, 200, 22, .35) + shadow(310, 850, 40, 12, .5) + shadow(694, 850, 40, 12, .5)
    save(out, studio('#8fbcc6'), sh, clock(), crop=(110, 100, 800, 820), soft=.8)
    bed = R(0, 0, 1000, 1000, 0, lin(['#f3d9c4', '#e3b79c', '#b98579'], 0, 0, 1, 1)) + P('M-50 100L420 -40L560 620L-50 760Z', '#fff3d8', o=.55, b=30)
    bed += R(0, 760, 1000, 240, 0, '#7b5239') + planks('#9a6a4a', 760, 240, 2, 5)
    mug = lathe(0, [(-170, 84), (-40, 84), (0, 62)], '#f4efe6', .26) + hole(0, -170, 84, 22, '#cfc7ba') + E(0, -164, 74, 17, '#6b432a')
    mug = S('M70 -130C150 -150 150 -30 66 -44', '#d8d0c2', 24) + S('M70 -132C146 -150 146 -34 66 -46', '#f7f2ea', 15) + mug
    st = ''.join(S('M%g -190C%g -240 %g -270 %g -330' % (x, x - 30, x + 36, x), '#fff', 12, b=9, o=.5) for x in (-26, 24))
    save(out, bed, at(790, 880, .95, 0, shadow(6, 2, 84, 20, .5), mug, st), G(sh, clock(h=7, m=0), t='translate(-10 150) scale(.86)'), crop=(60, 90, 920, 880))
    return out
