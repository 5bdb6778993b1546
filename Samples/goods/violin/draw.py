from kit_extra import *

BODY = ('M0 -262C70 -262 138 -226 138 -160C138 -120 124 -96 106 -84C112 -76 116 -72 122 -66C92 -56 80 -28 80 4C80 36 94 60 130 72C124 78 118 84 116 92C146 118 166 150 166 200C166 268 100 314 0 314'
        'C-100 314 -166 268 -166 200C-166 150 -146 118 -116 92C-118 84 -124 78 -130 72C-94 60 -80 36 -80 4C-80 -28 -92 -56 -122 -66C-116 -72 -112 -76 -106 -84C-124 -96 -138 -120 -138 -160C-138 -226 -70 -262 0 -262Z')
C = '#b5581f'


def varnish(back=False):
    r = random.Random(8)
    o = P(BODY, dk(C, .62), t='translate(5 8) scale(1.012)')
    o += P(BODY, rad([(0, '#f2a446'), (.45, '#cf6e25'), (.8, '#97401a'), (1, '#5a1f10')], -20, 0, 330, u=True))
    if back:
        g = ''.join(S('M%g %gC%g %g %g %g %g %g' % (s * 4, y, s * 60, y - 14 + r.uniform(-5, 5), s * 110, y - 30 + r.uniform(-6, 6), s * 170, y - 36), '#6d2a0e' if k % 2 else '#ffcf80', 9, o=.2, b=3) for s in (-1, 1) for k, y in enumerate(range(-270, 360, 13)))
    else:
        g = ''.join(S('M%g -270C%g -100 %g 100 %g 320' % (x, x + r.uniform(-3, 3), x + r.uniform(-3, 3), x + r.uniform(-3, 3)), '#6d2a0e', 3, o=.16, b=1) for x in range(-160, 170, 22))
    o += clip(BODY, g, P(BODY, 'none', s='#2a0a05', w=44, b=18, o=.55, t='translate(-8 -10)'), P(BODY, 'none', s='#ffe7b8', w=14, b=6, o=.75, t='translate(6 7)'),
              P(BODY, 'none', s='#2a0d06', w=2.6, t='scale(.945)', o=.85), P(BODY, 'none', s='#f2b060', w=1.4, t='scale(.955)', o=.8),
              E(-62, -170, 30, 54, '#fff', o=.32, b=12, t='rotate(20 -62 -170)'), E(-84, 180, 34, 74, '#fff', o=.34, b=14, t='rotate(12 -84 180)'), S('M0 -262V314', '#3a1208', 2, o=.7) if back else '')
    return o


def fhole(s):
    d = 'M62 -58C44 -66 36 -46 46 -34C62 -14 66 10 82 34C96 58 84 76 72 66'
    return G(S(d, '#1c0703', 8.5), ball_(62, -56, 9), ball_(74, 64, 11), S('M58 8L72 2', '#1c0703', 4), S(d, '#ffd99a', 1.6, o=.5, t='translate(4 3)'), t='scale(%d 1) translate(6 0)' % s)


def ball_(x, y, r):
    return E(x, y, r, r, '#1c0703')


def scroll(x=0, y=-630):
    """Head seen from the front: peg box, pegs and the eyes of the scroll."""
    o = ''
    for s, yy in ((-1, y + 20), (1, y + 52), (-1, y + 88), (1, y + 120)):
        o += tube('M0 %gH%g' % (yy, s * 46), 10, '#2c1a14') + at(s * 66, yy, 1, 0, solid('M-26 0C-22 -22 18 -26 26 -14V14C18 26 -22 22 -26 0Z' if s > 0 else 'M26 0C22 -22 -18 -26 -26 -14V14C-18 26 22 22 26 0Z', '#33201a', 10, .6, .6))
    d = 'M-19 %gL-23 %gC-26 %g -20 %g -28 %gC-46 %g -40 %g 0 %gC40 %g 46 %g 28 %gC20 %g 26 %g 23 %gL19 %gZ' % (y + 165, y + 60, y + 10, y - 10, y - 22, y - 50, y - 84, y - 86, y - 84, y - 50, y - 22, y - 10, y + 10, y + 60, y + 165)
    o += P(d, '#2a0d06', o=.4, b=6, t='translate(6 7)') + solid(d, '#a8501d', 14, .6, .6)
    o += P('M-11 %gV%gQ0 %g 11 %gV%gZ' % (y + 150, y + 6, y - 6, y + 6, y + 150), '#1f0a05') + ''.join(R(-11, yy - 4, 22, 8, 2, lin(cyl('#4a2e22'))) for yy in (y + 20, y + 52, y + 88, y + 120))
    for s in (-1, 1):
        o += E(s * 34, y - 46, 15, 19, lin(cyl('#a8501d', .5, .6))) + E(s * 34, y - 46, 8, 10, 'none', s='#4a1a0a', w=3) + E(s * 34, y - 46, 3, 4, '#4a1a0a')
    return o + S('M0 %gV%g' % (y - 80, y - 20), '#ffd9a0', 4, o=.5, b=2)


def front():
    o = varnish() + fhole(1) + fhole(-1)
    # tailpiece, chin rest
    o += solid('M-128 196C-150 232 -130 300 -70 296C-40 294 -22 280 -20 262C-40 250 -48 222 -60 206C-80 190 -110 180 -128 196Z', '#2b1c17', 16, .6, .5)
    tp = 'M-15 300L-32 150C-32 132 32 132 32 150L15 300Z'
    o += P(tp, '#1a0804', o=.5, b=6, t='translate(6 7)') + solid(tp, '#2f1f1a', 12, .6, .6) + S('M0 302V316', '#e8dcc0', 6)
    o += ''.join(ball(-21 + k * 14, 160, 5, '#c9ced6') for k in range(4))
    # neck and fingerboard
    o += P('M-24 -480L24 -480L30 -240H-30Z', lin(cyl('#b5622a', .5, .55)))
    fb = 'M-20 -470L20 -470L36 -72C20 -66 -20 -66 -36 -72Z'
    o += P(fb, '#1a0804', o=.5, b=7, t='translate(8 8)') + P(fb, lin([(0, '#15100f'), (.2, '#4a413e'), (.32, '#6d625d'), (.5, '#332b29'), (1, '#120d0c')]))
    o += scroll(0, -630) + R(-21, -476, 42, 9, 3, down(['#5a4a42', '#211815']))
    # bridge
    o += P('M-46 74C-40 50 -30 44 -34 26C-20 12 20 12 34 26C30 44 40 50 46 74H28C22 60 -22 60 -28 74Z', '#1a0804', o=.45, b=5, t='translate(6 8)')
    o += P('M-46 74C-40 50 -30 44 -34 26C-20 12 20 12 34 26C30 44 40 50 46 74H28C22 60 -22 60 -28 74Z', lin(['#f7dca6', '#dcae68', '#b58440'], 0, 0, 1, 1)) + E(0, 40, 8, 7, '#8a4a1c') + E(-20, 44, 4, 5, '#8a4a1c') + E(20, 44, 4, 5, '#8a4a1c')
    for k in range(4):
        x = -12 + k * 8
        o += S('M%g -470L%g 22L%g 158' % (x, -24 + k * 16, -21 + k * 14), '#1a0804', 2, o=.4, t='translate(3 3)') + S('M%g -470L%g 22L%g 158' % (x, -24 + k * 16, -21 + k * 14), '#f2ece0', 2.6 - k * .35)
        o += S('M%g -470L%g %g' % (x, (-6, 6, -6, 6)[k], (-610, -578, -542, -510)[k]), '#efe8da', 1.8)
    return o


def bow():
    return S('M-10 10L-4 -860', '#f4ead2', 9) + S('M-10 10L-4 -860', '#d8c9a8', 2, t='translate(3 0)') + tube('M16 60C18 -200 8 -640 2 -880', 13, '#8a3a1c', .7) + solid('M-20 -14H16V44H-14C-20 30 -24 0 -20 -14Z', '#241815', 8, .5, .6) + E(-2, 16, 7, 7, '#f3efe6') + tube('M16 -20V-90', 15, '#c9ced6', .8) + R(9, 44, 15, 26, 4, lin(metal())) + solid('M-10 -862C-8 -892 6 -900 12 -880L8 -862Z', '#8a3a1c', 8)


def pictures():
    out = []
    sh = G(flat_shadow(BODY + 'M-22 -700L22 -700L30 -240H-30Z', 30, 30, .5, 20))
    save(out, studio('#a9bfae', y=1200), at(382, 650, 1.0, 33, sh, front()), soft=.8)
    save(out, studio('#e2c9a6', y=1200), at(690, 900, 1, 14, P('M-12 0L-4 -870L14 -870L22 60Z', '#1a0804', o=.4, b=14, t='translate(24 20)'), bow()), at(350, 680, .93, -4, sh, front()), crop=(60, 0, 880, 1000))
    save(out, studio('#3d4a45', glow=.25), at(480, 500, 2.9, 24, G(front(), t='translate(0 -20)')), soft=.8)
    save(out, studio('#9fb0b8', y=1200), at(400, 1870, 2.5, 10, sh, front()))
    felt = '#23385e'
    outer, inner = rr(-250, -790, 500, 1180, 200), rr(-212, -752, 424, 1104, 170)
    case = (P(outer, '#1a1210', o=.5, b=24, t='translate(-30 30)') + solid(outer, '#5a3b2a', 40, .3, .5) + P(inner, lin([lt(felt, .18), felt, dk(felt, .35)], 0, 0, 1, 1))
            + clip(inner, P(inner, 'none', s='#0a1020', w=50, b=18, o=.7, t='translate(-14 14)')))
    save(out, planks('#a97c55', 0, 1000, 6, 9), R(0, 0, 1000, 1000, 0, lin([(0, '#fff', .3), (.5, '#fff', 0), (1, '#1a0f08', .4)], 0, 0, 1, 1)),
         at(668, 500, .8, -90, case, at(-20, 0, 1.06, 0, P(BODY, '#060a16', o=.6, b=16, t='translate(-12 20)'), front()), at(176, 130, .92, 0, P('M-8 0L-4 -870L8 -870L18 60Z', '#060a16', o=.5, b=8, t='translate(-8 8)'), bow())), crop=(0, 125, 1000, 750))
    return out
