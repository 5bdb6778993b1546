"""Kit for drawing sample products as SVG (standard library only).

A picture is a `Scene`: a canvas with a backdrop to which shapes are added in
painting order.  Light always comes from the upper left.  See README.md.
"""
import math
import random
from contextlib import contextmanager

SQ, LAND, PORT = (1080, 1080), (1080, 810), (810, 1080)

# name: (wall light, wall, wall shade, floor far, floor near)
BACKDROPS = {
    "sand":     ("#fbf3e6", "#f0dfc6", "#dfc7a5", "#e3cca9", "#f1dfc3"),
    "cream":    ("#fffdf8", "#f7f0e4", "#e9dcc8", "#e7dac5", "#f7efe2"),
    "blush":    ("#fff1ec", "#f8d8cd", "#eabcae", "#e9bcae", "#f8dad0"),
    "terra":    ("#f6cfb4", "#e6a883", "#cf8a63", "#c98560", "#e2a683"),
    "sage":     ("#f0f5ea", "#d3dfc8", "#b5c6a7", "#b2c3a3", "#d3dec8"),
    "mint":     ("#eefaf5", "#cdebdf", "#a9d4c4", "#a8d2c2", "#ccebde"),
    "sky":      ("#f1f8fd", "#cfe3f3", "#abcbe3", "#a9c8e0", "#d0e3f2"),
    "dusk":     ("#e6e8f5", "#bfc5e2", "#9aa2c9", "#98a0c6", "#c3c9e4"),
    "lilac":    ("#f8f2fb", "#e2d2ec", "#c8b1d7", "#c6b0d5", "#e2d3ec"),
    "fog":      ("#fafbfb", "#e4e8ea", "#c9d0d4", "#c6cdd1", "#e5e9eb"),
    "mustard":  ("#fdebb8", "#f3cd70", "#dcae48", "#d8aa46", "#f0cb72"),
    "teal":     ("#7fb9b6", "#4a918f", "#2f6f6f", "#2b6868", "#498e8c"),
    "navy":     ("#5b6f92", "#364867", "#233149", "#202d44", "#3a4c6b"),
    "charcoal": ("#6b6e73", "#44474c", "#2b2d31", "#292b2f", "#484b50"),
    "snow":     ("#eaf3fb", "#c4dcf0", "#a5c6e2", "#dbe8f3", "#ffffff"),
}


# ---------------------------------------------------------------- colors
def _rgb(c):
    c = c.lstrip("#")
    if len(c) == 3:
        c = "".join(x * 2 for x in c)
    return [int(c[i:i + 2], 16) for i in (0, 2, 4)]


def mix(a, b, t):
    """Color between a (t=0) and b (t=1)."""
    return "#%02x%02x%02x" % tuple(
        max(0, min(255, round(x + (y - x) * t))) for x, y in zip(_rgb(a), _rgb(b)))


def lighter(c, t=.25):
    return mix(c, "#fffaf0", t)


def darker(c, t=.25):
    deep = mix("#" + "".join("%02x" % int(v * .2) for v in _rgb(c)), "#150f1e", .4)   # stays in the color's family
    return mix(c, deep, t)


def n(v):
    """Number to short text."""
    s = "%.2f" % v
    return s.rstrip("0").rstrip(".") if "." in s else s


# ---------------------------------------------------------------- path data
def poly(pts, closed=True):
    return "M" + "L".join(f"{n(x)} {n(y)}" for x, y in pts) + ("Z" if closed else "")


def spline(pts, closed=False, k=1.0):
    """Smooth curve (Catmull-Rom) through points; k<1 is tighter."""
    m = len(pts)
    d = f"M{n(pts[0][0])} {n(pts[0][1])}"
    for i in range(m if closed else m - 1):
        p0 = pts[(i - 1) % m] if closed or i > 0 else pts[0]
        p1, p2 = pts[i], pts[(i + 1) % m]
        p3 = pts[(i + 2) % m] if closed or i + 2 < m else pts[-1]
        c1 = (p1[0] + (p2[0] - p0[0]) * k / 6, p1[1] + (p2[1] - p0[1]) * k / 6)
        c2 = (p2[0] - (p3[0] - p1[0]) * k / 6, p2[1] - (p3[1] - p1[1]) * k / 6)
        d += "C" + " ".join(n(v) for v in (*c1, *c2, *p2))
    return d + ("Z" if closed else "")


def rr(x, y, w, h, r=0):
    """Rounded rectangle as path data."""
    r = min(r, w / 2, h / 2)
    if r <= 0:
        return poly([(x, y), (x + w, y), (x + w, y + h), (x, y + h)])
    return (f"M{n(x+r)} {n(y)}H{n(x+w-r)}A{n(r)} {n(r)} 0 0 1 {n(x+w)} {n(y+r)}V{n(y+h-r)}"
            f"A{n(r)} {n(r)} 0 0 1 {n(x+w-r)} {n(y+h)}H{n(x+r)}A{n(r)} {n(r)} 0 0 1 {n(x)} {n(y+h-r)}"
            f"V{n(y+r)}A{n(r)} {n(r)} 0 0 1 {n(x+r)} {n(y)}Z")


def oval(cx, cy, rx, ry=None):
    """Ellipse as path data."""
    ry = rx if ry is None else ry
    return (f"M{n(cx-rx)} {n(cy)}A{n(rx)} {n(ry)} 0 1 1 {n(cx+rx)} {n(cy)}"
            f"A{n(rx)} {n(ry)} 0 1 1 {n(cx-rx)} {n(cy)}Z")


def ring(cx, cy, r1, r2, ry1=None, ry2=None):
    """Ring (use with rule="evenodd")."""
    return oval(cx, cy, r1, ry1) + oval(cx, cy, r2, ry2)


def polar(cx, cy, r, deg, ry=None):
    """Point at angle (0 = right, clockwise on screen)."""
    a = math.radians(deg)
    return cx + r * math.cos(a), cy + (r if ry is None else ry) * math.sin(a)


# ---------------------------------------------------------------- scene
class Scene:
    """Canvas.  size: SQ, LAND, PORT or (w, h).  backdrop: a name of BACKDROPS.

    horizon: fraction of the height where wall meets floor (softly);
    None = seamless paper, for pictures taken from above.
    floor: None, a color, or "oak"/"walnut"/"marble"/"slate" for a table top.
    """

    def __init__(self, size=SQ, backdrop="sand", horizon=.68, floor=None, seed=1):
        self.w, self.h = size
        self.defs, self.out, self.count = [], [], 0
        self.view = None
        self.rnd = random.Random(seed)
        self._cache = {}
        self._backdrop(backdrop, horizon, floor)

    # ---- definitions
    def _def(self, make):
        key = make("@")
        if key not in self._cache:
            self.count += 1
            self._cache[key] = f"d{self.count}"
            self.defs.append(make(self._cache[key]))
        return self._cache[key]

    @staticmethod
    def _stops(stops):
        """["#a", "#b"] or [(offset, "#a"), (offset, "#a", opacity), ...]"""
        out = []
        for i, s in enumerate(stops):
            if isinstance(s, str):
                s = (i / max(1, len(stops) - 1), s)
            op = f' stop-opacity="{n(s[2])}"' if len(s) > 2 else ""
            out.append(f'<stop offset="{n(s[0])}" stop-color="{s[1]}"{op}/>')
        return "".join(out)

    def lin(self, stops, x1=0, y1=0, x2=0, y2=1, user=False):
        """Linear gradient (default top to bottom of the shape's box;
        user=True: canvas coordinates).  Returns a paint."""
        u = ' gradientUnits="userSpaceOnUse"' if user else ""
        st = self._stops(stops)
        f = lambda i: (f'<linearGradient id="{i}" x1="{n(x1)}" y1="{n(y1)}" x2="{n(x2)}" '
                       f'y2="{n(y2)}"{u}>{st}</linearGradient>')
        return f"url(#{self._def(f)})"

    def hor(self, stops):
        """Left to right gradient."""
        return self.lin(stops, 0, 0, 1, 0)

    def diag(self, stops):
        """Upper left to lower right gradient."""
        return self.lin(stops, 0, 0, 1, 1)

    def rad(self, stops, cx=.5, cy=.5, r=.5, fx=None, fy=None, user=False):
        u = ' gradientUnits="userSpaceOnUse"' if user else ""
        fx, fy = cx if fx is None else fx, cy if fy is None else fy
        st = self._stops(stops)
        f = lambda i: (f'<radialGradient id="{i}" cx="{n(cx)}" cy="{n(cy)}" r="{n(r)}" fx="{n(fx)}" '
                       f'fy="{n(fy)}"{u}>{st}</radialGradient>')
        return f"url(#{self._def(f)})"

    def blurred(self, std):
        f = lambda i: (f'<filter id="{i}" x="-60%" y="-60%" width="220%" height="220%">'
                       f'<feGaussianBlur stdDeviation="{n(std)}"/></filter>')
        return f"url(#{self._def(f)})"

    def pattern(self, w, h, markup, transform=""):
        f = lambda i: (f'<pattern id="{i}" width="{n(w)}" height="{n(h)}" patternUnits="userSpaceOnUse" '
                       f'patternTransform="{transform}">{markup}</pattern>')
        return f"url(#{self._def(f)})"

    # ---- shapes
    @staticmethod
    def _attrs(a):
        out = ""
        for k, v in a.items():
            if v is None:
                continue
            k = {"rule": "fill-rule", "cap": "stroke-linecap", "join": "stroke-linejoin",
                 "sw": "stroke-width", "dash": "stroke-dasharray", "op": "opacity"}.get(k, k.replace("_", "-"))
            out += f' {k}="{n(v) if isinstance(v, float) else v}"'
        return out

    def add(self, markup):
        self.out.append(markup)

    def path(self, d, fill="none", blur=0, **a):
        """Path; short attribute names: sw, op, cap, join, dash, rule, stroke, transform."""
        if blur:
            a["filter"] = self.blurred(blur)
        self.out.append(f'<path d="{d}" fill="{fill}"{self._attrs(a)}/>')

    def stroke(self, d, color, sw, cap="round", join="round", **a):
        self.path(d, "none", stroke=color, sw=sw, cap=cap, join=join, **a)

    def rect(self, x, y, w, h, r=0, fill="none", **a):
        self.path(rr(x, y, w, h, r), fill, **a)

    def oval(self, cx, cy, rx, ry=None, fill="none", **a):
        self.path(oval(cx, cy, rx, ry), fill, **a)

    def text(self, x, y, t, size, fill="#333", font="Noto Sans CJK KR, DejaVu Sans, sans-serif", anchor="middle", **a):
        self.out.append(f'<text x="{n(x)}" y="{n(y)}" font-size="{n(size)}" font-family="{font}" '
                        f'text-anchor="{anchor}" fill="{fill}"{self._attrs(a)}>{t}</text>')

    @contextmanager
    def group(self, transform=None, op=None, blur=0, **a):
        """with s.group("translate(..) rotate(..)"): ..."""
        if blur:
            a["filter"] = self.blurred(blur)
        self.out.append(f"<g{self._attrs(dict(transform=transform, op=op, **a))}>")
        yield
        self.out.append("</g>")

    @contextmanager
    def clip(self, d, rule=None):
        """Everything inside is clipped to path data d."""
        r = f' clip-rule="{rule}"' if rule else ""
        i = self._def(lambda i: f'<clipPath id="{i}"><path d="{d}"{r}/></clipPath>')
        self.out.append(f'<g clip-path="url(#{i})">')
        yield
        self.out.append("</g>")

    def at(self, x, y, scale=1.0, rot=0, mirror=False):
        """Group placing an object: origin to (x, y), scaled, rotated, mirrored."""
        sx = -scale if mirror else scale
        return self.group(f"translate({n(x)} {n(y)}) rotate({n(rot)}) scale({sx:.4f} {scale:.4f})")

    # ---- volume helpers
    def contact(self, cx, cy, rx, ry=None, a=.38, dx=None):
        """Contact shadow on the floor: wide soft one drifting to the right + tight dark one."""
        ry = rx * .16 if ry is None else ry
        dx = rx * .10 if dx is None else dx
        soft = self.rad([(0, "#1d1420", a * .75), (.45, "#1d1420", a * .42), (.75, "#1d1420", a * .12), (1, "#1d1420", 0)])
        tight = self.rad([(0, "#140c14", min(1, a * 1.5)), (.6, "#140c14", a * .9), (1, "#140c14", 0)])
        self.oval(cx + dx, cy + ry * .15, rx * 1.35, ry * 1.7, soft)
        self.oval(cx, cy, rx, ry * .75, tight)

    def cast(self, d, dx=26, dy=22, blur=18, a=.3):
        """Soft drop shadow of an outline (for walls and pictures from above)."""
        self.path(d, "#1d1420", blur=blur, op=a, transform=f"translate({n(dx)} {n(dy)})")

    def puff(self, d, color, depth=26, light=.5, shade=.45, base=None, rule=None):
        """Fill outline d and give it soft volume: light upper-left edge,
        dark lower-right edge.  base: paint to use instead of the automatic gradient."""
        self.path(d, base or self.diag([(0, lighter(color, .22)), (.45, color), (1, darker(color, .2))]), rule=rule)
        with self.clip(d, rule):
            k = depth * .42
            self.path(d, stroke=darker(color, .65), sw=depth, blur=depth * .42, op=shade,
                      transform=f"translate({n(-k)} {n(-k)})")
            self.path(d, stroke=lighter(color, .8), sw=depth * .8, blur=depth * .4, op=light,
                      transform=f"translate({n(k)} {n(k)})")

    def gloss(self, d, a=.55, blur=4, color="#ffffff"):
        """Highlight of shape d."""
        self.path(d, color, blur=blur, op=a)

    def tube(self, d, width, color, cap="round", shine=.55, join="round"):
        """Stroke that looks like a round bar (legs, frames, cables)."""
        steps = max(5, min(14, int(width / 3)))
        for i in range(steps):
            u = i / (steps - 1)
            c = (darker(color, .5 * (1 - u / .55) ** 1.2) if u < .55 else lighter(color, shine * (u - .55) / .45))
            o = -width * .2 * u
            with self.group(f"translate({n(o)} {n(o)})"):
                self.stroke(d, c, width * (1 - .9 * u), cap, join)

    def round_paint(self, color, shine=.5, dark=.5):
        """Left-to-right paint for upright round bodies lit from the left."""
        return self.hor([(0, darker(color, .28)), (.1, darker(color, .06)), (.28, lighter(color, shine)),
                         (.42, lighter(color, .1)), (.62, color), (.86, darker(color, dark * .75)),
                         (.95, darker(color, dark)), (1, darker(color, dark * .7))])

    def metal(self, tone="#c9ced4", hor=True):
        """Polished metal paint (bright and dark bands)."""
        st = [(0, darker(tone, .45)), (.08, darker(tone, .1)), (.2, lighter(tone, .75)), (.3, lighter(tone, .25)),
              (.42, darker(tone, .22)), (.55, tone), (.72, lighter(tone, .5)), (.84, darker(tone, .2)), (1, darker(tone, .5))]
        return self.hor(st) if hor else self.lin(st)

    BRASS, STEEL, COPPER, GUN = "#c99a3e", "#c3c9cf", "#c4774a", "#4b5056"

    def lathe(self, cx, profile, color, flat=.16, paint=None, smooth=True, top=None, shine=.5):
        """Body of revolution standing upright: profile = [(y, radius), ...] from top to bottom.
        flat = ellipse height / width.  top: None, "solid" (lid) or "open" (dark inside).
        Returns the outline (path data), for clip()."""
        y0, r0 = profile[0]
        y1, r1 = profile[-1]
        right = [(cx + r, y) for y, r in profile]
        left = [(cx - r, y) for y, r in reversed(profile)]
        seg = spline if smooth else (lambda p: poly(p, False))
        d = (seg(right) + f"A{n(r1)} {n(r1*flat)} 0 0 1 {n(cx-r1)} {n(y1)}" + "L" + seg(left)[1:]
             + f"A{n(max(r0,.1))} {n(max(r0,.1)*flat)} 0 0 1 {n(cx+r0)} {n(y0)}Z")
        self.path(d, paint or self.round_paint(color, shine))
        if top == "solid":
            self.oval(cx, y0, r0, r0 * flat, self.diag([lighter(color, .5), color, darker(color, .12)]))
        elif top == "open":
            self.oval(cx, y0, r0, r0 * flat, self.hor([lighter(color, .55), lighter(color, .25), lighter(color, .4)]))
            self.oval(cx, y0 + r0 * flat * .06, r0 * .93, r0 * flat * .9,
                      self.lin([darker(color, .62), darker(color, .3)]))
        return d

    def ball(self, cx, cy, r, color, shine=.7):
        self.oval(cx, cy, r, r, self.rad([(0, lighter(color, shine)), (.3, lighter(color, .15)), (.62, color),
                                          (.9, darker(color, .4)), (1, darker(color, .3))], .5, .5, .52, .34, .3))

    def woodgrain(self, x, y, w, h, color="#c08a55", lines=16, a=.28, vertical=False, seed=3):
        """Wavy grain lines in a box; call inside clip()."""
        rnd = random.Random(seed)
        for i in range(lines):
            t = (i + rnd.uniform(.1, .9)) / lines
            L, W = (h, w) if vertical else (w, h)
            pts = []
            for j in range(7):
                u, v = j / 6 * L, t * W + rnd.uniform(-1, 1) * W / lines * .45
                pts.append((x + v, y + u) if vertical else (x + u, y + v))
            self.stroke(spline(pts), darker(color, rnd.uniform(.25, .5)), rnd.uniform(1, 3.4), op=round(a * rnd.uniform(.4, 1), 2))

    def glass(self, d, tint="#cfe6ea", a=.35):
        """Clear glass outline: faint tint, bright edges, a streak."""
        self.path(d, tint, op=a)
        with self.clip(d):
            self.path(d, stroke="#ffffff", sw=10, blur=4, op=.75)
            self.path(d, stroke=darker(tint, .55), sw=5, blur=3, op=.5, transform="translate(-3 -2)")

    # ---- backdrop
    def _backdrop(self, name, horizon, floor):
        w, h = self.w, self.h
        hi, wall, sh, far, near = BACKDROPS[name]
        self.rect(-w, -h, 3 * w, 3 * h, 0, wall)
        self.rect(-w, -h, 3 * w, 3 * h, 0, self.rad([(0, hi), (.45, wall), (1, sh)], w * .3, h * .22, max(w, h) * .95, user=True))
        if horizon is None:
            if floor:
                self._table(floor, 0, full=True)
            return
        y = h * horizon
        if floor and not floor.startswith("#"):
            self._table(floor, y)
            return
        if floor:
            far, near = darker(floor, .14), lighter(floor, .25)
        g = self.lin([(0, far, 0), (.10, far, .9), (.55, mix(far, near, .6)), (1, near)], 0, y - h * .05, 0, h, user=True)
        self.rect(-w, y - h * .05, 3 * w, 3 * h, 0, g)
        self.rect(-w, y - h * .05, 3 * w, 3 * h, 0, self.rad([(0, "#ffffff", .28), (1, "#ffffff", 0)], w * .34, y + h * .16, w * .5, user=True))

    def _table(self, kind, y, full=False):
        w, h = self.w, self.h
        base = {"oak": "#d3a570", "walnut": "#8a5a3b", "marble": "#eceae7", "slate": "#59616b", "white": "#f3f1ee"}.get(kind, kind)
        top = -h if full else y
        g = self.lin([(0, darker(base, .16)), (1, lighter(base, .16))], 0, 0 if full else y, w * .2, h, user=True)
        d = rr(-w, top, 3 * w, 3 * h)
        if not full:
            self.rect(-w, y - 46, 3 * w, 46, 0, self.lin([(0, "#1d1420", 0), (1, "#1d1420", .16)]))
        self.path(d, g)
        rnd = random.Random(7)
        if kind in ("oak", "walnut"):
            with self.clip(d):
                k = 30
                for i in range(k):
                    t = (i + rnd.random() * .8) / k
                    yy = t * h if full else y + (h - y) * t ** 1.5
                    pts = [(-20 + j * (w + 40) / 6, yy + rnd.uniform(-1, 1) * (5 if full else 1 + 7 * t)) for j in range(7)]
                    self.stroke(spline(pts), darker(base, .4), rnd.uniform(1, 3) * (1 if full else .5 + t), op=round(rnd.uniform(.1, .26), 2))
        if kind == "marble":
            with self.clip(d):
                for i in range(7):
                    x0, y0 = rnd.uniform(-100, w), top if not full else rnd.uniform(-50, h)
                    pts = [(x0, y0)]
                    for j in range(6):
                        pts.append((pts[-1][0] + rnd.uniform(20, 150), pts[-1][1] + rnd.uniform(5, 90)))
                    self.stroke(spline(pts), "#9a9ca3", rnd.uniform(2, 7), op=.22, blur=2)
        if not full:
            self.rect(-w, y, 3 * w, 3, 0, "#ffffff", op=.35)

    # ---- output
    def crop(self, x, y, w, h):
        """Close-up: show only this part (its ratio becomes the picture's ratio)."""
        self.view = (x, y, w, h)
        return self

    def svg(self):
        x, y, w, h = self.view or (0, 0, self.w, self.h)
        k = 1080 / max(w, h)
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{round(w*k)}" height="{round(h*k)}" '
                f'viewBox="{n(x)} {n(y)} {n(w)} {n(h)}"><defs>{"".join(self.defs)}</defs>{"".join(self.out)}</svg>')


# ---------------------------------------------------------------- simple 3D
class Cam:
    """Perspective camera for boxy things (furniture, books, boxes).

    World: x right, y up, z towards the viewer.  yaw turns the object (degrees,
    positive shows its right side), pitch looks down.
    (cx, cy) is where the world's origin lands, scale = pixels per unit."""

    def __init__(self, yaw=30, pitch=18, scale=1.0, cx=540, cy=800, dist=3000):
        self.a, self.b = math.radians(yaw), math.radians(pitch)
        self.k, self.cx, self.cy, self.dist = scale, cx, cy, dist

    def turn(self, x, y, z):
        x, z = x * math.cos(self.a) - z * math.sin(self.a), x * math.sin(self.a) + z * math.cos(self.a)
        y, z = y * math.cos(self.b) - z * math.sin(self.b), y * math.sin(self.b) + z * math.cos(self.b)
        return x, y, z

    def p(self, x, y, z):
        x, y, z = self.turn(x, y, z)
        f = self.dist / (self.dist - z) * self.k
        return self.cx + x * f, self.cy - y * f

    def depth(self, x, y, z):
        return self.turn(x, y, z)[2]

    def pts(self, points):
        return [self.p(*q) for q in points]


class Solid:
    """Collects faces and paints them back to front with light from the upper left.

        o = Solid(s, Cam(yaw=35))
        o.box(x, y, z, w, h, d, "#b07a4a")     # corner (x,y,z), sizes along x, y(up), z
        o.quad([p1, p2, p3, p4], color)        # any planar polygon, both sides shown
        o.bar([(x,y,z), ...], width, color)    # round bar (tube) in space
        o.paint()
    """
    LIGHT = (-.5, .76, .42)

    def __init__(self, s, cam):
        self.s, self.cam, self.items = s, cam, []

    def shade(self, color, normal):
        x, y, z = self.cam.turn(*normal)
        m = math.sqrt(x * x + y * y + z * z) or 1
        l = (x * self.LIGHT[0] + y * self.LIGHT[1] + z * self.LIGHT[2]) / m
        return lighter(color, (l - .35) * .55) if l > .35 else darker(color, (.35 - l) * .52)

    @staticmethod
    def normal(pts):
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = pts[0], pts[1], pts[2]
        u, v = (bx - ax, by - ay, bz - az), (cx - ax, cy - ay, cz - az)
        return u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]

    def quad(self, pts, color, bias=0, cull=False, deco=None, two=True):
        """deco(s, path, corners) may paint on the face afterwards."""
        nm = self.normal(pts)
        c = [sum(q[i] for q in pts) / len(pts) for i in range(3)]
        v = self.cam.turn(*c)
        t = self.cam.turn(*nm)
        facing = t[0] * -v[0] + t[1] * -v[1] + t[2] * (self.cam.dist - v[2])
        if facing < 0:
            if cull:
                return
            nm = tuple(-q for q in nm)
        col = self.shade(color, nm)
        P = self.cam.pts(pts)

        def draw(s):
            d = poly(P)
            s.path(d, s.diag([(0, lighter(col, .09)), (1, darker(col, .1))]), stroke=darker(col, .06), sw=1.0, join="round")
            if deco:
                deco(s, d, P)
        self.items.append((v[2] + bias, len(self.items), draw))

    def box(self, x, y, z, w, h, d, color, bias=0, deco=None):
        X, Y, Z = x + w, y + h, z + d
        c = self.cam.depth(x + w / 2, y + h / 2, z + d / 2)
        keep, self.items = self.items, []
        f = dict(cull=True)
        for name, pts in (("front", [(x, y, Z), (X, y, Z), (X, Y, Z), (x, Y, Z)]), ("back", [(X, y, z), (x, y, z), (x, Y, z), (X, Y, z)]),
                          ("right", [(X, y, Z), (X, y, z), (X, Y, z), (X, Y, Z)]), ("left", [(x, y, z), (x, y, Z), (x, Y, Z), (x, Y, z)]),
                          ("top", [(x, Y, Z), (X, Y, Z), (X, Y, z), (x, Y, z)]), ("bottom", [(x, y, z), (X, y, z), (X, y, Z), (x, y, Z)])):
            self.quad(pts, color, deco=(lambda s, dd, P, name=name: deco(s, name, dd, P)) if deco else None, **f)
        faces, self.items = self.items, keep

        def draw(s):
            for q in sorted(faces, key=lambda t: t[:2]):
                q[2](s)
        self.items.append((c + bias, len(self.items), draw))

    def prism(self, bottom, top, color, bias=0, deco=None):
        """Solid between two polygons of as many corners (counter-clockwise seen from outside the top);
        deco(s, name, path, corners): name is "top" or "side"."""
        m = len(bottom)
        c = [sum(q[i] for q in (*bottom, *top)) / (2 * m) for i in range(3)]
        keep, self.items = self.items, []
        mk = lambda name: (lambda s, dd, P: deco(s, name, dd, P)) if deco else None
        for i in range(m):
            j = (i + 1) % m
            self.quad([bottom[i], bottom[j], top[j], top[i]], color, cull=True, deco=mk("side"))
        self.quad(list(top), color, cull=True, bias=.01, deco=mk("top"))
        self.quad(list(reversed(bottom)), color, cull=True)
        faces, self.items = self.items, keep

        def draw(s):
            for q in sorted(faces, key=lambda t: t[:2]):
                q[2](s)
        self.items.append((self.cam.depth(*c) + bias, len(self.items), draw))

    def leg(self, a, b, wa, wb, color, bias=0, da=None, db=None):
        """Square bar from point a (below, width wa) to b (above, width wb)."""
        sq = lambda p, w, d: [(p[0] - w / 2, p[1], p[2] + d / 2), (p[0] + w / 2, p[1], p[2] + d / 2),
                              (p[0] + w / 2, p[1], p[2] - d / 2), (p[0] - w / 2, p[1], p[2] - d / 2)]
        self.prism(sq(a, wa, da or wa), sq(b, wb, db or wb), color, bias)

    def slab(self, outline, y0, y1, color, bias=0, deco=None):
        """Plate: outline = [(x, z), ...] counter-clockwise seen from above (x right, z towards the viewer = down)."""
        self.prism([(x, y0, z) for x, z in outline], [(x, y1, z) for x, z in outline], color, bias, deco)

    def bar(self, pts, width, color, bias=0, shine=.45):
        c = [sum(q[i] for q in pts) / len(pts) for i in range(3)]
        P = self.cam.pts(pts)
        wd = width * self.cam.k

        def draw(s):
            s.tube(poly(P, False), wd, color, shine=shine)
        self.items.append((self.cam.depth(*c) + bias, len(self.items), draw))

    def paint(self):
        for q in sorted(self.items, key=lambda t: t[:2]):
            q[2](self.s)
        self.items = []


def rounded(x, z, w, d, r, steps=5):
    """Outline of a rounded rectangle for Solid.slab: centre (x, z), size w by d."""
    out = []
    for cx, cz, a0 in ((x + w / 2 - r, z + d / 2 - r, 90), (x + w / 2 - r, z - d / 2 + r, 0),
                       (x - w / 2 + r, z - d / 2 + r, -90), (x - w / 2 + r, z + d / 2 - r, -180)):
        for i in range(steps + 1):
            a = math.radians(a0 - 90 * i / steps)
            out.append((cx + r * math.cos(a), cz + r * math.sin(a)))
    return out


def circle3(cam, x, y, z, r, steps=72, a0=0, a1=360):
    """Projected horizontal circle (points); poly(...) makes it a path."""
    return [cam.p(x + r * math.cos(math.radians(a0 + (a1 - a0) * i / steps)), y,
                  z + r * math.sin(math.radians(a0 + (a1 - a0) * i / steps))) for i in range(steps + (a1 - a0 < 360))]


def mirrored(pts):
    """Closed outline from its right half (top to bottom, both ends on the axis x=0)."""
    return pts + [(-x, y) for x, y in reversed(pts[1:-1])]
