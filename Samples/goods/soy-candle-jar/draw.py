from kit_extra import *

WAX = '#f1e6cf'


def flame(x, y, s=1):
    return at(x, y, s, 0, E(0, -60, 190, 190, rad([(0, '#ffd27a', .6), (.4, '#ffb84e', .2), (1, '#ffb84e', 0)])),
              S('M0 22C0 8 -2 2 2 -10', '#2b1a12', 6),
              P('M0 -120C36 -66 36 -34 28 -14C20 6 -20 6 -28 -14C-36 -36 -22 -62 0 -120Z', rad([(0, '#fffbe8'), (.45, '#ffe08a'), (.8, '#ff9d2e'), (1, '#ff7a1a')], .5, .72, .62)),
              P('M0 -78C16 -44 17 -28 12 -12C6 2 -6 2 -12 -12C-16 -30 -12 -44 0 -78Z', '#fffdf2', b=4, o=.9),
              E(0, 0, 14, 8, '#6f8fff', o=.5, b=4))


def jar(lit=True, label='솔잎', c=WAX):
    o = ''
    x0, x1, yt, yb, t = 300, 700, 380, 800, .2
    # back rim and inner wall
    o += E(500, yt, 200, 40, '#ffffff', o=.35) + E(500, yt, 200, 40, 'none', s='#fff', w=5, o=.9)
    # wax body
    body = lathe_path(500, [(480, 188), (600, 188), (770, 186), (786, 176)], t)
    g = [(0, dk(c, .35)), (.1, dk(c, .1)), (.3, lt(c, .55)), (.6, c), (.88, dk(c, .26)), (1, dk(c, .4))]
    o += P(body, lin(g))
    if lit:
        o += clip(body, E(500, 480, 210, 170, '#ffb65a', o=.55, b=45))
    o += E(500, 480, 188, 38, rad([(0, '#fff3c4'), (.5, lt(c, .3)), (1, dk(c, .1))], .5, .5, .55) if lit else lin([lt(c, .6), c], 0, 0, 1, 1))
    if lit:
        o += E(500, 484, 120, 22, lin(['#ffe9b0', '#f3c877'], 0, 0, 1, 1), o=.8) + E(455, 478, 40, 6, '#fff', o=.8, b=3)
        o += flame(500, 470)
    else:
        o += E(506, 480, 20, 5, '#9c8c70', o=.6) + S('M500 480C500 460 498 452 503 440', '#4a3a2c', 6) + S('M499 478C499 460 497 452 502 441', '#efe4cc', 2)
    # glass
    glass = 'M300 380V770Q302 812 340 822Q500 850 660 822Q698 812 700 770V380A200 40 0 0 1 300 380Z'
    o += P(glass, lin([(0, '#8fa3a3', .55), (.05, '#ffffff', .5), (.12, '#ffffff', .08), (.5, '#ffffff', 0), (.9, '#ffffff', .05), (.96, '#fff', .35), (1, '#7f9494', .6)]))
    o += clip(glass, P('M300 800Q500 846 700 800V830Q500 868 300 830Z', '#fff', o=.4), S('M310 795Q500 840 690 795', '#fff', 4, o=.6))
    o += S('M300 380A200 40 0 0 0 700 380', '#fff', 5, o=.95) + S('M302 388A200 40 0 0 0 698 388', '#5b6c6c', 2, o=.35)
    o += R(330, 430, 20, 330, 10, '#fff', o=.6, b=4) + R(668, 450, 9, 300, 5, '#fff', o=.45, b=3)
    # label, bent round the jar
    lab = 'M385 585Q500 610 615 585V720Q500 745 385 720Z'
    o += P(lab, '#2a1a10', o=.25, b=5, t='translate(3 5)') + P(lab, lin(['#efe9dc', '#fffdf6', '#e6dfd0']))
    o += P('M395 600Q500 623 605 600V710Q500 733 395 710Z', 'none', s='#566b4c', w=2)
    o += at(500, 650, 1, 0, S('M0 26C0 4 0 -10 0 -22', '#566b4c', 3), *[leaf(0, 18 - k * 11, 26, 6, a, '#6d855f') for k in range(4) for a in (-32, -148)])
    o += T(500, 708, 'SOY CANDLE', 16, '#4c5b44', 700, spacing=3)
    return o


def lid(x, y, s=1):
    w = '#b98d5f'
    return at(x, y, s, 0, lathe(0, [(0, 206), (40, 206)], w, .2, smoothit=False), disc(0, 0, 206, 41, w),
              clip(el(0, 0, 206, 41), *[S('M-210 %gC-60 %g 60 %g 210 %g' % (k * 7, k * 7 - 5, k * 7 + 6, k * 7), dk(w, .4), 1.5, o=.3) for k in range(-6, 7)]))


def sprig(x, y, a, s=1):
    return at(x, y, s, a, S('M0 0C80 -10 160 -10 240 6', '#6a5a3c', 6), *[leaf(20 + k * 18, -2 - 6 * math.sin(k / 4), 52, 7, sgn * (42 - k), '#6d8a5c') for k in range(12) for sgn in (-1, 1)])


def pictures():
    out = []
    dark = dark_studio('#3a3230', '#8a5c3a')
    save(out, dark, E(500, 400, 520, 480, rad([(0, '#ffb45a', .45), (1, '#ffb45a', 0)])), shadow(505, 822, 205, 36, .75, '#0d0706'), E(500, 850, 320, 60, '#ffb45a', o=.22, b=30), jar(True), crop=(180, 230, 640, 680))
    save(out, tabletop('#d9d3c6', '#b48a63', 600), sprig(90, 900, -8, 1.5), shadow(450, 822, 205, 40, .5), G(jar(False), t='translate(-60 0)'),
         shadow(742, 898, 176, 30, .45), lid(740, 850, .85), crop=(60, 230, 880, 740))
    save(out, dark, zoom(500, 450, 2.0, E(500, 400, 300, 300, rad([(0, '#ffb45a', .6), (1, '#ffb45a', 0)])), jar(True)))
    return out
