from kit_extra import *


def kite():
    top, bot, l, r, c = (0, -330), (0, 400), (-270, -70), (270, -70), (0, -70)
    cols = {'tl': '#ef5b45', 'tr': '#f7b733', 'bl': '#2f9fb5', 'br': '#3b6fc2'}
    o = ''
    for k, (p, q) in {'tl': (l, top), 'tr': (top, r), 'bl': (bot, l), 'br': (r, bot)}.items():
        m = ((p[0] + q[0]) / 2 * .955, (p[1] + 70 + q[1] + 70) / 2 * .955 - 70)
        d = 'M%g %gL%g %gQ%g %g %g %gZ' % (*c, *p, *m, *q)
        col = cols[k]
        o += P(d, lin([lt(col, .4), col, dk(col, .22 if 'r' in k else .08)], 0, 0, 1, 1))
        o += clip(d, P(d, 'none', s='#fff', w=16, b=7, o=.45, t='translate(5 6)'), P(d, 'none', s=dk(col, .6), w=24, b=12, o=.4, t='translate(-6 -7)'), S('M%g %gQ%g %g %g %g' % (c[0], c[1], m[0] * .3, m[1] * .3 - 40, *m), '#fff', 26, b=16, o=.3))
        o += S('M%g %gQ%g %g %g %g' % (*p, *m, *q), '#fff8ea', 7) + S('M%g %gQ%g %g %g %g' % (*p, *m, *q), dk(col, .3), 1.6, dash='7 6')
    o += E(0, -70, 92, 92, '#fff8ea') + E(0, -70, 82, 82, rad(['#ffe27a', '#f7b733', '#ef8a2e'], .4, .35, .7)) + E(-28, -84, 8, 11, '#4a2a14') + E(28, -84, 8, 11, '#4a2a14') + S('M-36 -50Q0 -16 36 -50', '#4a2a14', 7) + E(-50, -56, 12, 8, '#f26b4e', o=.6) + E(50, -56, 12, 8, '#f26b4e', o=.6)
    o = G(o)
    o += S('M0 -336V-160M0 20V404', '#6a4324', 8) + S('M-2 -336V-160M-2 20V404', '#d9a86c', 3) + S('M-274 -70H-92M92 -70H274', '#6a4324', 8) + S('M-274 -72H-92M92 -72H274', '#d9a86c', 3)
    return o + ''.join(ball(x, y, 8, '#f6ecd8') for x, y in (top, bot, l, r))


def bow(x, y, a, c):
    d = 'M0 0C-20 -34 -62 -40 -66 -14C-70 18 -26 22 0 0C20 -34 62 -40 66 -14C70 18 26 22 0 0Z'
    return at(x, y, 1, a, P(d, '#1c3a5c', o=.25, b=6, t='translate(6 10)'), solid(d, c, 14, .5, .6), ball(0, -2, 13, dk(c, .1), .5))


def pictures():
    out = []
    sky = R(0, 0, 1000, 1000, 0, down(['#3f9be0', '#7cc3f0', '#c9e8f8'])) + E(140, 100, 420, 330, '#fff6d6', o=.7, b=80)
    def cloud(x, y, s):
        return at(x, y, s, 0, *[E(dx, dy, r, r * .8, lin(['#ffffff', '#e6f1f8', '#c3dcec'], 0, 0, .4, 1), b=7) for dx, dy, r in ((-120, 20, 70), (-50, -20, 90), (50, -10, 84), (120, 24, 62), (0, 36, 110))], E(0, 70, 190, 34, '#b5d3e8', o=.5, b=16))
    sky += cloud(820, 170, .9) + cloud(130, 640, .8) + cloud(900, 620, .6)
    hills = P('M0 930Q220 850 460 910T1000 880V1000H0Z', down(['#8cc576', '#5f9a54'])) + P('M0 970Q300 910 600 960T1000 950V1000H0Z', down(['#6fb05f', '#437f45']))
    tail = [(560, 700), (600, 770), (540, 830), (640, 880), (740, 850), (800, 910)]
    p = smooth([(531, 690), (575, 745), (545, 815), (600, 870), (690, 850), (760, 885), (840, 850)], False)
    t = S(p, '#f6ecd8', 6)
    t += bow(570, 752, 70, '#ef5b45') + bow(560, 836, 30, '#f7b733') + bow(656, 862, -14, '#2f9fb5') + bow(764, 884, 12, '#3b6fc2')
    line = S('M470 395C420 620 260 820 60 960', '#fff', 2.6, o=.9)
    save(out, sky, hills, t, line, at(450, 378, .94, -12, P('M0 -330L270 -70L0 400L-270 -70Z', '#1c3a5c', o=.22, b=26, t='translate(34 44)'), kite()))
    return out
