from kit_extra import *

W = '#f1f0ec'


def tube_():
    """Lies along x, lens to the right; pivot at the origin; about 760 long."""
    def cyl_(x0, x1, r0, r1, c, f=None):
        d = 'M%g %gL%g %gA%g %g 0 0 1 %g %gL%g %gA%g %g 0 0 1 %g %gZ' % (x0, -r0, x1, -r1, r1 * .28, r1, x1, r1, x0, r0, r0 * .28, r0, x0, -r0)
        return P(d, lin(f or [(0, dk(c, .12)), (.2, lt(c, .8)), (.34, lt(c, .3)), (.58, c), (.88, dk(c, .5)), (1, dk(c, .34))], 0, -max(r0, r1), 0, max(r0, r1), u=True))
    brass = [(0, '#7a5518'), (.18, '#fff0be'), (.32, '#e0b862'), (.55, '#b5852e'), (.88, '#5f3f0e'), (1, '#8a6420')]
    o = cyl_(-330, -270, 26, 26, '#33363d') + cyl_(-386, -326, 34, 38, '#25272d') + cyl_(-276, -196, 38, 38, '', brass)
    o += cyl_(-204, 250, 72, 72, W) + cyl_(-214, -180, 78, 78, '', brass) + cyl_(224, 256, 80, 80, '', brass) + cyl_(252, 372, 90, 92, '#2d4a66')
    o += E(372, 0, 26, 92, lin(['#4a6a88', '#1d3247'], 0, 0, 1, 1)) + E(375, 0, 20, 76, rad(['#8fc3e6', '#3f6f9c', '#122338'], .4, .3, .8)) + E(372, -34, 7, 24, '#fff', o=.8, b=3)
    o += S('M-180 -30H230', '#fff', 13, b=5, o=.8) + S('M-170 56H236', '#8fa3b5', 6, b=4, o=.5)
    # focuser knob, finder
    o += tube('M-238 36V66', 12, '#c9a35a') + E(-238, 74, 26, 24, lin(cyl('#33363d')))
    o += tube('M-110 -72V-100M30 -72V-100', 14, '#33363d') + at(-30, -118, .42, 0, cyl_(-230, 190, 46, 46, '#2d4a66') + cyl_(-290, -226, 36, 30, '#25272d') + cyl_(186, 260, 54, 62, '#25272d') + E(260, 0, 17, 62, rad(['#8fc3e6', '#122338'], .4, .3, .8)))
    return o


def leg(x0, y0, x1, y1, k=0, w=20):
    c = dk('#b9793f', k)
    dx, dy = x1 - x0, y1 - y0
    n = math.hypot(dx, dy)
    nx, ny = -dy / n, dx / n
    bar = lambda a, b, ww: P(poly([(x0 + dx * a - nx * ww, y0 + dy * a - ny * ww), (x0 + dx * a + nx * ww, y0 + dy * a + ny * ww), (x0 + dx * b + nx * ww * .86, y0 + dy * b + ny * ww * .86), (x0 + dx * b - nx * ww * .86, y0 + dy * b - ny * ww * .86)]),
                             lin(cyl(c, .5, .5), x0 + nx * ww, y0 + ny * ww, x0 - nx * ww, y0 - ny * ww, u=True))
    o = bar(.5, .97, w * .62) + bar(0, .58, w)
    o += S(poly([(x0 + dx * .56 - nx * w * 1.1, y0 + dy * .56 - ny * w * 1.1), (x0 + dx * .56 + nx * w * 1.1, y0 + dy * .56 + ny * w * 1.1)], False), '#c9a35a', 20) + S(poly([(x0 + dx * .552 - nx * w, y0 + dy * .552 - ny * w), (x0 + dx * .552 + nx * w * .2, y0 + dy * .552 + ny * w * .2)], False), '#fff0be', 5)
    return o + S('M%g %gL%g %g' % (x0 + dx * .96, y0 + dy * .96, x1, y1), '#2a2c31', 18)


def pictures():
    out = []
    o = shadow(520, 908, 300, 26, .4) + shadow(250, 930, 34, 9, .5) + shadow(786, 926, 34, 9, .5) + shadow(560, 866, 26, 7, .5)
    o += leg(520, 470, 560, 864, .3, 16)
    o += leg(478, 470, 246, 926) + leg(548, 470, 784, 922, .12)
    o += S('M372 708L560 690L668 706L372 708', '#7a5518', 8) + S('M372 706L560 688L668 704', '#e6c06e', 3)
    o += lathe(512, [(430, 40), (446, 60), (478, 62), (496, 46)], '#33363d', .2, gloss=.4) + lathe(512, [(372, 26), (434, 30)], '#c9a35a', .2, fill=lin(metal('#d0a85c')), smoothit=False)
    o += solid('M476 300C476 270 548 270 548 300V384H476Z', '#33363d', 16, .6, .6) + ball(512, 330, 22, '#c9a35a', .9) + tube('M540 372L640 452', 11, '#c9ced6') + tube('M622 438L668 474', 22, '#25272d')
    bg = R(0, 0, 1000, 1000, 0, down(['#27365f', '#4a5486', '#9a7f9c', '#e0a890']))
    r = random.Random(11)
    bg += ''.join(E(r.uniform(0, 1000), r.uniform(0, 480), r.uniform(1, 2.8), None, '#fff', o=r.uniform(.4, 1)) for _ in range(90)) + E(820, 150, 60, 60, rad(['#fffbe8', '#f2e2b8'])) + E(820, 150, 170, 170, rad([(0, '#fff3cf', .5), (1, '#fff3cf', 0)])) + E(806, 138, 12, 10, '#d9c79a', o=.6) + E(838, 166, 16, 13, '#d9c79a', o=.5) + E(836, 132, 7, 6, '#d9c79a', o=.5)
    bg += P('M0 790L120 700L240 760L380 660L520 750L680 670L820 750L1000 690V1000H0Z', '#5f5480', o=.7) + R(0, 800, 1000, 200, 0, '#8a5a3c') + planks('#a8724a', 800, 200, 2, 3) + R(0, 800, 1000, 200, 0, lin([(0, '#2a2040', .1), (1, '#1a1030', .55)], 0, 0, 1, 0)) + R(0, 798, 1000, 5, 0, '#fff', o=.35)
    t = at(508, 318, 1.12, -27, tube_())
    save(out, bg, o, t, crop=(30, 30, 950, 950))
    return out
