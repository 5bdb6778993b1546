from kit_extra import *

L, D = '#e6c08a', '#5b3220'
W_, B_ = '#edcf9c', '#4a2819'


def turn(prof, c, y=0):
    return lathe(0, prof, c, .24, l=.5, d=.55, shade=.3, gloss=.35)


def foot(c, r=46):
    return lathe(0, [(-26, r * .82), (-18, r), (0, r)], c, .26, smoothit=False) + E(0, -26, r * .82, r * .2, lin([lt(c, .5), c], 0, 0, 1, 1)) + lathe(0, [(-44, r * .6), (-34, r * .74), (-24, r * .78)], c, .26) + S('M%g -18A%g %g 0 0 0 %g -18' % (-r, r, r * .26, r), lt(c, .6), 2, o=.6)


def piece(kind, c):
    o = shadow(5, -1, 50, 13, .5)
    if kind == 'p':
        o += foot(c, 44) + turn([(-104, 15), (-84, 17), (-56, 28), (-40, 34)], c) + turn([(-116, 24), (-110, 30), (-104, 24)], c) + ball(0, -138, 30, c, .6)
    if kind == 'r':
        o += foot(c, 48) + turn([(-124, 28), (-90, 27), (-60, 32), (-40, 38)], c) + lathe(0, [(-168, 38), (-128, 38), (-120, 30)], c, .26, smoothit=False) + E(0, -168, 38, 10, lt(c, .4)) + E(0, -168, 27, 7, dk(c, .6))
        o += ''.join(R(x - 5, -176, 10, 22, 1, dk(c, .5)) for x in (-18, 6, 26))
    if kind == 'n':
        d = 'M-38 -40C-40 -80 -22 -98 -14 -116C-34 -108 -48 -92 -62 -96C-76 -102 -74 -120 -62 -128C-50 -142 -44 -166 -22 -182L-16 -204L2 -184C40 -176 56 -130 52 -90C50 -70 42 -56 40 -40Z'
        o += foot(c, 48) + solid(d, c, 22, .55, .5) + clip(d, S('M4 -184C30 -170 44 -130 38 -60', dk(c, .5), 4, o=.7), *[S('M%g %gl26 %g' % (14 + k * 3.4, -174 + k * 21, 8 - k * 2), dk(c, .5), 3, o=.6) for k in range(6)], S('M-64 -106C-56 -104 -52 -108 -46 -114', dk(c, .65), 3.5)) + E(-26, -152, 5, 4, dk(c, .75)) + E(-27, -153, 1.6, 1.4, '#fff')
    if kind == 'b':
        o += foot(c, 46) + turn([(-132, 15), (-100, 17), (-62, 28), (-40, 35)], c) + turn([(-142, 26), (-135, 31), (-128, 24)], c) + turn([(-210, 4), (-196, 20), (-168, 28), (-142, 17)], c) + S('M4 -198L22 -172', dk(c, .65), 5) + ball(0, -214, 8, c)
    if kind == 'q':
        o += foot(c, 50) + turn([(-168, 18), (-120, 20), (-66, 31), (-40, 39)], c) + turn([(-178, 30), (-170, 35), (-162, 26)], c) + lathe(0, [(-224, 42), (-200, 30), (-178, 20)], c, .22, gloss=.4) + ''.join(ball(x, -226 + abs(x) * -.02, 8, c, .7) for x in (-36, -18, 0, 18, 36)) + ball(0, -238, 12, c, .7)
    if kind == 'k':
        o += foot(c, 52) + turn([(-180, 19), (-126, 21), (-68, 32), (-40, 40)], c) + turn([(-192, 32), (-183, 37), (-174, 27)], c) + lathe(0, [(-240, 40), (-216, 32), (-192, 20)], c, .22, gloss=.4) + disc(0, -240, 40, 9, c) + lathe(0, [(-256, 12), (-240, 22)], c, .3) + solid('M-6 -298H6V-284H22V-270H6V-252H-6V-270H-22V-284H-6Z', c, 7, .5, .6)
    return o


def board(c, S_=90, coords=True):
    n = 4 * S_
    m = n + 40
    o = G(c.top(-m, 0, -m, R(0, 0, 2 * m, 2 * m, 20, '#1c0f0a', o=.6, b=26)), t='translate(24 26)')
    o += c.box(-m, 0, -m, m, 44, m, '#8a5030', 6, .6)
    g = R(0, 0, 2 * m, 2 * m, 4, lin(['#a8693f', '#7d4728'], 0, 0, 1, 1)) + ''
    r = random.Random(2)
    for j in range(8):
        for i in range(8):
            k = (i + j) % 2
            col = mix(D if k else L, '#7a4a2c' if k else '#f4dcae', r.random() * .35)
            x, y = 40 + i * S_, 40 + j * S_
            g += R(x, y, S_ + .5, S_ + .5, 0, lin([lt(col, .14), col, dk(col, .08)], 0, 0, 1, 1))
    g += R(40, 40, 8 * S_, 8 * S_, 0, 'none', s='#e0b070', **{'stroke-width': 3}) + R(0, 0, 2 * m, 2 * m, 0, lin([(0, '#fff', .3), (.5, '#fff', 0), (1, '#1a0a04', .3)], 0, 0, 1, 1))
    if coords:
        g += ''.join(T(40 + (i + .5) * S_, 2 * m - 11, 'abcdefgh'[i], 22, '#f0d09a', 600) + T(20, 40 + (7 - i + .62) * S_, i + 1, 22, '#f0d09a', 600) for i in range(8))
    return o + c.top(-m, 44, -m, g)


START = {**{(i, 0): k + 'B' for i, k in enumerate('rnbqkbnr')}, **{(i, 1): 'pB' for i in range(8)}, **{(i, 6): 'pW' for i in range(8)}, **{(i, 7): k + 'W' for i, k in enumerate('rnbqkbnr')}}


def play(c, pos, k=.68, S_=90):
    o = ''
    for (i, j), v in sorted(pos.items(), key=lambda q: c.depth((q[0][0] - 3.5) * S_, 0, (q[0][1] - 3.5) * S_)):
        p = c.p((i - 3.5) * S_, 44, (j - 3.5) * S_)
        o += at(p[0], p[1] + 8 * c.s, k * c.s, 0, piece(v[0], W_ if v[1] == 'W' else B_))
    return o


def game():
    pos = dict(START)
    for a, b in (((4, 6), (4, 4)), ((4, 1), (4, 3)), ((6, 7), (5, 5)), ((1, 0), (2, 2)), ((5, 7), (2, 4)), ((6, 0), (5, 2))):
        pos[b] = pos.pop(a)
    return pos


def pictures():
    out = []
    c = Cam(500, 560, .83, 22, 40)
    save(out, studio('#9db8b4', y=1000), board(c), play(c, START), crop=(30, 90, 940, 880), soft=1.1)
    save(out, studio('#e3cfb0', y=700), at(330, 860, 2.5, 0, piece('n', W_)), at(680, 780, 2.1, 0, G(piece('n', B_), t='scale(-1 1)')))
    c3 = Cam(400, 440, 2.1, 34, 26)
    save(out, studio('#5b6b6c', y=1300, glow=.4), board(c3, coords=False), play(c3, game(), .72), soft=1.1)
    save(out, studio('#c9a98a', y=700), at(300, 800, 2.15, 0, piece('k', W_)), at(530, 860, 2.15, 0, piece('q', W_)), at(740, 800, 2.15, 0, piece('k', B_)), at(130, 860, 1.9, 0, piece('p', W_)), at(890, 880, 1.9, 0, piece('p', B_)), crop=(20, 60, 960, 900))
    # folded into its case
    c5 = Cam(480, 760, .92, 26, 30)
    o = G(c5.top(-400, 0, -210, R(0, 0, 800, 420, 20, '#1c0f0a', o=.6, b=24)), t='translate(24 20)')
    o += c5.box(-400, 0, -200, 400, 96, 200, '#8a5030', 6, .3) + c5.box(-400, 100, -200, 400, 196, 200, '#8a5030', 6, .6)
    g = ''.join(R(40 + i * 90, 20 + j * 90, 90, 90, 0, lin([lt(L if (i + j) % 2 else D, .14), L if (i + j) % 2 else D], 0, 0, 1, 1)) for i in range(8) for j in range(4)) + R(40, 20, 720, 360, 0, 'none', s='#e0b070', **{'stroke-width': 3}) + R(0, 0, 800, 400, 0, lin([(0, '#fff', .3), (.5, '#fff', 0), (1, '#1a0a04', .3)], 0, 0, 1, 1))
    o += c5.top(-400, 196, -200, g) + c5.front(-40, 128, 203, R(0, -4, 80, 64, 8, lin(metal('#d0a85c'))), E(40, 28, 12, 12, '#6a4a14'))
    for x, z, k, w in ((-230, -60, 'r', 'W'), (-60, 40, 'b', 'B'), (150, -40, 'q', 'W')):
        p = c5.p(x, 196, z)
        o += at(p[0], p[1] + 6, .92, 0, piece(k, W_ if w == 'W' else B_))
    save(out, tabletop('#b9c4c0', '#9a6a48', 560), o, at(830, 900, .9, 0, piece('n', B_)), crop=(20, 120, 960, 860))
    return out
