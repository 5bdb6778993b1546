from kit_extra import *

C = '#d8dbe0'


def portafilter():
    """Group head and handle, hanging at the origin."""
    o = R(-74, -60, 148, 44, 10, lin(metal('#b9bec7'))) + R(-62, -18, 124, 30, 8, lin(metal('#d5d9df')))
    o += R(-66, 10, 132, 40, 10, lin(metal('#aab0ba'))) + P('M-40 50H40L24 82H-24Z', lin(metal('#b9bec7')))
    o += P('M-22 82H-6L-10 104H-18ZM6 82H22L18 104H10Z', lin(metal('#b9bec7')))
    return o


def handle():
    return tube('M0 0L56 34', 24, '#c9ced6', .8) + solid('M40 14C60 6 150 60 170 84C184 106 160 128 140 116C110 100 50 66 38 48C30 36 30 22 40 14Z', '#5a3a26', 18, .6, .6)


def cup(x, y, s=1):
    b = S('M58 -76C104 -84 104 -22 50 -32', dk('#f5f1ea', .25), 15) + S('M58 -78C101 -86 101 -25 50 -35', '#fbf8f2', 9)
    b += lathe(0, [(-100, 66), (-50, 62), (-12, 44), (0, 40)], '#f5f1ea', .24, gloss=.4) + E(0, -100, 66, 16, '#fffdf8') + E(0, -99, 60, 13, '#5a3018') + E(-4, -98, 50, 9, rad(['#d99a4f', '#a8662c', '#6d3a18'], .45, .4, .6))
    return at(x, y, s, 0, shadow(6, 2, 60, 14, .5), b)


def gauge(x, y, r):
    return (E(x + 3, y + 5, r, r, '#000', o=.4, b=4) + E(x, y, r, r, lin(metal('#c9ced6'), 0, 0, 1, 1)) + E(x, y, r - 9, r - 9, rad(['#fff', '#f4efe4', '#d9d1c0'], .4, .35, .7))
            + ''.join(S('M%g %gL%g %g' % (x + (r - 16) * math.cos(a), y + (r - 16) * math.sin(a), x + (r - 25) * math.cos(a), y + (r - 25) * math.sin(a)), '#c0392b' if k > 8 else '#333', 2.5) for k, a in enumerate([math.radians(140 + k * 26) for k in range(11)]))
            + S('M%g %gL%g %g' % (x - 5, y + 6, x + 16, y - 22), '#c0392b', 4) + E(x, y, 6, 6, '#333'))


def machine():
    red = '#b23a34'
    o = shadow(512, 872, 330, 34, .55)
    for x in (240, 760):
        o += R(x - 34, 846, 68, 26, 8, lin(cyl('#33363d')))
    # back wall and water tank
    o += solid(rr(196, 190, 608, 650, 40), red, 28, .55, .55)
    o += R(262, 470, 476, 300, 16, lin(['#2b2225', '#46393b', '#241d20'], 0, 0, 1, .4)) + R(262, 470, 476, 70, 16, '#120c0e', o=.5, b=16)
    o += R(262, 470, 476, 300, 16, 'none', s='#7a2622', w=4)
    # upper body
    o += P(rr(170, 190, 660, 290, 44), '#14080a', o=.5, b=16, t='translate(8 20)') + solid(rr(170, 190, 660, 280, 44), red, 34, .55, .65)
    o += R(206, 236, 588, 150, 20, lin(['#f4f5f7', '#c3c8d0', '#eef0f3', '#a9afba'], 0, 0, 1, .5)) + R(206, 236, 588, 150, 20, 'none', s='#fff', w=2.5, o=.8)
    o += gauge(300, 311, 58) + T(500, 262, 'ESPRESSO', 19, '#5a4a48', 700, spacing=6)
    for k, x in enumerate((420, 500, 580)):
        o += E(x + 3, 326, 31, 31, '#000', o=.35, b=4) + E(x, 322, 31, 31, lin(metal('#c9ced6'), 0, 0, 1, 1)) + E(x, 322, 23, 23, lin(['#fff', '#d5d9df'], 0, 0, 1, 1)) + (R(x - 6, 314, 12, 16, 5, 'none', s='#b23a34', **{'stroke-width': 4}) if k == 0 else E(x, 322, 5 + k * 3, 5 + k * 3, 'none', s='#b23a34', w=4))
    o += E(700, 316, 46, 46, '#000', o=.35, b=6) + E(696, 311, 46, 46, lin(cyl('#3a2a22'))) + E(694, 308, 37, 37, lin(['#7a5a44', '#4a3326', '#2b1c14'], 0, 0, 1, 1)) + R(690, 276, 8, 30, 4, '#f4ecd8')
    # cup rail on top
    for x in (220, 400, 600, 780):
        o += tube('M%g 192V146' % x, 10, '#c9ced6')
    o += tube('M206 146H794', 12, '#dfe3e8', .9)
    o += ''.join(at(x, 190, .72, 0, lathe(0, [(-100, 66), (-50, 62), (-12, 44), (0, 40)], '#f5f1ea', .1, gloss=.3) + E(0, -100, 66, 7, '#fff')) for x in (320, 420, 520))
    o += G(tube('M206 168H794', 8, '#dfe3e8', .9))
    # steam wand
    o += tube('M752 440C756 520 776 600 766 700', 15, '#d5d9df', .9) + tube('M765 690L762 728', 20, '#33363d') + ball(752, 452, 24, '#c9ced6')
    # drip tray
    o += P(rr(176, 772, 648, 84, 22), '#14080a', o=.5, b=10, t='translate(6 8)') + R(176, 772, 648, 80, 20, lin(metal('#c9ced6'), 0, 0, 1, .15)) + P('M206 772L250 742H750L794 772Z', down(['#53565e', '#83878f'])) + ''.join(S('M%g 770L%g 744' % (220 + k * 28, 262 + k * 23.8), '#2a2c31', 7) for k in range(21))
    # group
    o += at(470, 500, 1.0, 0, portafilter())
    o += S('M456 606C456 640 458 660 458 690M484 606C484 640 482 660 482 690', '#6d3a18', 6) + S('M455 606V690M483 606V690', '#c98a4a', 2)
    o += cup(470, 764, .95) + at(524, 530, 1, -4, handle())
    return o


def pictures():
    out = []
    save(out, studio('#bcd0cf', y=740), machine(), crop=(40, 30, 920, 920))
    tile = R(0, 0, 1000, 1000, 0, '#d9e2de') + ''.join(R(i * 126 - (j % 2) * 63 - 20, j * 84 + 3, 120, 78, 5, lin(['#fbfdfb', '#e6eeea', '#d3ddd8'], 0, 0, 1, 1)) for j in range(9) for i in range(9)) + R(0, 0, 1000, 780, 0, lin([(0, '#fff8e8', .5), (.6, '#fff', 0), (1, '#2a2a30', .35)], 0, 0, 1, 1))
    tile += R(0, 738, 1000, 40, 0, '#201418', o=.3, b=14) + planks('#9a6a48', 760, 240, 2, 5) + R(0, 760, 1000, 5, 0, '#fff', o=.4)
    beans = lathe(0, [(-210, 78), (-190, 84), (-20, 84), (0, 76)], '#cfe0e0', .22, fill=lin([(0, '#6a3f26'), (.3, '#a06a44'), (.6, '#6a3f26'), (1, '#331a0e')])) + ''.join(E(-66 + (k * 37) % 134, -186 + (k * 53) % 172, 12, 8, '#3a1f10', t='rotate(%d %g %g)' % (k * 40 % 180, -66 + (k * 37) % 134, -186 + (k * 53) % 172), o=.8) for k in range(46)) + R(-60, -200, 14, 180, 7, '#fff', o=.5, b=4) + lathe(0, [(-250, 74), (-206, 80)], '#c9a06a', .22, smoothit=False) + disc(0, -250, 74, 16, '#d9b27c')
    save(out, tile, G(machine(), t='translate(-20 60) scale(.93)'), at(880, 938, .92, 0, shadow(6, 2, 84, 20, .5) + beans), crop=(60, 40, 940, 940))
    save(out, studio('#bcd0cf'), zoom(478, 620, 2.3, machine()))
    return out
