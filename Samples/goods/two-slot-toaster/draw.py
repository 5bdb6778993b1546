from kit_extra import *

C = '#8fc3b5'


def toast(x, y, w=250, h=250):
    d = 'M%g %gV%gC%g %g %g %g %g %gC%g %g %g %g %g %gC%g %g %g %g %g %gV%gZ' % (x - w * .44, y, y - h * .62, x - w * .62, y - h * .74, x - w * .5, y - h * 1.02, x - w * .22, y - h, x - w * .1, y - h * .96, x + w * .1, y - h * .96, x + w * .22, y - h,
                                                                 x + w * .5, y - h * 1.02, x + w * .62, y - h * .74, x + w * .44, y - h * .62, y)
    o = solid(d, '#b06a2c', 12, .4, .3)
    o += at(x, y, 1, 0, G(P(d, rad(['#f3cf8c', '#e6b264', '#cf8c3e'], .5, .45, .6)), t='translate(0 -4) scale(.9 .93) translate(%g %g)' % (-x, -y)))
    r = random.Random(int(x))
    return o + clip(d, *[E(x + r.uniform(-w * .36, w * .36), y - r.uniform(10, h * .86), r.uniform(3, 9), r.uniform(2, 5), '#a8662a', o=.35) for _ in range(34)], E(x - 40, y - h * .7, 60, 40, '#fff', o=.3, b=18))


def toaster():
    o = shadow(510, 838, 350, 30, .55)
    for x in (260, 740):
        o += R(x - 46, 806, 92, 34, 12, lin(cyl('#33363d')))
    body = 'M160 800C150 640 160 520 190 450C206 418 240 404 280 402H720C760 404 794 418 810 450C840 520 850 640 840 800C838 816 828 822 810 822H190C172 822 162 816 160 800Z'
    top = 'M206 428C240 392 300 384 360 382H640C700 384 760 392 794 428C760 446 700 452 640 452H360C300 452 240 446 206 428Z'
    o2 = P(top, lin(metal('#c6cad2'), 0, 0, 1, .2)) + P(top, 'none', s='#fff', w=2.5, o=.8)
    slot = lambda y, x0, x1, h: P(rr(x0, y, x1 - x0, h, h / 2), down(['#0f0b0a', '#4a2410', '#8a3a12']))
    o += o2 + slot(394, 290, 710, 16) + G(toast(498, 408, 300, 240)) + P('M280 402H720V424H280Z', '#c3c7cf', o=0) + slot(420, 276, 724, 20) + toast(502, 438, 322, 250)
    lip = 'M196 440C240 452 300 440 360 438H640C700 440 760 452 804 440C836 520 850 640 840 800C838 816 828 822 810 822H190C172 822 162 816 160 800C150 640 164 520 196 440Z'
    o += solid(lip, C, 56, .6, .65)
    o += clip(lip, S('M230 500C206 600 204 700 212 790', '#fff', 30, b=12, o=.6), R(300, 440, 400, 12, 6, '#fff', o=.7, b=4), P('M150 760H850V830H150Z', dk(C, .6), o=.25, b=14), R(420, 470, 40, 330, 0, '#fff', o=.14, b=14))
    o += R(158, 786, 684, 22, 8, lin(metal('#d5d9df'))) + S('M160 787H840', '#fff', 2.5, o=.8)
    # lever, dial, buttons
    o += R(690, 520, 20, 200, 10, '#1d2a28') + R(686, 516, 28, 208, 14, 'none', s='#fff', **{'stroke-width': 3}, o=.6) + R(648, 540, 104, 42, 16, '#0c1a18', o=.45, b=7, t='translate(4 8)') + R(648, 536, 104, 40, 16, lin(metal('#c9ced6'), 0, 0, 0, 1))
    o += E(324, 700, 58, 58, '#0c1a18', o=.4, b=8) + E(320, 694, 56, 56, lin(metal('#c9ced6'), 0, 0, 1, 1)) + E(320, 694, 44, 44, lin(['#fbfbfa', '#dfe2e6', '#b5bac3'], 0, 0, 1, 1)) + R(315, 654, 9, 30, 4, '#d9573f') + ''.join(E(320 + 72 * math.cos(math.radians(a)), 694 + 72 * math.sin(math.radians(a)), 4, 4, '#24504a') for a in range(150, 400, 40))
    for k, x in enumerate((430, 500, 570)):
        o += E(x + 2, 704, 20, 20, '#0c1a18', o=.35, b=4) + E(x, 700, 20, 20, lin(['#fff', '#d5d9df', '#9aa0ab'], 0, 0, 1, 1)) + E(x, 700, 7, 7, '#d9573f' if k == 0 else '#6d7480')
    return o


def pictures():
    out = []
    st = ''.join(S('M%g 170C%g 130 %g 110 %g 50' % (x, x - 30, x + 34, x), '#fff', 13, b=10, o=.6) for x in (430, 520, 600))
    save(out, studio('#f2c9a6', y=720), st, toaster(), crop=(50, 40, 900, 900))
    return out
