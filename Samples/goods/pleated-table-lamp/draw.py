from kit_extra import *


def shade(lit):
    top, bot, yt, yb = 150, 275, 190, 470
    c = '#f2e3c6' if lit else '#eadfcb'
    n = 46
    out = ''
    def pt(i, edge):
        a = math.pi * (1 - i / n)
        r, y, tl = (top, yt, .14) if edge == 't' else (bot, yb, .15)
        z = 4 if i % 2 else -2
        return 500 + (r + z * .6) * math.cos(a), y + (r * tl) * math.sin(a) + (z if edge == 'b' else 0)
    out += E(500, 190, 150, 22, '#fff3d0' if lit else dk(c, .35))
    if lit:
        out += E(500, 192, 120, 15, '#fffdf0', b=6)
    for i in range(n):
        a, b, e, f = pt(i, 't'), pt(i + 1, 't'), pt(i + 1, 'b'), pt(i, 'b')
        m = (i + .5) / n
        if lit:
            k = mix('#ffdf9a', '#e2a04a', abs(m - .48) * 1.7)
            k = lt(k, .35) if i % 2 == 0 else dk(k, .06)
        else:
            k = mix(lt(c, .5), dk(c, .38), min(1, max(0, abs(m - .26) * 1.45)))
            k = lt(k, .25) if i % 2 == 0 else dk(k, .14)
        out += P(poly([a, b, e, f]), k, s=k, w=.8)
    d = poly([pt(i, 't') for i in range(n + 1)] + [pt(i, 'b') for i in range(n, -1, -1)])
    if lit:
        out += clip(d, E(500, 400, 200, 150, '#fffbe6', o=.8, b=60), R(200, 430, 600, 60, 0, '#fff6d8', o=.45, b=18))
    else:
        out += clip(d, P(d, 'none', s='#3a2818', w=30, b=18, o=.3, t='translate(-10 -12)'))
    trim = poly([pt(i, 'b') for i in range(n + 1)], False)
    out += S(trim, '#c79a4e' if lit else '#b99f78', 7) + S(trim, '#fff0c4', 2, t='translate(0 -2)', o=.7)
    tr = poly([pt(i, 't') for i in range(n + 1)], False)
    return out + S(tr, '#c79a4e' if lit else '#b99f78', 5)


def base(c='#5f8f88'):
    out = R(488, 470, 24, 80, 4, lin(metal('#c9a35a')))
    out += lathe(500, [(800, 100), (822, 104)], '#8a5f3a', .2, smoothit=False) + disc(500, 800, 100, 20, '#a3744a')
    out += clip(el(500, 800, 100, 20), E(500, 800, 64, 14, '#2a180c', o=.6, b=6))
    body = lathe(500, [(545, 26), (556, 44), (600, 92), (668, 124), (730, 112), (778, 74), (802, 64)], c, .2, gloss=.75, l=.4, d=.6)
    return out + body + lathe(500, [(538, 30), (552, 32)], '#c9a35a', .22, fill=lin(metal('#d0a85c')), smoothit=False)


def pictures():
    out = []
    cord = S('M590 824C700 850 760 880 1020 860', '#3b2d22', 7) + S('M590 822C700 848 760 878 1020 858', '#8d7457', 2.5)
    chain = S('M560 478V560', '#d7b469', 3, dash='1 6') + ball(560, 566, 9, '#d7b469')
    save(out, studio('#a9bfc4'), cord, shadow(505, 824, 112, 26, .5), base('#c8694a'), chain, shade(False), crop=(130, 130, 740, 740))
    bg = R(0, 0, 1000, 1000, 0, '#2c2733') + E(500, 360, 640, 560, rad([(0, '#c98a45'), (.45, '#75502f', .85), (1, '#2c2733', 0)]))
    bg += P('M500 420L60 0H940Z', '#ffcf80', o=.22, b=40)
    bg += R(0, 770, 1000, 230, 0, '#4a2f1f') + planks('#6d4427', 770, 230, 2, 8) + R(0, 770, 1000, 230, 0, rad([(0, '#ffc674', .55), (.6, '#ffb050', .12), (1, '#140a10', .55)], 500, 800, 520, u=True, t='translate(0 480) scale(1 .4)'))
    bg += P('M300 480L130 880H870L700 480Z', '#ffd68a', o=.28, b=40)
    bk = ''
    y = 850
    for w, h, c, dx in ((190, 34, '#7c3f3a', 0), (170, 30, '#40566b', 12)):
        y -= h
        bk += R(730 + dx, y, w, h, 5, down([lt(c, .25), c, dk(c, .4)])) + R(738 + dx, y + 5, 14, h - 10, 2, '#e9c98a', o=.8)
    save(out, bg, shadow(822, 852, 110, 14, .6, '#120810'), bk, G(shadow(505, 824, 112, 26, .7, '#120810'), base('#c8694a'), chain, shade(True), t='translate(-60 30)'), crop=(90, 130, 870, 830))
    save(out, R(0, 0, 1000, 1000, 0, rad(['#8a5a30', '#4a3128', '#2a2230'], .5, .4, .8)), zoom(500, 400, 2.1, E(500, 400, 320, 260, '#ffc36a', o=.35, b=60), base('#c8694a'), chain, shade(True)))
    return out
