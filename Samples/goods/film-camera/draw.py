from kit import *
from props import *


def leather(s, d, c="#2b2a2c"):
    s.path(d, s.lin([lighter(c, .16), c, darker(c, .3)]))
    dots = s.pattern(9, 9, f'<circle cx="2" cy="2" r="1.5" fill="#fff" opacity=".13"/><circle cx="6.5" cy="6.5" r="1.7" fill="#000" opacity=".3"/>')
    s.path(d, dots)
    with s.clip(d):
        s.path(d, stroke="#000", sw=22, blur=9, op=.5)


def lens(s, x, y, r):
    s.oval(x + r * .1, y + r * .14, r * 1.1, None, "#000", blur=r * .09, op=.55)
    rings = [(1.0, "#b9bec4"), (.95, "#26272a"), (.90, "#3c3e43"), (.74, "#1d1e21"), (.70, "#c7ccd1"), (.67, "#17181b")]
    for f, c in rings:
        s.oval(x, y, r * f, None, s.diag([lighter(c, .5), c, darker(c, .45)]))
    for i in range(60):       # focus ring ribs
        p, q = polar(x, y, r * .89, i * 6), polar(x, y, r * .80, i * 6)
        s.stroke(poly([p, q], False), "#0c0c0e", r * .028, op=.8)
    for i, t in enumerate("50mm   1:1.8"):
        a = -128 + i * 7
        px, py = polar(x, y, r * .595, a)
        if t != " ":
            s.text(0, 0, t, r * .085, "#e7e7e2", font="DejaVu Sans, sans-serif", transform=f"translate({n(px)} {n(py)}) rotate({a+90})")
    for a in (20, 65, 110):
        px, py = polar(x, y, r * .62, a)
        s.oval(px, py, r * .018, None, "#e2574a" if a == 65 else "#e7e7e2")
    s.oval(x, y, r * .55, None, s.diag(["#000", "#3b3d42"]))
    s.oval(x, y, r * .5, None, s.rad([(0, "#0a0d18"), (.35, "#1b2145"), (.62, "#3b2a6b"), (.8, "#1b3550"), (1, "#05070c")], .5, .5, .5, .42, .4))
    with s.clip(oval(x, y, r * .5)):
        s.oval(x + r * .1, y + r * .16, r * .24, None, s.rad([(0, "#ff9d5c", .55), (1, "#ff9d5c", 0)]))
        s.oval(x - r * .05, y, r * .26, None, "none", stroke="#7fa6e8", sw=r * .012, op=.5)
        s.path(spline([(x - r * .42, y - r * .1), (x - r * .3, y - r * .36), (x - r * .02, y - r * .46), (x - r * .1, y - r * .28), (x - r * .28, y - r * .16)], True), "#fff", blur=r * .02, op=.8)
        s.oval(x + r * .24, y + r * .28, r * .07, r * .045, "#fff", op=.55, blur=2)


def body(s, chrome="#cfd3d7", skin="#2b2a2c", rear=False):
    """720 wide, 430 high, origin in the middle of the foot."""
    # strap lugs
    for m in (-1, 1):
        s.oval(m * 366, -318, 15, 17, "none", stroke="#8b9096", sw=6)
    # prism hump
    hump = poly([(-118, -372), (-84, -452), (-66, -462), (66, -462), (84, -452), (118, -372)])
    s.path(hump, s.lin([lighter(chrome, .7), chrome, darker(chrome, .25)]))
    s.path(poly([(-84, -452), (-66, -462), (66, -462), (84, -452)]), lighter(chrome, .85))
    s.rect(-44, -476, 88, 14, 3, s.metal(s.GUN))
    # top controls
    s.rect(-318, -432, 96, 60, 8, s.metal(chrome))
    for i in range(13):
        s.stroke(f"M{-312+i*7} -428v44", darker(chrome, .5), 2, op=.45)
    s.rect(-318, -436, 96, 10, 4, lighter(chrome, .4))
    s.rect(178, -418, 92, 46, 6, s.metal(chrome))
    for i in range(13):
        s.stroke(f"M{184+i*6.8} -414v34", darker(chrome, .5), 2, op=.45)
    s.rect(286, -398, 44, 26, 6, s.metal(chrome))
    s.rect(294, -412, 28, 18, 7, s.metal("#d05a48"))
    s.path("M270 -384C320 -412 352 -396 364 -380L350 -370H270Z", s.lin([lighter(chrome, .5), darker(chrome, .3)]))
    # plates
    d = rr(-360, -378, 720, 374, 44)
    s.path(d, s.lin([(0, lighter(chrome, .7)), (.1, lighter(chrome, .2)), (.2, chrome), (.9, darker(chrome, .15)), (1, darker(chrome, .45))]))
    with s.clip(d):
        s.rect(-360, -378, 130, 380, 0, s.hor([(0, "#3a3f46", .5), (.35, "#fff", .45), (1, "#fff", 0)]))
        s.rect(230, -378, 130, 380, 0, s.hor([(0, "#20242a", 0), (1, "#20242a", .55)]))
    k = "M-360 -290H360V-52H-360Z"
    leather(s, k, skin)
    with s.clip(k):
        s.rect(-360, -290, 110, 240, 0, s.hor([(0, "#000", .5), (.4, "#fff", .16), (1, "#fff", 0)]))
        s.rect(250, -290, 110, 240, 0, s.hor([(0, "#000", 0), (1, "#000", .6)]))
    s.stroke("M-360 -290H360", "#fff", 2, op=.4)
    s.stroke("M-358 -52H358", "#fff", 2.4, op=.7)


def front(s, chrome="#cfd3d7", skin="#2b2a2c"):
    body(s, chrome, skin)
    # front details
    s.rect(-292, -358, 74, 46, 8, "#15171b")
    s.rect(-286, -352, 62, 34, 5, s.diag(["#8fb3c9", "#27384a", "#0d141c"]))
    s.path("M-284 -350h34l-22 30h-12Z", "#fff", op=.45)
    s.rect(196, -350, 44, 34, 17, "#15171b")
    s.oval(218, -333, 12, None, s.rad(["#e8f4ff", "#49657e"]))
    s.text(0, -398, "HANBIT", 26, "#2c3036", font="DejaVu Sans, sans-serif", font_weight="bold", letter_spacing="5")
    s.oval(258, -250, 20, None, s.diag(["#eef0f2", "#70767d"]))
    s.rect(250, -246, 16, 74, 8, s.hor(["#f5f6f7", "#8b9198"]))
    s.oval(-296, -252, 9, None, "#c2402f")
    lens(s, 0, -172, 178)


def rear(s, chrome="#cfd3d7", skin="#2b2a2c"):
    with s.group("scale(-1 1)"):
        body(s, chrome, skin)
    s.rect(-62, -452, 124, 84, 16, s.lin(["#3b3d42", "#141518"]))
    s.rect(-40, -434, 80, 50, 8, "#050607")
    s.rect(-36, -430, 72, 42, 6, s.diag(["#7f9fb3", "#1b2833", "#06090c"]))
    s.stroke("M300 -286V-56", "#000", 4, op=.6)
    s.stroke("M303 -286V-56", "#fff", 1.6, op=.25)
    s.rect(-250, -236, 150, 130, 8, "#1a1a1c")
    s.rect(-244, -230, 138, 118, 5, s.diag(["#f3e7c9", "#e2cfa4"]))
    s.text(-175, -186, "ISO 400", 25, "#5a4526", font="DejaVu Sans, sans-serif", font_weight="bold")
    s.text(-175, -148, "36 EXP.", 20, "#5a4526", font="DejaVu Sans, sans-serif")
    s.rect(80, -200, 60, 76, 4, "#101012")
    s.rect(86, -194, 48, 64, 2, s.lin(["#d89b3c", "#a5671f"]))
    s.rect(94, -194, 6, 64, 0, "#fff", op=.3)


def strap(s, c="#8a5230"):
    d = spline([(-366, -316), (-470, -250), (-500, -80), (-380, 20), (-180, 44), (60, 40)])
    s.path(d, stroke="#1d1420", sw=34, blur=12, op=.3, transform="translate(10 16)")
    s.tube(d, 28, c, cap="butt")
    s.stroke(d, lighter(c, .5), 1.8, dash="9 7", op=.7)
    d = spline([(366, -316), (462, -230), (470, -60), (350, 34), (150, 42), (30, 42)])
    s.path(d, stroke="#1d1420", sw=34, blur=12, op=.3, transform="translate(10 16)")
    s.tube(d, 28, c, cap="butt")
    s.stroke(d, lighter(c, .5), 1.8, dash="9 7", op=.7)


def above(s, chrome="#cfd3d7", skin="#2b2a2c"):
    """Seen from above; lens points down."""
    s.rect(-335, -90, 720, 250, 60, "#1d1420", blur=24, op=.4)
    s.rect(-130, 60, 300, 260, 30, "#1d1420", blur=22, op=.4)
    # lens barrel
    for y, w, h, c in ((75, 250, 50, "#b9bec4"), (112, 270, 90, "#303236"), (190, 250, 36, "#c2c7cc"), (214, 272, 74, "#242528"), (280, 258, 16, "#8d9298")):
        s.rect(-w / 2, y, w, h, 8, s.metal(c) if c[1] in "bc8" else s.round_paint(c, .35))
        if h > 60:
            for i in range(31):
                s.stroke(f"M{-w/2+6+i*(w-12)/30:.1f} {y+10}v{h-20}", "#000", 3, op=.45)
    s.text(0, 210, "8  5.6  4  2.8  1.8", 19, "#26292d", font="DejaVu Sans, sans-serif")
    d = rr(-360, -125, 720, 215, 62)
    s.path(d, s.lin([(0, darker(skin, .1)), (.3, lighter(skin, .18)), (1, darker(skin, .4))]))
    p = rr(-352, -112, 704, 168, 52)
    s.path(p, s.diag([lighter(chrome, .7), chrome, darker(chrome, .28)]))
    with s.clip(p):
        s.path(p, stroke="#fff", sw=9, blur=3, op=.8, transform="translate(2 3)")
    h = poly([(-110, 84), (-74, -122), (74, -122), (110, 84)])
    s.path(h, s.hor([lighter(chrome, .7), lighter(chrome, .2), darker(chrome, .3)]))
    s.rect(-46, -96, 92, 86, 6, "#2c2f34")
    s.rect(-34, -96, 68, 80, 3, s.lin(["#7a8087", "#b9bec4"]))
    for m in (-1, 1):
        s.rect(m * 40 - 8, -96, 16, 84, 3, s.metal(s.GUN))
    s.text(0, 44, "HANBIT", 25, "#2c3036", font="DejaVu Sans, sans-serif", font_weight="bold", letter_spacing="4")
    for x, r, marks in ((-250, 66, ["100", "200", "400", "800"]), (190, 58, ["1", "60", "125", "250", "500"])):
        s.oval(x + 6, -20, r, None, "#000", blur=6, op=.4)
        s.oval(x, -28, r, None, s.diag([lighter(chrome, .6), darker(chrome, .4)]))
        for i in range(40):
            s.stroke(poly([polar(x, -28, r, i * 9), polar(x, -28, r * .9, i * 9)], False), "#3a3f46", 2.4, op=.7)
        s.oval(x, -28, r * .86, None, s.diag(["#2b2d31", "#4a4d53"]))
        for i, t in enumerate(marks):
            a = -90 + i * 360 / len(marks)
            px, py = polar(x, -28, r * .62, a)
            s.text(0, 6, t, 16, "#f4efe2" if t != "125" else "#ff7a5c", font="DejaVu Sans, sans-serif", transform=f"translate({n(px)} {n(py)}) rotate({a+90})")
        s.oval(x, -28, r * .3, None, s.diag([lighter(chrome, .7), darker(chrome, .3)]))
    s.path("M252 10C300 6 330 -30 326 -70L346 -66C352 -14 316 34 256 38Z", s.diag([lighter(chrome, .8), darker(chrome, .35)]))
    s.oval(292, -84, 24, None, s.diag(["#8b9097", "#d8dce0"]))
    s.ball(292, -84, 17, "#d05a48", .6)


def canister(s, x, y, k=1, c="#e0b03a"):
    with s.at(x, y, k):
        s.contact(0, 0, 48, 11, .4)
        s.rect(40, -98, 34, 92, 2, s.hor(["#4a3526", "#6f5440"]))
        for i in range(4):
            s.rect(60, -92 + i * 22, 8, 11, 2, "#e8ddcc")
        s.lathe(0, [(-104, 42), (0, 42)], c, flat=.2, top="solid", smooth=False)
        s.lathe(0, [(-16, 44), (-2, 44)], "#33363b", flat=.2, smooth=False)
        s.lathe(0, [(-112, 44), (-98, 44)], "#33363b", flat=.2, smooth=False, top="solid")
        s.lathe(0, [(-126, 14), (-112, 14)], "#3a3d42", flat=.2, smooth=False, top="solid")
        s.text(-4, -42, "400", 30, "#3a2a10", font="DejaVu Sans, sans-serif", font_weight="bold")


def print_photo(s, x, y, rot, a, b):
    with s.at(x, y, 1, rot):
        d = rr(-110, -85, 220, 170, 3)
        s.cast(d, 8, 10, 9, .3)
        s.path(d, "#fdfbf6")
        with s.clip(rr(-98, -73, 196, 146)):
            s.rect(-98, -73, 196, 146, 0, s.lin([a, lighter(a, .5)]))
            s.path(spline([(-110, 20), (-30, -20), (40, 24), (110, -10)]) + "V90H-110Z", s.lin([b, darker(b, .4)]))
            s.oval(50, -34, 18, None, "#fff3cf")


def pictures():
    a = Scene(LAND, "mustard", .64)
    a.contact(545, 650, 370, 40, .5)
    with a.at(545, 650, 1.0):
        strap(a)
        front(a)
    b = Scene(SQ, "mustard", .64)
    with b.at(540, 900, 2.1):
        front(b)
    b.crop(130, 210, 760, 720)
    c = Scene(SQ, "sage", None)
    with c.at(540, 470, 1.2, -14):
        above(c)
    d = Scene(LAND, "cream", .52, floor="walnut")
    print_photo(d, 190, 640, -14, "#8fc1d6", "#4f7d55")
    print_photo(d, 360, 715, 9, "#f0b183", "#7a4a5a")
    d.contact(590, 620, 320, 34, .55)
    with d.at(590, 620, .9):
        front(d, "#3f4247", "#6d4128")
    canister(d, 905, 700, 1.05)
    canister(d, 790, 745, 1.05, "#4f9a7d")
    e = Scene(LAND, "fog", .64)
    e.contact(540, 640, 400, 40, .5)
    with e.at(540, 640, 1.12):
        rear(e)
    return [a, b, c, d, e]
