from kit_extra import *

C, W = '#d9573f', '#a8703f'


def face(w=640, h=360):
    o = R(0, 0, w, h, 26, lin([lt(C, .2), C, dk(C, .15)], 0, 0, .7, 1)) + R(4, 4, w - 8, h - 8, 24, 'none', s='#fff', w=3, o=.4)
    # loudspeaker
    o += R(26, 26, 300, h - 52, 18, '#1c0d0a', o=.5, b=4, t='translate(-2 -3)') + R(26, 26, 300, h - 52, 18, lin(['#f3e6cb', '#dcc9a3', '#bfa87c'], 0, 0, 1, 1))
    d = rr(26, 26, 300, h - 52, 18)
    holes = ''.join(E(x, y, 8, 8, '#4a3724') for i, y in enumerate(range(50, h - 36, 25)) for x in range(50 + (i % 2) * 13, 312, 26))
    o += clip(d, E(176, h / 2, 132, 132, '#5a4226', o=.25, b=16), holes, P(d, 'none', s='#3a2512', w=14, b=6, o=.5, t='translate(4 5)'))
    # dial
    o += R(350, 30, 264, 132, 16, '#1a0c08', o=.55, b=3) + R(354, 34, 256, 124, 13, lin(['#fff3cf', '#ffdf9a', '#f4c56a'], 0, 0, 1, 1))
    o += clip(rr(354, 34, 256, 124, 13), ''.join(S('M%g %gV%g' % (372 + k * 11, 84, 84 - (20 if k % 4 == 0 else 11)), '#5a3418', 2.6) for k in range(21)), ''.join(T(372 + k * 44, 58, str(88 + k * 4), 17, '#5a3418', 700) for k in range(6)),
              ''.join(S('M%g %gV%g' % (372 + k * 11, 104, 104 + (18 if k % 4 == 0 else 10)), '#5a3418', 2.2) for k in range(21)), ''.join(T(372 + k * 44, 142, str((55, 70, 90, 110, 130, 160)[k]), 15, '#8a3a1c', 600) for k in range(6)),
              S('M372 94H592', '#5a3418', 2), S('M486 40V152', '#d32f1e', 5), P('M354 34H520L440 158H354Z', '#fff', o=.3))
    o += R(354, 34, 256, 124, 13, 'none', s='#c9a35a', w=5) + R(351, 31, 262, 130, 16, 'none', s='#fff0c8', w=1.6)
    # knobs
    for x, r in ((418, 58), (548, 58)):
        y = 256
        o += E(x + 8, y + 12, r, r, '#1a0806', o=.5, b=8) + E(x, y, r, r, lin(metal('#d0b070'), 0, 0, 1, 1)) + E(x, y, r - 8, r - 8, '#4a3320')
        o += ''.join(S('M%g %gL%g %g' % (x + (r - 14) * math.cos(a), y + (r - 14) * math.sin(a), x + (r - 8) * math.cos(a), y + (r - 8) * math.sin(a)), '#20140c', 3) for a in [k * math.pi / 18 for k in range(36)])
        o += E(x, y, r - 16, r - 16, lin(['#fff8e6', '#e2d2ae', '#b79f70'], 0, 0, 1, 1)) + S('M%g %gL%g %g' % (x + 4, y - 12, x + 14, y - r + 22), '#8a3a1c', 6)
    return o + T(484, 192, 'FM', 17, '#ffe9c4', 800) + ball(484, 330, 8, '#8bff6a') + ''.join(R(390 + k * 40, 326, 26, 9, 4, '#ffe9c4', o=.85) for k in (0, 1)) + ''.join(R(520 + k * 40, 326, 26, 9, 4, '#ffe9c4', o=.85) for k in (0, 1))


def radio(yaw=26, pitch=16, cx=500, cy=800, s=1.02, ant=True):
    c = Cam(cx, cy, s, yaw, pitch)
    o = G(c.top(-330, 0, -130, R(0, 0, 660, 280, 40, '#150c10', o=.55, b=22)), t='translate(24 8)')
    for x in (-270, 270):
        for z in (-90, 100):
            p = c.p(x, 0, z)
            o += E(p[0], p[1], 26, 15, '#241a16')
    # antenna behind
    a, b = c.p(-270, 380, -110), c.p(60, 640, -120)
    if ant:
        m = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        o += tube('M%g %gL%g %g' % (*a, *m), 11, '#c9ced6', .8) + tube('M%g %gL%g %g' % (*m, *b), 7, '#dfe3e8', .8) + ball(b[0], b[1], 10, '#c9ced6')
    o += c.box(-330, 14, -120, 330, 392, 130, W, 22, .5)
    # wood grain on the top and side
    r = random.Random(4)
    o += c.top(-330, 394, -120, clip(rr(0, 0, 660, 250, 4), *[S('M-10 %gC200 %g 400 %g 680 %g' % (y, y + r.uniform(-9, 9), y + r.uniform(-9, 9), y), '#4f2a10', r.uniform(1.5, 3), o=.28) for y in range(14, 250, 38)]))
    xs = -330 if yaw > 0 else 330
    o += c.side(xs, 392, -120 if yaw > 0 else 130, clip(rr(0, 0, 250, 378, 4), *[S('M-10 %gC80 %g 160 %g 260 %g' % (y, y + r.uniform(-9, 9), y + r.uniform(-9, 9), y), '#3d1e0a', r.uniform(1.5, 3), o=.3) for y in range(14, 378, 42)]))
    o += c.front(-320, 383, 136, R(-2, -2, 644, 364, 28, '#3a1a10', o=.6), face())
    # handle
    h = [c.p(-230, 398, 10), c.p(-225, 470, 10), c.p(-190, 486, 10), c.p(190, 486, 10), c.p(225, 470, 10), c.p(230, 398, 10)]
    d = 'M%.1f %.1fL%.1f %.1fQ%.1f %.1f %.1f %.1fL%.1f %.1fQ%.1f %.1f %.1f %.1fL%.1f %.1f' % (*h[0], *c.p(-230, 450, 10), *c.p(-230, 486, 10), *h[2], *h[3], *c.p(230, 486, 10), *c.p(230, 450, 10), *h[5])
    o += S(d, '#1a0c06', 20, o=.25, b=8, t='translate(12 26)') + tube(d, 24, '#e9d9b6', .7) + ''.join(ball(q[0], q[1], 17, '#c9a35a') for q in (h[0], h[5]))
    return o


def pictures():
    out = []
    save(out, studio('#8fb9b2', y=700), radio(), crop=(20, 60, 940, 940), soft=1.1)
    save(out, tabletop('#e6d3b5', '#8f6242', 660), radio(-30, 18, 480, 830, .95), soft=1.1)
    save(out, studio('#e9cf9c', y=800), at(500, 500, 2.0, -6, G(R(-30, -30, 700, 420, 40, W), face(), t='translate(-485 -150)')), soft=1.1)
    shelf = R(0, 0, 1000, 1000, 0, lin(['#b7c7be', '#9ab0a6', '#7d958b'], 0, 0, 1, 1)) + E(250, 160, 560, 460, '#fff', o=.35, b=80) + R(0, 790, 1000, 60, 0, down(['#d9b283', '#b98a58'])) + R(0, 850, 1000, 150, 0, down(['#3f524b', '#6f867c']))
    plant = ''.join(leaf(858, 560, 190, 34, a, '#4f8a5c') for a in (-160, -130, -100, -72, -44, -16)) + ''.join(leaf(858, 580, 150, 26, a, '#6aa873') for a in (-146, -116, -86, -58, -30))
    save(out, shelf, shadow(862, 800, 96, 20, .5), plant, lathe(860, [(590, 88), (700, 84), (790, 66)], '#f0e7d8', .2) + E(860, 590, 88, 17, '#4a3528'), radio(14, 8, 380, 800, .8), crop=(0, 100, 1000, 800))
    return out
