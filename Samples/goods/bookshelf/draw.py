from kit import *
from props import *

COL = ["#b5533c", "#2f5d6b", "#e0b354", "#6c8a5e", "#8a4a62", "#33415e", "#d98a5b", "#e9e0cf", "#4f8a8b", "#c9a27a", "#7d5ba6", "#f0e6d2", "#a63d40"]


def shelf_row(s, x0, x1, y, hmax, seed, stop=None):
    """Books standing on y between x0 and x1."""
    r = random.Random(seed)
    x = x0
    while True:
        w = r.uniform(20, 44)
        if x + w > (stop or x1):
            break
        h = hmax * r.uniform(.72, .96)
        c = r.choice(COL)
        s.rect(x, y - h, w - 1.5, h, 4, s.hor([(0, darker(c, .18)), (.22, lighter(c, .3)), (.5, c), (1, darker(c, .38))]))
        t = lighter(c, .65) if sum(_ for _ in [int(c[i:i+2], 16) for i in (1, 3, 5)]) < 520 else darker(c, .5)
        k = r.randrange(3)
        if k == 0:
            s.rect(x + 3, y - h * .86, w - 8, 5, 1, t, op=.7)
            s.rect(x + 3, y - h * .2, w - 8, 5, 1, t, op=.7)
            s.rect(x + w * .36, y - h * .72, w * .2, h * .34, 1, t, op=.55)
        elif k == 1:
            s.rect(x + 4, y - h * .78, w - 10, h * .24, 2, t, op=.8)
        else:
            s.rect(x + w * .38, y - h * .8, w * .18, h * .5, 2, t, op=.6)
            s.oval(x + w * .46, y - h * .14, w * .16, None, t, op=.6)
        x += w
    return x


def bookshelf(s, x, y, w=600, h=860, wood="#a9713f"):
    """Front view, (x, y) = middle of its foot; slight view of the right side."""
    L, T = x - w / 2, y - h
    t = 26
    # side in depth
    s.path(poly([(L + w, T), (L + w + 34, T - 22), (L + w + 34, y - 34), (L + w, y)]), s.lin([darker(wood, .4), darker(wood, .55)]))
    s.path(poly([(L, T), (L + 40, T - 22), (L + w + 34, T - 22), (L + w, T)]), s.lin([lighter(wood, .4), lighter(wood, .18)]))
    s.rect(L, T, w, h, 4, s.lin([darker(wood, .5), darker(wood, .62)]))
    with s.clip(rr(L, T, w, h)):
        for i in range(9):
            s.stroke(f"M{L+i*w/8} {T}V{y}", darker(wood, .75), 2, op=.3)
    rows = 4
    kick = 40
    hh = (h - t - kick) / rows
    for i in range(rows):
        top, base = T + t + hh * i, T + t + hh * (i + 1) - t * .8
        s.rect(L + t, top, w - 2 * t, 46, 0, s.lin([(0, "#120b08", .6), (1, "#120b08", 0)]))
        s.rect(L + t, top, 40, hh, 0, s.hor([(0, "#120b08", .45), (1, "#120b08", 0)]))
        x0, x1 = L + t + 6, L + w - t - 6
        if i == 0:
            shelf_row(s, x0, x1, base, hh - t - 22, 11, stop=L + w * .62)
            sprig_pot(s, L + w * .8, base, .58, "#e8e0d2")
        elif i == 1:
            books(s, L + 130, base, .78, ("#33415e", "#d98a5b", "#e9e0cf"))
            shelf_row(s, L + w * .44, x1, base, hh - t - 16, 23)
        elif i == 2:
            e = shelf_row(s, x0, x1, base, hh - t - 14, 37, stop=L + w * .7)
            with s.group(f"translate({n(e+44)} {n(base-2)}) rotate(-13)"):
                s.rect(0, -140, 30, 140, 4, s.hor([lighter(COL[2], .2), COL[2], darker(COL[2], .3)]))
                s.rect(5, -112, 20, 34, 2, "#fff6df", op=.8)
        else:
            shelf_row(s, x0, L + w * .3, base, hh - t - 18, 51)
            bx = L + w * .34
            d = rr(bx, base - 118, 190, 118, 10)
            s.puff(d, "#d9c29a", 20)
            with s.clip(d):
                for a in range(-6, 20):
                    s.stroke(f"M{bx+a*16} {base}l70 -118", "#a98b5c", 3, op=.35)
                    s.stroke(f"M{bx+a*16} {base-118}l70 118", "#a98b5c", 3, op=.35)
            s.rect(bx + 66, base - 92, 58, 22, 11, "#7a5c36")
            shelf_row(s, bx + 204, x1, base, hh - t - 20, 64)
        s.rect(L + t, base, w - 2 * t, t * .8, 0, s.lin([lighter(wood, .35), wood, darker(wood, .25)]))
    for xx in (L, L + w - t):
        s.rect(xx, T, t, h, 3, s.hor([lighter(wood, .3), wood, darker(wood, .15)]))
        with s.clip(rr(xx, T, t, h)):
            s.woodgrain(xx, T, t, h, wood, 4, vertical=True)
    s.rect(L, T, w, t, 3, s.lin([lighter(wood, .42), wood]))
    s.rect(L + t, y - kick, w - 2 * t, kick - 12, 0, s.lin([darker(wood, .25), darker(wood, .4)]))


def pictures():
    a = Scene(PORT, "mint", .84)
    a.path(poly([(130, 1000), (705, 1000), (800, 965), (760, 900), (200, 940)]), "#1d1420", blur=22, op=.35)
    a.contact(405, 1000, 300, 26, .4)
    bookshelf(a, 392, 1002, 590, 900)
    return [a]
