from kit import *
from props import *


def tent(s, c="#e08a3c", inside="#5b3b2a", flap="#f3dfb8", lit=False):
    """Ridge tent seen from the front left corner; about 900 wide, 560 high; origin on the ground in the middle."""
    A, L, R = (-150, -520), (-430, 0), (130, 26)          # front triangle
    B, Q = (235, -455), (440, -52)                        # back apex, back right foot
    # guy lines behind
    for p, q in ((A, (-520, 44)), (B, (540, -20)), ((290, -240), (520, 20))):
        s.stroke(poly([p, q], False), "#f4ead6", 3.4)
        s.tube(f"M{q[0]} {q[1]-16}l6 26", 8, "#b9bec4")
    # side
    side = f"M{A[0]} {A[1]}Q40 -470 {B[0]} {B[1]}Q330 -250 {Q[0]} {Q[1]}Q290 6 {R[0]} {R[1]}Q20 -260 {A[0]} {A[1]}Z"
    s.path(side, s.lin([lighter(c, .18), c, darker(c, .34)], 0, 0, .5, 1))
    with s.clip(side):
        for t in (.34, .67):
            x0, y0 = A[0] + (B[0] - A[0]) * t, A[1] + (B[1] - A[1]) * t + 12
            x1, y1 = R[0] + (Q[0] - R[0]) * t, R[1] + (Q[1] - R[1]) * t
            d = f"M{n(x0)} {n(y0)}Q{n((x0+x1)/2-14)} {n((y0+y1)/2+30)} {n(x1)} {n(y1)}"
            s.stroke(d, darker(c, .6), 18, op=.28, blur=8)
            s.stroke(d, lighter(c, .5), 3, op=.55)
        s.path(f"M{A[0]} {A[1]}Q20 -260 {R[0]} {R[1]}L{R[0]+70} {R[1]}Q60 -260 {A[0]} {A[1]}Z", "#fff", op=.14, blur=10)
        s.path(f"M{R[0]} {R[1]+6}Q290 -20 {Q[0]} {Q[1]}L{Q[0]} {Q[1]-50}Q280 -70 {R[0]-8} {R[1]-60}Z", darker(c, .5), op=.35)
        if lit:
            s.oval(60, -110, 330, 250, s.rad([(0, "#fff0b0", .85), (.6, "#ffce6a", .4), (1, "#ffce6a", 0)]))
    # side window
    w = poly([(215, -210), (300, -228), (336, -130), (238, -108)])
    s.path(w, darker(c, .35), stroke=lighter(c, .45), sw=6, join="round")
    s.path(w, s.diag(["#fff1c2", "#f4c667"]) if lit else s.diag(["#8fa0a0", "#4a5658"]))
    s.stroke("M258 -219L287 -119M226 -158L318 -180", lighter(c, .45), 5)
    # front: inside first
    front = f"M{A[0]} {A[1]}Q-330 -230 {L[0]} {L[1]}L{R[0]} {R[1]}Q20 -260 {A[0]} {A[1]}Z"
    s.path(front, s.lin([darker(inside, .3), inside, lighter(inside, .1)]) if not lit else s.lin(["#f6b84e", "#ffe9a6", "#fff6d4"]))
    with s.clip(front):
        # mat and pillow inside
        s.path(poly([(-330, 14), (-250, -80), (10, -76), (70, 26)]), "#3f6f7a" if not lit else "#5b8f96")
        s.puff(spline([(-226, -84), (-140, -116), (-30, -100), (-40, -52), (-140, -40), (-222, -50)], True), "#f1e6d2", 22)
        s.stroke(f"M{A[0]} {A[1]}L-110 -60", "#000", 5, op=.25)
    # flaps tied back
    for f in (f"M{A[0]} {A[1]}Q-330 -230 {L[0]} {L[1]}L-310 8Q-300 -120 -262 -190Q-200 -330 {A[0]} {A[1]}Z",
              f"M{A[0]} {A[1]}Q20 -260 {R[0]} {R[1]}L40 20Q36 -110 -6 -186Q-60 -320 {A[0]} {A[1]}Z"):
        s.path(f, "#1d1008", op=.4, blur=10, transform="translate(8 6)")
        s.puff(f, lighter(c, .1), 28, .5, .4)
    for f, m in (("M-268 -196Q-322 -150 -318 -60Q-300 -20 -304 8L-356 4Q-372 -80 -330 -170Q-296 -214 -268 -196Z", 1),
                 ("M-4 -192Q56 -140 58 -60Q46 -10 46 20L96 24Q110 -70 64 -160Q24 -214 -4 -192Z", -1)):
        s.puff(f, flap, 24, .6, .45)
    for x, y in ((-272, -190), (0, -186)):
        s.tube(f"M{x-20} {y-8}Q{x} {y+12} {x+22} {y-4}", 11, "#7a4a2c")
    # poles and ridge
    s.stroke(f"M{A[0]} {A[1]}Q40 -470 {B[0]} {B[1]}", lighter(c, .5), 6, op=.8)
    s.tube(f"M{A[0]} {A[1]+10}V{A[1]-34}", 11, "#c9a87a")
    s.tube(f"M{B[0]} {B[1]+6}V{B[1]-28}", 10, "#c9a87a")
    s.stroke(f"M{L[0]} {L[1]}L-310 8M40 20L{R[0]} {R[1]}", darker(c, .4), 5)
    s.stroke(f"M{A[0]} {A[1]}Q20 -260 {R[0]} {R[1]}", lighter(c, .55), 4, op=.8)


def grass(s, y, c, count=46, seed=5):
    r = random.Random(seed)
    for i in range(count):
        x, yy = r.uniform(-10, s.w + 10), y + r.uniform(0, 1) ** 1.3 * (s.h - y)
        h = 14 + (yy - y) * .12
        s.stroke(f"M{n(x)} {n(yy)}q{n(r.uniform(-9,-3))} {n(-h*.6)} {n(r.uniform(-14,-4))} {n(-h)}M{n(x)} {n(yy)}q2 {n(-h*.7)} {n(r.uniform(-2,6))} {n(-h*1.2)}M{n(x)} {n(yy)}q6 {n(-h*.5)} {n(r.uniform(8,14))} {n(-h*.9)}",
                 darker(c, r.uniform(.1, .4)), 3, op=.7)


def trees(s, y, c, seed, k=1.0):
    r = random.Random(seed)
    x = -30
    while x < s.w + 40:
        h = r.uniform(130, 260) * k
        cc = mix(c, lighter(c, .3), r.random() * .5)
        for i in range(3):
            w = h * (.20 + .09 * i)
            s.path(poly([(x, y - h + i * h * .24), (x + w, y - h * .42 + i * h * .22), (x - w, y - h * .42 + i * h * .22)]), s.hor([lighter(cc, .12), darker(cc, .25)]))
        x += r.uniform(60, 110) * k


def pictures():
    a = Scene(LAND, "sky", .62, floor="#9dbb6e")
    a.path(spline([(-60, 470), (140, 330), (320, 420), (540, 290), (760, 410), (960, 320), (1160, 440)]) + "V560H-60Z", a.lin(["#b9d3dc", "#d5e6e4"]))
    trees(a, 540, "#6f9a83", 4, .9)
    a.rect(0, 530, 1080, 290, 0, a.lin(["#8fb464", "#b5cf84"]))
    grass(a, 560, "#7da354", 34)
    a.path(poly([(100, 720), (680, 748), (1010, 660), (960, 640), (200, 650)]), "#1d2410", blur=20, op=.45)
    with a.at(540, 706, 1.04):
        tent(a)
    b = Scene(LAND, "navy", .64, floor="#33463f")
    r = random.Random(8)
    b.rect(0, 0, 1080, 520, 0, b.lin([(0, "#141d38"), (.7, "#3b4a78"), (1, "#7c6a8f")]))
    for i in range(46):
        b.oval(r.uniform(0, 1080), r.uniform(0, 330), r.uniform(1, 2.6), None, "#fff6dc", op=round(r.uniform(.5, 1), 2))
    b.oval(900, 110, 46, None, "#fdf3cf")
    b.oval(900, 110, 110, None, b.rad([(0, "#fdf3cf", .4), (1, "#fdf3cf", 0)]))
    trees(b, 545, "#22323d", 9, 1.2)
    b.rect(0, 530, 1080, 290, 0, b.lin(["#2c4038", "#46594a"]))
    b.oval(440, 690, 560, 120, b.rad([(0, "#ffd98a", .55), (1, "#ffd98a", 0)]))
    grass(b, 570, "#2a3d33", 26)
    b.path(poly([(60, 690), (560, 715), (860, 640), (800, 620), (160, 630)]), "#0a0f14", blur=18, op=.5)
    with b.at(440, 672, .9):
        tent(b, "#3d8f86", lit=True)
    # camp fire
    b.oval(930, 735, 200, 60, b.rad([(0, "#ff9a3d", .7), (1, "#ff9a3d", 0)]))
    for x0, y0, x1, y1 in ((860, 752, 990, 722), (870, 722, 1000, 752), (920, 760, 945, 715)):
        b.tube(f"M{x0} {y0}L{x1} {y1}", 20, "#6b4327")
    for k, col in ((1, "#f26a2e"), (.7, "#ffae3d"), (.4, "#fff0b0")):
        b.path(f"M{930-46*k} 728C{930-60*k} {728-70*k} {930-16*k} {728-80*k} {930-8*k} {728-150*k}C{930+20*k} {728-110*k} {930+62*k} {728-70*k} {930+44*k} 728Q930 {728+18*k} {930-46*k} 728Z", col, blur=2)
    return [a, b]
