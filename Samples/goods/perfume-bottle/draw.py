from kit_extra import *


def bottle():
    outer = rr(262, 400, 476, 440, 66)
    inner = rr(300, 440, 400, 352, 40)
    liq = 'M300 520Q500 540 700 520V752Q700 792 660 792H340Q300 792 300 752Z'
    o = P(outer, lin([(0, '#d9c7d6', .85), (.5, '#fbf3f6', .7), (1, '#c3a6ba', .9)], 0, 0, 1, 1))
    o += clip(outer, P(outer, 'none', s='#fff', w=26, b=6, o=.9, t='translate(6 8)'), P(outer, 'none', s='#8d6a86', w=30, b=10, o=.55, t='translate(-8 -10)'))
    o += P(inner, lin(['#fff4f3', '#f7dfe0', '#e9c3c9'], 0, 0, 1, 1), o=.9)
    o += P(liq, lin([(0, '#e8899a'), (.25, '#f8b9ab'), (.6, '#f0958f'), (1, '#c45f79')], 0, 0, 1, .6)) + E(500, 522, 200, 12, lin(['#ffd9cf', '#f2a49c'], 0, 0, 1, 0))
    o += clip(inner, P('M300 440H430L340 800H300Z', '#fff', o=.3, b=4), P('M470 440H520L430 800H380Z', '#fff', o=.22, b=4), P(inner, 'none', s='#8a2f4a', w=26, b=12, o=.4, t='translate(-6 -8)'), E(620, 730, 90, 50, '#ffe0d0', o=.55, b=22))
    o += S('M500 400V770', '#fff', 9, o=.5) + S('M503 400V770', '#b5626f', 3, o=.5)
    o += P(inner, 'none', s='#fff', w=3, o=.75) + P(outer, 'none', s='#fff', w=4, o=.85)
    o += P(smooth([(276, 470), (284, 430), (330, 414), (400, 412)], False), 'none', s='#fff', w=13, cap=1, b=3) + S('M722 500V740', '#fff', 7, o=.7, b=2) + S('M282 520V760', '#fff', 8, o=.8, b=2)
    # label
    o += R(404, 590, 192, 130, 6, '#5a2438', o=.35, b=6, t='translate(3 6)') + R(404, 590, 192, 130, 6, lin(['#fffdf8', '#f6ecdf', '#e9d8c6'], 0, 0, 1, 1)) + R(413, 599, 174, 112, 3, 'none', s='#c79a5a', w=2)
    o += T(500, 655, 'Rosée', 42, '#5a2a3c', 500) + T(500, 690, 'EAU DE PARFUM', 12.5, '#8a5a62', 600, spacing=2.5)
    # collar and cap
    o += lathe(500, [(352, 70), (404, 74)], '#d0a860', .16, fill=lin(metal('#dcb56c')), smoothit=False)
    cap = 'M396 214Q396 190 420 190H580Q604 190 604 214V350Q500 376 396 350Z'
    o += P(cap, lin(metal('#dfb872'))) + clip(cap, R(396, 190, 210, 26, 0, '#fff3d0', o=.6, b=6), P(cap, 'none', s='#5a3a10', w=20, b=8, o=.5, t='translate(-4 -6)'), R(430, 190, 22, 170, 0, '#fff', o=.7, b=5))
    o += S('M398 336Q500 362 602 336', '#7a5518', 3, o=.6) + S('M420 192H580', '#fff6dc', 4)
    return o


def rose(x, y, s=1, c='#ef8f9c'):
    o = ''.join(leaf(0, 0, 150, 44, a, '#6f9a63') for a in (160, 30, 205))
    for k, (r, t) in enumerate(((100, 0), (84, 25), (68, 60), (50, 10), (33, 45))):
        for j in range(5):
            a = math.radians(j * 72 + t)
            cc = mix(c, '#c2485f', k * .16)
            px, py = r * .46 * math.cos(a), r * .42 * math.sin(a)
            o += E(px, py, r * .62, r * .56, rad([(0, lt(cc, .1)), (.6, cc), (.92, dk(cc, .2)), (1, lt(cc, .35))], .6 - .1 * math.cos(a), .6 - .1 * math.sin(a), .6), t='rotate(%g %g %g)' % (j * 72 + t, px, py))
    o += S('M-12 4C-16 -14 10 -18 14 -2C16 14 -6 16 -6 4C-6 -4 4 -6 6 0', '#9c2f48', 4, o=.8)
    return at(x, y, s, 0, E(10, 50, 130, 50, '#3a1424', o=.3, b=16), o)


def pictures():
    out = []
    save(out, studio('#d7b7c4', y=720), shadow(512, 842, 246, 30, .5), E(620, 872, 200, 30, '#ff9fa8', o=.35, b=20), bottle(), crop=(90, 80, 820, 820))
    marble = R(0, 0, 1000, 1000, 0, lin(['#3a3342', '#5a4a5c', '#2a2330'], 0, 0, 1, 1)) + E(300, 250, 520, 420, '#a97f92', o=.55, b=90)
    marble += R(0, 770, 1000, 230, 0, down(['#efe8ea', '#d9ced3', '#bcafb7'])) + ''.join(S('M%g 770C%g 850 %g 880 %g 1000' % (x, x + 120, x - 60, x + 90), '#a08f9b', 5, b=3, o=.4) for x in (60, 330, 700)) + R(0, 768, 1000, 5, 0, '#fff', o=.8)
    save(out, marble, G(shadow(512, 842, 246, 30, .6), E(600, 880, 220, 40, '#ff9fa8', o=.4, b=20), bottle(), t='translate(-70 24)'), rose(770, 850, 1.05), rose(900, 905, .7, '#f6c1bd'), crop=(60, 90, 910, 910))
    return out
