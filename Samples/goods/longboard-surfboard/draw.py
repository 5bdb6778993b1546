from kit_extra import *

BOARD = 'M0 -620C70 -540 118 -360 122 -120C124 120 110 360 70 520C50 570 24 596 0 600C-24 596 -50 570 -70 520C-110 360 -124 120 -122 -120C-118 -360 -70 -540 0 -620Z'


def board():
    o = P(BOARD, dk('#c9b48e', .3), t='translate(9 6)')
    o += P(BOARD, lin([(0, '#e9dcc0'), (.25, '#fffdf4'), (.6, '#f6ecd6'), (1, '#cdb992')]))
    art = P('M-140 -700H140V-330L-140 -210Z', lin(['#f26b4e', '#e2543c'], 0, 0, 1, 1)) + P('M-140 -200L140 -320V-260L-140 -140Z', '#f6b440') + P('M-140 -130L140 -250V-190L-140 -70Z', '#2f8f95')
    art += P('M-140 330L140 260V700H-140Z', lin(['#2f8f95', '#1f6d75'], 0, 0, 1, 1)) + P('M-140 290L140 220V250L-140 320Z', '#f6b440')
    art += at(0, 60, 1, 0, *[S('M0 0L%g %g' % (78 * math.cos(math.radians(a)), 78 * math.sin(math.radians(a))), '#f26b4e', 6) for a in range(180, 361, 20)], P('M-50 0A50 50 0 0 1 50 0Z', '#f6b440'), S('M-80 14Q-54 2 -27 14T27 14T80 14', '#2f8f95', 7), S('M-60 36Q-40 26 -20 36T20 36T60 36', '#2f8f95', 6))
    o += clip(BOARD, art, S('M0 -630V610', '#8a5a34', 7) + S('M-2 -630V610', '#d9a86c', 2.5), P(BOARD, lin([(0, '#3a2a18', .3), (.14, '#fff', .4), (.36, '#fff', .2), (.5, '#fff', 0), (.8, '#1a1a20', .1), (1, '#1a1a20', .4)])),
              S('M-70 -430C-96 -260 -98 0 -86 240', '#fff', 18, b=8, o=.8), P(BOARD, 'none', s='#fff', w=8, b=2, o=.7, t='translate(3 4)'))
    o += E(0, 545, 9, 9, '#2a2a30') + E(-2, 543, 3, 3, '#9aa')
    return o


def beach(horizon=360):
    o = R(0, 0, 1000, horizon + 10, 0, down(['#8fd0ee', '#c3e8f5', '#fdf3e0'])) + E(170, 100, 150, 150, '#fffbe6', o=.75, b=70)
    o += ''.join(E(x, y, w, h, '#fff', o=.85, b=10) for x, y, w, h in ((700, 110, 120, 26), (780, 94, 70, 26), (620, 122, 70, 18), (900, 210, 110, 20)))
    o += R(0, horizon, 1000, 200, 0, down(['#2f9fb5', '#49bcc6', '#8fdcd6'])) + ''.join(S('M%g %gq40 -7 80 0t80 0' % (x, y), '#e6fbf8', 3, o=.7) for x, y in ((60, 390), (330, 405), (620, 384), (780, 420), (180, 432), (520, 446)))
    o += P('M0 %gQ160 %g 330 %gT680 %gT1000 %gV1000H0Z' % (horizon + 130, horizon + 104, horizon + 138, horizon + 120, horizon + 142), '#fff', o=.9) + P('M0 %gQ160 %g 330 %gT680 %gT1000 %gV1000H0Z' % (horizon + 150, horizon + 124, horizon + 158, horizon + 140, horizon + 162), '#d9b98a') + P('M0 %gQ160 %g 330 %gT680 %gT1000 %gV1000H0Z' % (horizon + 190, horizon + 164, horizon + 198, horizon + 180, horizon + 202), down(['#eccf9f', '#f3dcb4', '#dfbc86']))
    r = random.Random(6)
    return o + ''.join(E(r.uniform(0, 1000), r.uniform(horizon + 240, 1000), r.uniform(10, 46), r.uniform(2, 6), '#b98f5a', o=.22) for _ in range(60))


def pictures():
    out = []
    save(out, beach(), P('M330 905C450 880 640 860 900 930C800 960 500 960 330 905Z', '#5a3a1a', o=.45, b=16), at(430, 470, .76, 10, board()), E(330, 920, 110, 26, '#f3dcb4') + E(340, 912, 90, 16, '#dfbc86', o=.8) + E(300, 924, 70, 16, '#f6e2be'), crop=(10, 0, 900, 1000))
    fl = studio('#79c0c2', y=1300)
    save(out, fl, at(500, 505, .8, 56, flat_shadow(BOARD, 40, 6, .45, 20), board()), crop=(0, 110, 1000, 780))
    return out
