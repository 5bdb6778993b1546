from kit_extra import *

WD, RED, BLUE, YEL, GRN = '#dcae72', '#d9483b', '#2f7fb0', '#f2b632', '#4f9a5c'


def wheel(x, y, r, c=RED):
    o = E(x + 6, y + 4, r, r, dk(c, .6)) + E(x, y, r, r, lin([lt(c, .35), c, dk(c, .4)], 0, 0, 1, 1)) + E(x, y, r * .78, r * .78, 'none', s=dk(c, .4), w=4, o=.7) + E(x + 1, y + 2, r * .78, r * .78, 'none', s=lt(c, .5), w=2, o=.6)
    o += S(smooth(arc(x, y, r * .9, r * .9, 190, 275), False), '#fff', r * .1, b=r * .04, o=.7)
    return o + E(x + 2, y + 3, r * .3, r * .3, '#3a1a10', o=.4, b=3) + ball(x, y, r * .27, WD, .6)


def plank(x, y, w, h, c, r=10):
    o = solid(rr(x, y, w, h, r), c, min(24, h * .4), .5, .55)
    if c == WD:
        o += clip(rr(x, y, w, h, r), *[S('M%g %gC%g %g %g %g %g %g' % (x, y + k, x + w * .3, y + k + 5, x + w * .6, y + k - 5, x + w, y + k + 2), dk(c, .45), 1.6, o=.35) for k in range(5, int(h), 9)])
    return o


def loco():
    """Faces right; front wheel line at y = 0; about 400 long."""
    o = plank(-210, -96, 420, 44, WD)
    # boiler
    b = 'M-40 -244H150Q196 -244 196 -170Q196 -96 150 -96H-40Z'
    o += P(b, down([(0, dk(BLUE, .1)), (.2, lt(BLUE, .5)), (.4, BLUE), (.85, dk(BLUE, .5)), (1, dk(BLUE, .3))])) + clip(b, R(-40, -222, 240, 18, 9, '#fff', o=.5, b=6))
    o += ''.join(P('M%g -246H%gV-94H%gZ' % (x, x + 18, x), down([(0, dk(YEL, .1)), (.2, lt(YEL, .6)), (.45, YEL), (1, dk(YEL, .5))])) for x in (40, 108))
    o += E(184, -170, 24, 74, lin([lt(BLUE, .15), dk(BLUE, .35)], 0, 0, 1, 1)) + E(188, -170, 17, 56, lin([lt(WD, .4), dk(WD, .1)], 0, 0, 1, 1)) + ball(196, -170, 15, YEL, .9)
    # chimney, dome
    o += lathe(134, [(-334, 42), (-318, 44), (-300, 30), (-240, 26)], RED, .2, gloss=.5) + hole(134, -334, 42, 9, RED) + E(134, -334, 42, 9, 'none', s=lt(RED, .5), w=3)
    o += lathe(30, [(-286, 3), (-276, 24), (-256, 34), (-238, 34)], YEL, .2, gloss=.5)
    # cab
    o += plank(-206, -330, 172, 238, RED, 12) + P(rr(-176, -294, 112, 92, 14), dk(RED, .6)) + P(rr(-172, -290, 108, 88, 12), lin(['#cfe6ee', '#9cc3d3', '#6f9fb5'], 0, 0, 1, 1)) + P('M-172 -290H-110L-150 -202H-172Z', '#fff', o=.45)
    o += P('M-236 -326C-190 -372 -50 -372 -4 -326C-2 -316 -10 -310 -20 -310H-220C-230 -310 -238 -316 -236 -326Z', '#2a0a08', o=.35, b=6, t='translate(3 8)') + solid('M-236 -330C-190 -376 -50 -376 -4 -330C-2 -320 -10 -312 -20 -312H-220C-230 -312 -238 -320 -236 -330Z', GRN, 18, .5, .65)
    # cow catcher, coupling
    o += solid('M206 -92L262 -16H200V-92Z', YEL, 12, .5, .5) + tube('M-210 -72H-262', 13, '#8a8f99')
    return o + wheel(-120, -30, 66, RED) + wheel(40, -16, 52, BLUE) + wheel(156, -16, 52, BLUE)


def wagon(c, load):
    o = load + plank(-150, -96, 300, 42, WD) + plank(-150, -168, 300, 78, c, 12) + ''.join(S('M%g -160V-98' % x, dk(c, .4), 3, o=.5) for x in (-76, 0, 76)) + tube('M-150 -72H-196', 13, '#8a8f99')
    return o + wheel(-84, -16, 50, YEL) + wheel(84, -16, 50, YEL)


def blocks():
    o = ''
    for x, y, a, c, ch in ((-92, -208, -6, YEL, 'A'), (-8, -204, 4, RED, 'B'), (84, -212, -3, GRN, 'C'), (36, -280, 9, BLUE, '1')):
        o += at(x, y, 1, a, solid(rr(-40, -40, 80, 80, 10), '#ecd2a4', 16, .5, .6), R(-29, -29, 58, 58, 6, 'none', s=c, **{'stroke-width': 4}), T(0, 18, ch, 50, c, 800))
    return o


def logs():
    o = ''
    for x, y in ((-90, -190), (-28, -190), (34, -190), (96, -190), (-58, -238), (4, -238), (66, -238), (-26, -284), (36, -284)):
        o += E(x + 3, y + 4, 32, 32, '#3a1e0c', o=.4, b=4) + E(x, y, 31, 31, lin(['#a8713f', '#6a3f1c'], 0, 0, 1, 1)) + E(x, y, 25, 25, lin(['#f6dcae', '#d9b078'], 0, 0, 1, 1)) + ''.join(E(x, y, q, q, 'none', s='#a8713f', w=1.8, o=.7) for q in (7, 13, 19))
    return o


def track(y):
    o = ''.join(R(x, y + 4, 60, 30, 6, down(['#c08a55', '#8a5a34'])) for x in range(-30, 1040, 96))
    return o + R(-20, y - 8, 1040, 18, 5, down([lt(WD, .6), WD, dk(WD, .3)])) + R(-20, y + 26, 1040, 22, 5, down([lt(WD, .4), WD, dk(WD, .4)]))


def pictures():
    out = []
    save(out, studio('#a9cbd3', y=700), shadow(525, 812, 390, 26, .5), at(505, 806, 1.58, 0, loco()), crop=(20, 40, 960, 960))
    save(out, studio('#f1d694', y=560), R(-20, 716, 1040, 40, 10, '#5a3a10', o=.35, b=14), track(690), at(730, 688, .88, 0, loco()), at(345, 688, .82, 0, wagon(GRN, blocks())), at(52, 688, .82, 0, wagon(BLUE, logs())), crop=(0, 240, 1000, 640))
    return out
