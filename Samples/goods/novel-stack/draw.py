from kit_extra import *


def book(c, w, d, h, col, title, y, ink='#f6e6c4'):
    """Spine to the front; pages show on the side."""
    x0, z0 = -w / 2, -d / 2
    page = '#f3ead6'
    o = c.box(x0 + 4, y + 7, z0 + 6, x0 + w - 8, y + h - 7, z0 + d - 4, page, 0, 0, side=down([lt(page, .3), dk(page, .1)]))
    left = c.sa >= 0
    xs = x0 + 4 if left else x0 + w - 8
    o += ''.join(S(poly([c.p(xs, yy, z0 + 8), c.p(xs, yy, z0 + d - 6)], False), '#b5a484', 1.3, o=.7) for yy in [y + 10 + k * (h - 20) / 4 for k in range(5)])
    # boards
    low = c.box(x0, y, z0, x0 + w, y + 7, z0 + d, col, 4, .2)
    top = c.box(x0, y + h - 7, z0, x0 + w, y + h, z0 + d, col, 4, .6)
    # rounded spine
    f = lambda *q: c.p(*q)
    a, b, e, g = f(x0, y + h, z0 + d), f(x0 + w, y + h, z0 + d), f(x0 + w, y, z0 + d), f(x0, y, z0 + d)
    sp = 'M%.1f %.1fL%.1f %.1fQ%.1f %.1f %.1f %.1fL%.1f %.1fQ%.1f %.1f %.1f %.1fZ' % (*a, *b, *f(x0 + w, y + h / 2, z0 + d + 16), *e, *g, *f(x0, y + h / 2, z0 + d + 16), *a)
    spine = P(sp, lin([(0, lt(col, .2)), (.25, lt(col, .4)), (.55, col), (1, dk(col, .45))], a[0], a[1], a[0] + (g[0] - a[0]), g[1], u=True))
    art = R(26, 6, 5, h - 12, 0, ink, o=.9) + R(36, 6, 2.5, h - 12, 0, ink, o=.9) + R(w - 31, 6, 5, h - 12, 0, ink, o=.9) + R(w - 39, 6, 2.5, h - 12, 0, ink, o=.9) + T(w / 2, h / 2 + h * .17, title, h * .44, ink, 700, spacing=2)
    return low + o + top + spine + c.front(x0, y + h, z0 + d + 9, art)


def glasses(c, y):
    o = ''
    for x in (-78, 78):
        p = [c.p(x + 56 * math.cos(a), y + 4, 20 + 46 * math.sin(a)) for a in [k * 6.283 / 30 for k in range(30)]]
        d = smooth(p)
        o += P(d, '#dfeef2', o=.35) + S(d, '#1a1210', 13, o=.3, b=5, t='translate(6 10)') + tube(d, 10, '#6a3f24', .8)
    q = [c.p(-24, y + 6, 10), c.p(0, y + 14, -6), c.p(24, y + 6, 10)]
    o += tube(smooth(q, False), 9, '#6a3f24', .8)
    for s in (-1, 1):
        o += tube(poly([c.p(s * 134, y + 8, 16), c.p(s * 140, y + 8, -110), c.p(s * 120, y + 4, -150)], False), 8, '#6a3f24', .8)
    return o


def pictures():
    out = []
    o = ''
    base = Cam(500, 850, 1, 0, 24)
    o += G(base.top(-320, 0, -210, R(0, 0, 640, 430, 30, '#1a1020', o=.55, b=24)), t='translate(20 14)')
    y = 0
    rows = ((600, 400, 84, '#27455e', '먼 바다의 등대', 9, '#f2d9a0'), (570, 380, 70, '#a8433c', '여름의 끝', -5, '#fbe9d0'), (580, 390, 92, '#3f6b52', '느티나무 아래서', 10, '#f2e2b8'), (530, 360, 62, '#d9a03c', '골목의 고양이', -6, '#4a2c12'), (540, 366, 76, '#6b4a78', '새벽 기차', 7, '#f6e6f0'), (500, 340, 58, '#d8cbb4', '편지', -4, '#6a3a2c'))
    for w, d, h, col, t, yaw, ink in rows:
        cam = Cam(500, 850, 1, yaw, 24)
        o += G(cam.top(-w / 2, y, -d / 2, R(0, 0, w, d, 10, '#120a14', o=.5, b=9)), t='translate(7 7)') if y else ''
        o += book(cam, w, d, h, col, t, y, ink)
        y += h
    o += glasses(Cam(500, 850, 1, 12, 24), y)
    save(out, tabletop('#b9c9c6', '#9a6a48', 690), o, crop=(110, 170, 780, 800), soft=.8)
    return out
