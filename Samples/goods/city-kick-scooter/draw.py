from kit_extra import *

C = '#2f9c95'


def wheel(x, y, r=84):
    o = E(x, y, r, r, rad([(0, '#4a4d55'), (.7, '#33353c'), (.86, '#22242a'), (1, '#14151a')])) + E(x, y, r * .93, r * .93, 'none', s='#5d616b', w=2.5, o=.8)
    o += S(smooth(arc(x, y, r * .9, r * .9, 190, 275), False), '#a9aeb8', 7, b=3, o=.7)
    o += E(x, y, r * .68, r * .68, lin(['#ffffff', '#cfd3da', '#8d94a0'], 0, 0, 1, 1)) + E(x, y, r * .61, r * .61, '#2b2d34')
    for k in range(5):
        a = math.radians(k * 72 - 80)
        o += S('M%g %gL%g %g' % (x, y, x + r * .6 * math.cos(a), y + r * .6 * math.sin(a)), '#8d94a0', r * .17) + S('M%g %gL%g %g' % (x - 2, y - 2, x + r * .6 * math.cos(a) - 2, y + r * .6 * math.sin(a) - 2), '#eceff3', r * .1)
    return o + E(x, y, r * .2, r * .2, lin(metal(), 0, 0, 1, 1)) + E(x, y, r * .09, r * .09, '#3a3d45')


def stem(extra=''):
    """Front column, foot of the steering head at the origin, leaning back a little."""
    o = tube('M0 0V-560', 42, C) + tube('M0 -360V-640', 26, '#d5d9df') + R(-27, -388, 54, 34, 8, lin(cyl('#33363d'))) + R(22, -380, 34, 12, 5, lin(metal()))
    o += S('M-11 -60V-330', '#fff', 6, o=.35, b=3)
    # handlebar, seen a little from the front: two grips
    o += tube('M-150 -652C-100 -628 -40 -640 0 -642C50 -644 110 -668 170 -664', 22, '#c9ced6')
    o += tube('M-190 -660L-100 -640', 34, '#2d2f36', .35) + tube('M112 -662L206 -664', 36, '#2d2f36', .35)
    o += ''.join(S('M%g %gL%g %g' % (128 + k * 15, -678, 130 + k * 15, -650), '#15161a', 3, o=.8) for k in range(5)) + ''.join(S('M%g %gL%g %g' % (-176 + k * 15, -670 + k * 3, -174 + k * 15, -644 + k * 3), '#15161a', 3, o=.8) for k in range(5))
    o += tube('M60 -640C90 -600 120 -604 170 -618', 9, '#b9bfc9') + ball(40, -668, 20, '#f2b53c') + S('M30 -500C70 -560 80 -600 62 -640', '#1d1e22', 6)
    return o + extra


def scooter():
    o = ''
    # rear mudguard and deck
    o += wheel(240, 800)
    o += tube('M236 700C180 690 140 730 140 780', 20, '#33363d')
    deck = 'M210 760L270 742H640C690 742 716 716 736 676L772 690C752 748 720 786 650 786H262C230 786 212 780 210 760Z'
    o += solid(deck, C, 18, .6, .6) + P('M286 744H640L636 730H296Z', down(['#4a4d55', '#2a2c32'])) + ''.join(S('M%g 733L%g 742' % (304 + k * 17, 300 + k * 17), '#70747e', 3) for k in range(20)) + S('M290 731H638', '#8a8f9a', 2.5)
    o += T(455, 773, 'CITY', 24, '#eafffb', 800, spacing=8)
    # fork
    o += wheel(812, 800)
    o += at(752, 690, 1, -12, R(-28, -96, 56, 120, 14, lin(cyl('#33363d'))))
    o += tube('M762 690L812 800', 26, '#c9ced6') + E(812, 800, 15, 15, lin(metal(), 0, 0, 1, 1))
    o += tube('M812 690C880 694 908 740 908 780', 18, '#33363d')
    o += at(756, 620, .78, -11, stem())
    return o


def pictures():
    out = []
    sh = shadow(260, 884, 110, 16, .5) + shadow(824, 884, 110, 16, .5) + shadow(520, 882, 330, 14, .28)
    save(out, studio('#f0d38f', y=720), sh, at(-10, -14, 1, 0, scooter()))
    brick = R(0, 0, 1000, 1000, 0, '#c98a6a')
    r = random.Random(4)
    for j in range(12):
        for i in range(-1, 9):
            c = mix('#c07a5a', r.choice(['#a8634a', '#d59a7a', '#b86f55']), r.random())
            brick += R(i * 128 + (j % 2) * 64, j * 62, 121, 55, 4, lin([lt(c, .16), c], 0, 0, 0, 1))
    brick += R(0, 0, 1000, 740, 0, lin([(0, '#fff6e0', .4), (.5, '#fff', 0), (1, '#2a1020', .35)], 0, 0, 1, 1))
    brick += R(0, 735, 1000, 265, 0, down(['#9ea2a6', '#b9bcbf', '#a5a8ac'])) + R(0, 735, 1000, 26, 0, '#1a1418', o=.3, b=10) + ''.join(S('M%g 740L%g 1000' % (x, x * 1.5 - 250), '#84888c', 4, o=.7) for x in (160, 500, 840)) + S('M0 870H1000', '#84888c', 4, o=.7)
    save(out, brick, at(60, 60, .94, 0, sh, G(scooter())), crop=(60, 60, 940, 940))
    save(out, studio('#cfdfdc', y=760), zoom(790, 640, 1.75, sh, scooter()), crop=(0, 0, 1000, 1000))
    return out
