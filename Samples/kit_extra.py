"""Drawing tools for the sample goods with even order numbers: strings of SVG, composed by plain functions.

Canvas 1000 x 1000, light from the upper left. Every function returns a piece of SVG; gradients,
filters and clips are kept in one table and written by `save` where a picture uses them.
"""
import colorsys
import math
import random
import re

SIZE = 1000
_defs = {}


# ---------- colors ----------
def _rgb(c):
    c = c.lstrip('#')
    if len(c) == 3:
        c = ''.join(x * 2 for x in c)
    return tuple(int(c[i:i + 2], 16) for i in (0, 2, 4))


def mix(a, b, t):
    a, b = _rgb(a), _rgb(b)
    return '#%02x%02x%02x' % tuple(max(0, min(255, round(x + (y - x) * t))) for x, y in zip(a, b))


def lt(c, t=.3):
    """Lighter, a little warmer."""
    return mix(c, '#fffaf0', t)


def dk(c, t=.3):
    """Darker, richer in color rather than greyer."""
    r, g, b = (x / 255 for x in _rgb(c))
    h, l, s = colorsys.rgb_to_hls(r, g, b)
    r, g, b = colorsys.hls_to_rgb(h, l * (1 - t), min(1, s * (1 + .15 * t)))
    return mix('#%02x%02x%02x' % tuple(round(x * 255) for x in (r, g, b)), '#1a1430', t * .22)


# ---------- definitions ----------
def _def(body):
    if body not in _defs:
        _defs[body] = 'k%d' % len(_defs)
    return _defs[body]


def _stops(stops):
    out, n = [], len(stops)
    for i, s in enumerate(stops):
        if isinstance(s, str):
            s = (i / max(1, n - 1), s)
        o = '' if len(s) < 3 else ' stop-opacity="%g"' % s[2]
        out.append('<stop offset="%.4g" stop-color="%s"%s/>' % (s[0], s[1], o))
    return ''.join(out)


def lin(stops, x1=0, y1=0, x2=1, y2=0, u=False, t=None):
    unit = ' gradientUnits="userSpaceOnUse"' if u else ''
    tr = ' gradientTransform="%s"' % t if t else ''
    return 'url(#%s)' % _def('<linearGradient id="@" x1="%g" y1="%g" x2="%g" y2="%g"%s%s>%s</linearGradient>'
                             % (x1, y1, x2, y2, unit, tr, _stops(stops)))


def down(stops):
    return lin(stops, 0, 0, 0, 1)


def rad(stops, cx=.5, cy=.5, r=.5, fx=None, fy=None, u=False, t=None):
    unit = ' gradientUnits="userSpaceOnUse"' if u else ''
    f = '' if fx is None else ' fx="%g" fy="%g"' % (fx, fy)
    tr = ' gradientTransform="%s"' % t if t else ''
    return 'url(#%s)' % _def('<radialGradient id="@" cx="%g" cy="%g" r="%g"%s%s%s>%s</radialGradient>'
                             % (cx, cy, r, f, unit, tr, _stops(stops)))


def blur(s, low=-1500, high=2500, top=None, bottom=None):
    """A blur filter. A tight filter region makes it fast."""
    t, b = (low if top is None else top), (high if bottom is None else bottom)
    return 'url(#%s)' % _def('<filter id="@" filterUnits="userSpaceOnUse" x="%d" y="%d" width="%d" height="%d"'
                             ' color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="%g"/></filter>' % (low, t, high - low, b - t, s))


def _near(d, kw):
    """Limits the blur of a path to the region around its coordinates."""
    if kw.get('b') and not re.search('[a-y]', d):
        n = [float(x) for x in re.findall(r'-?[\d.]+', d)]
        pad = 3 * kw['b'] + kw.get('w', kw.get('stroke_width', 0)) + 2
        lo, hi = 20 * math.floor((min(n) - pad) / 20), 20 * math.ceil((max(n) + pad) / 20)
        if not re.search('[AHV]', d):
            xs, ys = n[0::2], n[1::2]
            f, c = (lambda v: 20 * math.floor((v - pad) / 20)), (lambda v: 20 * math.ceil((v + pad) / 20))
            kw = dict(kw, filter=blur(kw['b'], f(min(xs)), c(max(xs)), f(min(ys)), c(max(ys))))
        else:
            kw = dict(kw, filter=blur(kw['b'], lo, hi))
        kw.pop('b')
    return kw


# ---------- elements ----------
def _kw(kw):
    out = ''
    for k, v in kw.items():
        if v is None:
            continue
        if k == 'b':
            out += ' filter="%s"' % blur(v)
        elif k == 'o':
            out += ' opacity="%g"' % v
        elif k == 's':
            out += ' stroke="%s"' % v
        elif k == 'w':
            out += ' stroke-width="%g"' % v
        elif k == 't':
            out += ' transform="%s"' % v
        elif k == 'cap':
            out += ' stroke-linecap="round" stroke-linejoin="round"'
        elif k == 'dash':
            out += ' stroke-dasharray="%s"' % v
        else:
            out += ' %s="%s"' % (k.replace('_', '-'), v)
    return out


def P(d, fill='none', **kw):
    return '<path d="%s" fill="%s"%s/>' % (d, fill, _kw(_near(d, kw)))


def S(d, color, w, **kw):
    """A round-ended stroke."""
    return P(d, 'none', s=color, w=w, cap=1, **kw)


def E(cx, cy, rx, ry=None, fill='#000', **kw):
    if kw.get('b', 0) >= 40 and 't' not in kw and fill[0] == '#':
        b, ry = kw.pop('b'), rx if ry is None else ry     # a gradient: a wide blur would fade at the edge
        q = max(0, 1 - 1.5 * b / min(rx + 1.5 * b, ry + 1.5 * b) * 1.6)
        stops = [(0, fill, 1)] + [(q + (1 - q) * k / 6, fill, .5 + .5 * math.cos(math.pi * k / 6)) for k in range(7)]
        return E(cx, cy, rx + 1.5 * b, ry + 1.5 * b, rad(stops), **kw)
    if kw.get('b'):
        ry = rx if ry is None else ry
        m = 3 * kw['b'] + kw.get('w', 0) + 2
        turned = 't' in kw
        x, y = (max(rx, ry),) * 2 if turned else (rx, ry)
        kw['filter'] = blur(kw.pop('b'), math.floor(cx - x - m), math.ceil(cx + x + m), math.floor(cy - y - m), math.ceil(cy + y + m))
    return '<ellipse cx="%.2f" cy="%.2f" rx="%.2f" ry="%.2f" fill="%s"%s/>' % (cx, cy, rx, rx if ry is None else ry, fill, _kw(kw))


def R(x, y, width, height, r=0, fill='#000', **kw):
    return '<rect x="%.2f" y="%.2f" width="%.2f" height="%.2f" rx="%.2f" fill="%s"%s/>' % (x, y, width, height, r, fill, _kw(kw))


def T(x, y, text, size, fill='#222', weight=600, anchor='middle', spacing=0, **kw):
    return ('<text x="%g" y="%g" font-family="\'Noto Sans CJK KR\',\'DejaVu Sans\',sans-serif" font-size="%g" font-weight="%s" '
            'text-anchor="%s" letter-spacing="%g" fill="%s"%s>%s</text>' % (x, y, size, weight, anchor, spacing, fill, _kw(kw), text))


def G(*parts, **kw):
    return '<g%s>%s</g>' % (_kw(kw), ''.join(parts))


def at(x, y, s=1, r=0, *parts, sx=None, **kw):
    t = 'translate(%g %g)' % (x, y)
    if r:
        t += ' rotate(%g)' % r
    if sx is not None:
        t += ' scale(%g %g)' % (sx, s)
    elif s != 1:
        t += ' scale(%g)' % s
    return G(*parts, t=t, **kw)


def clip(d, *parts, **kw):
    i = _def('<clipPath id="@"><path d="%s"/></clipPath>' % d)
    return '<g clip-path="url(#%s)"%s>%s</g>' % (i, _kw(kw), ''.join(parts))


# ---------- path data ----------
def poly(pts, closed=True):
    return 'M' + 'L'.join('%.2f %.2f' % p for p in pts) + ('Z' if closed else '')


def smooth(pts, closed=True, k=1 / 6):
    n = len(pts)
    def q(i):
        return pts[i % n] if closed else pts[max(0, min(n - 1, i))]
    d = 'M%.2f %.2f' % pts[0]
    for i in range(n if closed else n - 1):
        a, b, c, e = q(i - 1), q(i), q(i + 1), q(i + 2)
        d += 'C%.2f %.2f %.2f %.2f %.2f %.2f' % (b[0] + (c[0] - a[0]) * k, b[1] + (c[1] - a[1]) * k,
                                                 c[0] - (e[0] - b[0]) * k, c[1] - (e[1] - b[1]) * k, c[0], c[1])
    return d + ('Z' if closed else '')


def el(cx, cy, rx, ry=None):
    ry = rx if ry is None else ry
    return 'M%.2f %.2fA%.2f %.2f 0 1 1 %.2f %.2fA%.2f %.2f 0 1 1 %.2f %.2fZ' % (cx - rx, cy, rx, ry, cx + rx, cy, rx, ry, cx - rx, cy)


def rr(x, y, w, h, r):
    r = min(r, w / 2, h / 2)
    return ('M%g %gh%ga%g %g 0 0 1 %g %gv%ga%g %g 0 0 1 %g %gh%ga%g %g 0 0 1 %g %gv%ga%g %g 0 0 1 %g %gZ'
            % (x + r, y, w - 2 * r, r, r, r, r, h - 2 * r, r, r, -r, r, -(w - 2 * r), r, r, -r, -r, -(h - 2 * r), r, r, r, -r))


def arc(cx, cy, rx, ry, a0, a1, n=24):
    return [(cx + rx * math.cos(math.radians(a0 + (a1 - a0) * i / n)), cy + ry * math.sin(math.radians(a0 + (a1 - a0) * i / n))) for i in range(n + 1)]


# ---------- volume ----------
def cyl(c, l=.45, d=.5):
    """Stops of a round body lit from the upper left."""
    return [(0, dk(c, d * .62)), (.08, dk(c, d * .28)), (.27, lt(c, l)), (.36, lt(c, l * .75)), (.58, c), (.86, dk(c, d)), (.95, dk(c, d * .85)), (1, dk(c, d * .55))]


def metal(c='#c9ced6'):
    return [(0, dk(c, .45)), (.1, dk(c, .15)), (.2, '#ffffff'), (.3, lt(c, .5)), (.48, dk(c, .35)), (.62, c), (.78, lt(c, .6)), (.9, dk(c, .4)), (1, dk(c, .25))]


def solid(d, c, k=30, dark=.5, light=.55, fill=None, edge=True, inner=''):
    """Any outline as a rounded volume: light along its upper left, shade along its lower right."""
    base = fill or lin([lt(c, .22), c, dk(c, .2)], 0, 0, .8, 1)
    return (P(d, base) + clip(d, inner,
            P(d, 'none', s=dk(c, .62), w=k * 1.3, b=k * .45, o=dark * 1.1, t='translate(%g %g)' % (-k * .45, -k * .5)),
            P(d, 'none', s='#fff', w=k * .8, b=k * .35, o=light, t='translate(%g %g)' % (k * .5, k * .55)),
            P(d, 'none', s=lt(c, .8), w=max(1.2, k * .07), o=light * .8, t='translate(%g %g)' % (k * .035, k * .045)) if edge else ''))


def tube(d, w, c, hi=.6, sh=.55):
    return (S(d, dk(c, sh), w) + S(d, c, w * .82, t='translate(%g %g)' % (-w * .06, -w * .06))
            + S(d, lt(c, .35), w * .45, t='translate(%g %g)' % (-w * .14, -w * .14), b=w * .1)
            + S(d, lt(c, .9), w * .14, t='translate(%g %g)' % (-w * .2, -w * .2), o=hi, b=w * .03))


def lathe_path(cx, prof, tilt=.2, top=True, smoothit=True):
    """Outline of a body of revolution: prof = [(y, r), ...] from top to bottom."""
    y0, r0 = prof[0]
    y1, r1 = prof[-1]
    right = [(cx + r, y) for y, r in prof]
    left = [(cx - r, y) for y, r in reversed(prof)]
    f = (lambda q: smooth(q, False)) if smoothit else (lambda q: poly(q, False))
    d = f(right)
    d += 'A%.2f %.2f 0 0 1 %.2f %.2f' % (max(r1, .01), max(r1 * tilt, .01), cx - r1, y1)
    d += 'L' + f(left)[1:]
    d += 'A%.2f %.2f 0 0 1 %.2f %.2fZ' % (max(r0, .01), max(r0 * tilt, .01), cx + r0, y0)
    return d


def lathe(cx, prof, c, tilt=.2, fill=None, smoothit=True, inner='', shade=.35, gloss=0, l=.45, d=.5):
    """A turned body; `fill` replaces the round shading, `inner` is drawn on it and clipped to it."""
    p = lathe_path(cx, prof, tilt, smoothit=smoothit)
    y0, y1 = prof[0][0], prof[-1][0]
    rm = max(r for _, r in prof)
    body = P(p, fill or lin(cyl(c, l, d), cx - rm, 0, cx + rm, 0, u=True))
    ins = inner + P(p, 'none', s=dk(c, .7), w=rm * .22, b=rm * .1, o=shade, t='translate(%g %g)' % (-rm * .04, -rm * .06))
    if gloss:
        mid = [q for q in prof if y0 + (y1 - y0) * .06 <= q[0] <= y0 + (y1 - y0) * .9]
        if len(mid) < 2:
            mid = [(y0 + (y1 - y0) * f, prof[0][1] + (prof[-1][1] - prof[0][1]) * f) for f in (.12, .5, .88)]
        ins += S(smooth([(cx - r * .55, y) for y, r in mid], False), '#fff', rm * .15, b=rm * .05, o=gloss)
        ins += S(smooth([(cx + r * .84, y) for y, r in mid], False), '#fff', rm * .05, b=rm * .03, o=gloss * .45)
    return body + clip(p, ins)


def disc(cx, cy, rx, ry, c, fill=None):
    """A horizontal round face (table top, lid, liquid)."""
    return E(cx, cy, rx, ry, fill or lin([lt(c, .45), c, dk(c, .18)], 0, 0, 1, .6))


def hole(cx, cy, rx, ry, c):
    """An opening one looks into: dark under the near-left rim, lit at the far right wall."""
    return E(cx, cy, rx, ry, lin([dk(c, .72), dk(c, .55), dk(c, .25)], 0, 0, 1, .3)) + E(cx, cy, rx, ry, down([(0, '#000', .35), (.6, '#000', 0)]))


def ball(cx, cy, r, c, gloss=.8, ry=None):
    ry = ry or r
    return (E(cx, cy, r, ry, rad([(0, lt(c, .6)), (.3, lt(c, .15)), (.62, c), (.9, dk(c, .45)), (1, dk(c, .35))], .36, .32, .72))
            + E(cx - r * .34, cy - ry * .4, r * .2, ry * .13, '#fff', o=gloss, b=r * .045, t='rotate(-35 %g %g)' % (cx - r * .34, cy - ry * .4)))


def shadow(cx, cy, rx, ry, o=.45, c='#20182c', cast=.6):
    """Contact shadow plus a softer one that falls to the lower right."""
    return (E(cx + rx * .22, cy + ry * .35, rx * 1.3, ry * 1.5, rad([(0, c, o * cast), (.55, c, o * cast * .45), (1, c, 0)]))
            + E(cx, cy, rx * 1.02, ry * .8, c, o=o, b=max(3, ry * .28))
            + E(cx, cy, rx * .92, ry * .42, dk(c, .4), o=o * .8, b=max(2, ry * .12)))


def flat_shadow(d, dx=26, dy=34, o=.35, b=22, c='#20182c'):
    """Shadow of a thing that lies flat, seen from above."""
    return P(d, c, o=o, b=b, t='translate(%g %g)' % (dx, dy)) + P(d, c, o=o * .9, b=b * .25, t='translate(%g %g)' % (dx * .25, dy * .25))


# ---------- a simple parallel camera ----------
class Cam:
    """x right, y up, z towards the viewer; yaw turns the thing, pitch looks down at it (degrees)."""

    def __init__(self, cx=500, cy=700, s=1, yaw=30, pitch=22):
        self.cx, self.cy, self.s = cx, cy, s
        a, b = math.radians(yaw), math.radians(pitch)
        self.ca, self.sa, self.cb, self.sb = math.cos(a), math.sin(a), math.cos(b), math.sin(b)

    def p(self, x, y, z):
        u = x * self.ca + z * self.sa
        w = -x * self.sa + z * self.ca
        return (self.cx + self.s * u, self.cy - self.s * (y * self.cb - w * self.sb))

    def depth(self, x, y, z):
        return (-x * self.sa + z * self.ca) * self.cb + y * self.sb

    def q(self, *pts):
        return poly([self.p(*p) for p in pts])

    def on(self, o, u, v, *parts, **kw):
        """Draw flat art on a plane: origin o, unit vectors u (art x) and v (art y)."""
        a, b, c = self.p(*o), self.p(*(i + j for i, j in zip(o, u))), self.p(*(i + j for i, j in zip(o, v)))
        return G(*parts, t='matrix(%.5f %.5f %.5f %.5f %.3f %.3f)' % (b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1], a[0], a[1]), **kw)

    def front(self, x, y, z, *parts, **kw):
        return self.on((x, y, z), (1, 0, 0), (0, -1, 0), *parts, **kw)

    def side(self, x, y, z, *parts, **kw):
        """The side face that shows, art x from left to right."""
        d = 1 if self.sa >= 0 else -1
        return self.on((x, y, z), (0, 0, d), (0, -1, 0), *parts, **kw)

    def top(self, x, y, z, *parts, **kw):
        return self.on((x, y, z), (1, 0, 0), (0, 0, 1), *parts, **kw)

    def box(self, x0, y0, z0, x1, y1, z1, c, r=0, edge=.5, top=None, front=None, side=None):
        """A box: top lightest, the face to the left lit, the face to the right in shade."""
        if self.sa >= 0:      # the left side (x0) shows
            xs = x0
            fc, sc = dk(c, .16), lt(c, .1)
        else:                 # the right side (x1) shows
            xs = x1
            fc, sc = lt(c, .06), dk(c, .34)
        F = self.q((x0, y1, z1), (x1, y1, z1), (x1, y0, z1), (x0, y0, z1))
        D = self.q((xs, y1, z1), (xs, y1, z0), (xs, y0, z0), (xs, y0, z1))
        U = self.q((x0, y1, z0), (x1, y1, z0), (x1, y1, z1), (x0, y1, z1))
        def j(col):
            return dict(s=col, w=r, stroke_linejoin='round') if r else {}
        out = P(D, side or down([lt(sc, .08), dk(sc, .16)]), **j(sc))
        out += P(F, front or lin([lt(fc, .1), fc, dk(fc, .12)], 0, 0, .6, 1), **j(fc))
        out += P(U, top or lin([lt(c, .55), lt(c, .3)], 0, 0, 1, 1), **j(lt(c, .38)))
        if edge:
            a, b, e = self.p(x0, y1, z1), self.p(x1, y1, z1), self.p(xs, y1, z0)
            m, n = self.p(xs, y1, z1), self.p(xs, y0, z1)
            out += S(poly([a, b], False), '#fff', 2.2, o=edge) + S(poly([m, e], False), '#fff', 2, o=edge * .7) + S(poly([m, n], False), '#fff', 1.6, o=edge * .6)
        return out


# ---------- surroundings ----------
def studio(c='#e9e2d8', floor=None, y=640, glow=.6):
    """A seamless paper backdrop, lit from the upper left."""
    f = floor or lt(c, .12)
    return (R(0, 0, 1000, 1000, 0, lin([lt(c, .3), c, dk(c, .12)], 0, 0, 1, 1))
            + R(0, y - 90, 1000, 1090 - y, 0, lin([(0, f, 0), (.12, f, .25), (.3, f, .9), (1, mix(f, dk(c, .16), .6))], 0, y - 90, 0, 1000, u=True))
            + E(240, 200, 760, 640, rad([(0, '#fff', glow), (.5, '#fff', glow * .35), (1, '#fff', 0)]))
            + R(0, 0, 1000, 1000, 0, rad([(0, dk(c, .6), 0), (.62, dk(c, .6), 0), (1, dk(c, .6), .3)], .42, .42, .85)))


def planks(c='#b98a5e', y=0, h=1000, n=5, seed=1, gap=.35):
    """Wooden boards, running left to right."""
    r = random.Random(seed)
    out, bh = '', h / n
    for i in range(n):
        k = mix(c, r.choice([dk(c, .18), lt(c, .18), c]), .6)
        yy = y + i * bh
        g = ''
        for _ in range(5):
            gy = yy + r.uniform(.08, .92) * bh
            x = r.uniform(-200, 500)
            g += S('M%g %gc200 %g 350 %g 500 %gs400 %g 700 %g' % (x, gy, r.uniform(-9, 9), r.uniform(-12, 12), r.uniform(-9, 9), r.uniform(-9, 9), r.uniform(-6, 6)),
                   dk(k, .3), r.uniform(1.6, 3.4), o=r.uniform(.1, .24))
        out += clip('M0 %gH1000V%gH0Z' % (yy, yy + bh), R(0, yy, 1000, bh, 0, lin([lt(k, .14), k, dk(k, .08)], 0, 0, 1, .3)), g)
        out += R(0, yy, 1000, 2.5, 0, '#fff', o=gap * .6) + R(0, yy + bh - 3, 1000, 3, 0, dk(c, .6), o=gap * 1.4)
    return out


def tabletop(wall='#cfd8d3', c='#b98a5e', y=650, n=3, seed=2, glow=.6):
    """A room wall out of focus behind a wooden table."""
    return (R(0, 0, 1000, y + 20, 0, lin([lt(wall, .25), wall, dk(wall, .16)], 0, 0, 1, 1))
            + E(230, 160, 720, 560, rad([(0, '#fff', glow), (.5, '#fff', glow * .35), (1, '#fff', 0)]))
            + R(-50, y - 40, 1100, 60, 0, dk(wall, .4), o=.22, b=24)
            + planks(c, y, 1000 - y, n, seed) + R(0, y, 1000, 5, 0, lt(c, .6), o=.5)
            + R(0, y, 1000, 1000 - y, 0, lin([(0, '#fff', .28), (.5, '#fff', 0), (1, '#1a0f08', .3)], 0, 0, 1, .8)))


def room(wall='#d9dfe2', floor='#b58d67', y=720, skirting=True, seed=3):
    """A wall and a wooden floor, with window light on the wall."""
    out = R(0, 0, 1000, 1000, 0, lin([lt(wall, .3), wall, dk(wall, .14)], 0, 0, 1, .8))
    out += G(P('M90 60L330 20L330 330L90 390Z M360 15L600 -25L600 270L360 325Z', '#fff8e6', o=.5, b=7),
             P('M90 420L330 358L330 640L90 720Z M360 350L600 295L600 560L360 632Z', '#fff8e6', o=.42, b=9))
    out += R(0, y, 1000, 1000 - y, 0, floor) + planks(floor, y, 1000 - y, 4, seed, .25)
    out += R(0, y, 1000, 1000 - y, 0, lin([(0, '#fff', .22), (.5, '#fff', 0), (1, '#1a0f08', .3)], 0, 0, 1, .9))
    if skirting:
        out += R(0, y - 34, 1000, 36, 0, down([lt(wall, .75), lt(wall, .5), dk(wall, .1)])) + R(0, y, 1000, 16, 0, '#201208', o=.3, b=6)
    return out


def dark_studio(c='#2b2f3a', glow='#5b6580'):
    return (R(0, 0, 1000, 1000, 0, lin([lt(c, .1), c, dk(c, .4)], 0, 0, .7, 1)) + R(0, 580, 1000, 420, 0, lin([(0, lt(c, .13), 0), (.3, lt(c, .11), .8), (1, dk(c, .3))], 0, 580, 0, 1000, u=True))
            + E(330, 330, 700, 620, rad([(0, glow, .75), (.5, glow, .3), (1, glow, 0)])))


def zoom(x, y, k, *parts):
    """A close-up: point (x, y) of the drawing comes to the middle, k times as large."""
    return G(*parts, t='translate(500 500) scale(%g) translate(%g %g)' % (k, -x, -y))


def leaf(x, y, l, w, a, c):
    d = 'M0 0C%g %g %g %g %g 0C%g %g %g %g 0 0Z' % (l * .25, -w, l * .7, -w * .8, l, l * .7, w * .8, l * .25, w)
    return at(x, y, 1, a, P(d, lin([lt(c, .28), c, dk(c, .3)], 0, 0, 0, 1)), S('M%g 0L%g 0' % (l * .05, l * .9), lt(c, .5), max(1, w * .08), o=.6))


def save(album, *parts, crop=None, soft=0):
    """Adds a finished picture to the album; crop = (x, y, w, h) shows only that part of the canvas,
    soft (in pixels of the result) blurs an image slightly whose fine detail would take too many bytes."""
    x, y, w, h = crop or (0, 0, SIZE, SIZE)
    k = 1080 / max(w, h)
    body = ''.join(parts)
    if soft:
        body = G(body, b=soft / k)
    live, todo, kept = set(), re.findall(r'#(k\d+)\)', body), []
    live.update(todo)
    for d, i in _defs.items():
        if i in live:
            kept.append(d.replace('id="@"', 'id="%s"' % i, 1))
    album.append('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="%g %g %g %g"><defs>%s</defs>%s</svg>'
                 % (round(w * k), round(h * k), x, y, w, h, ''.join(kept), body))
