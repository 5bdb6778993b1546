from kit import *
from props import *


def leaf_d(L):
    """Right half of a split leaf from the stalk at (0,0) up to (0,-L)."""
    W = L * .5
    d = spline([(0, 0), (.32 * W, .09 * L), (.7 * W, .06 * L), (.97 * W, -.1 * L)])
    # fingers separated by cuts
    tips = [((1.02, -.24), (.40, -.25), (1.0, -.32)), ((.98, -.44), (.36, -.42), (.93, -.50)), ((.86, -.61), (.32, -.57), (.78, -.66)), ((.66, -.77), (.26, -.70), (.56, -.82))]
    for tip, cut, nxt in tips:
        d += f"Q{n(1.06*abs(tip[0])*W)} {n((tip[1]+.05)*L)} {n(tip[0]*W)} {n(tip[1]*L)}"
        d += f"C{n((tip[0]*.7+cut[0]*.3)*W)} {n((tip[1]-.015)*L)} {n((cut[0]+.1)*W)} {n((cut[1]+.035)*L)} {n(cut[0]*W)} {n(cut[1]*L)}"
        d += f"C{n((cut[0]+.14)*W)} {n((cut[1]-.03)*L)} {n((nxt[0]-.18)*W)} {n((nxt[1]-.005)*L)} {n(nxt[0]*W)} {n(nxt[1]*L)}"
    d += f"Q{n(.36*W)} {n(-.95*L)} 0 {n(-L)}"
    return d + "Z"


def leaf(s, x, y, L, rot, c, squash=1.0):
    with s.group(f"translate({n(x)} {n(y)}) rotate({n(rot)}) scale({squash} 1)"):
        r = leaf_d(L)
        cl = lighter(c, .12)
        for m, col in ((1, darker(c, .12)), (-1, cl)):
            with s.group(f"scale({m} 1)"):
                s.path(r, s.lin([(0, lighter(col, .28)), (.5, col), (1, darker(col, .3))]))
                with s.clip(r):
                    s.path(r, stroke=lighter(col, .7) if m < 0 else darker(col, .6), sw=L * .05, blur=L * .02, op=.4)
                    W = L * .5
                    for i in range(6):
                        t = -.04 - i * .135
                        s.stroke(f"M0 {n(t*L)}Q{n(.5*W)} {n((t-.0)*L)} {n(.95*W)} {n((t-.13)*L)}", lighter(col, .4), L * .011, op=.5)
                    s.path(spline([(0, 0), (.1 * W, -.3 * L), (.05 * W, -.8 * L), (0, -L)]), "#000", op=.14, blur=5)
                    for i in range(3):
                        hy = -.17 - i * .17
                        s.path(oval(.22 * W, hy * L, .075 * W, .022 * L), darker(c, .62), op=.8, transform=f"rotate(-14 {n(.22*W)} {n(hy*L)})")
        s.stroke(f"M0 {n(.02*L)}L0 {n(-.97*L)}", lighter(c, .5), L * .016, op=.85)


LEAVES = [(-30, -560, 250, -58, .9), (70, -590, 250, 48, .9), (-190, -420, 230, -98, .85), (210, -430, 235, 92, .85), (10, -690, 270, -6, 1), (-110, -500, 235, -34, .92), (130, -470, 225, 64, .9), (40, -470, 235, 16, .95)]


def monstera(s, pot="#e9e1d4", seed=3, leaves=LEAVES, base=True):
    """Origin in the middle of the foot, about 640 wide, 960 high."""
    for i, (x, y, L, rot, q) in enumerate(leaves):
        s.tube(spline([(x * .06, -200), (x * .3, y * .55), (x, y)]), 11, "#5c8a45")
    greens = ("#2c6b41", "#357a48", "#2a6a45", "#3c8350", "#3d8a50", "#2f7546", "#448f55", "#4c9a5b")
    s.oval(0, -232, 138, 28, s.lin(["#3a2a20", "#241812"]))
    s.lathe(0, [(-238, 150), (-205, 150), (-120, 138), (-30, 112), (0, 104)], pot, flat=.17, top=None)
    s.oval(0, -238, 150, 26, s.hor([lighter(pot, .7), pot, lighter(pot, .3)]))
    s.oval(0, -236, 138, 21, s.lin(["#33241b", "#5b4433"]))
    for i, (x, y, L, rot, q) in enumerate(leaves):
        s.stroke(spline([(x * .06, -232), (x * .22, y * .5), (x * .3, y * .55)]), "#5c8a45", 11)
    for i, (x, y, L, rot, q) in enumerate(leaves):
        with s.group("translate(12 18)", blur=10, op=.28):
            s.path(leaf_d(L), "#08210f", transform=f"translate({n(x)} {n(y)}) rotate({n(rot)}) scale({q} 1)")
            s.path(leaf_d(L), "#08210f", transform=f"translate({n(x)} {n(y)}) rotate({n(rot)}) scale({-q} 1)")
        leaf(s, x, y, L, rot, greens[i % len(greens)], q)


def pictures():
    a = Scene(PORT, "blush", .8)
    a.contact(405, 1000, 140, 24, .5)
    with a.at(402, 1002, .92):
        monstera(a)
    b = Scene(SQ, "cream", .76, floor="oak")
    wall_frame(b, 110, 120, 240, 300)
    b.contact(640, 950, 150, 26, .5)
    # small stand
    for x, q in ((545, -18), (735, 18)):
        b.tube(f"M{x} 830L{x+q} 985", 18, "#8a5a3b")
    b.rect(510, 812, 260, 26, 8, b.lin(["#b98355", "#7a4d2e"]))
    with b.at(640, 815, .84, mirror=True):
        monstera(b, "#33516f")
    b.contact(270, 968, 80, 16, .4)
    b.lathe(270, [(780, 34), (800, 30), (850, 58), (950, 78), (968, 74)], "#c9a24c", flat=.18, top="open")
    b.tube("M336 900C420 880 430 800 470 770", 13, "#c9a24c")
    b.tube("M240 800C160 790 150 900 208 925", 12, "#c9a24c")
    c = Scene(SQ, "mint", None)
    leaf(c, 540, 930, 800, 4, "#3a8a50", 1.15)
    return [a, b, c]
