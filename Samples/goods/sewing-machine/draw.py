from kit import *
from props import *


def flourish(s, x, y, k, c="#e0b95a", mirror=False):
    with s.at(x, y, k, 0, mirror):
        for d in ("M0 0C40 -40 90 -30 90 4C90 30 54 32 54 8C54 -8 74 -10 76 2", "M0 0C-40 -40 -90 -30 -90 4C-90 30 -54 32 -54 8C-54 -8 -74 -10 -76 2",
                  "M0 6C24 34 50 44 82 42", "M0 6C-24 34 -50 44 -82 42", "M0 -6C10 -30 24 -40 40 -44M0 -6C-10 -30 -24 -40 -40 -44"):
            s.stroke(d, c, 4.5)
        for px, py in ((0, -2), (92, 42), (-92, 42), (44, -46), (-44, -46), (0, 26)):
            s.oval(px, py, 6, None, c)


def machine(s, c="#26272b", wood="#9a5f34", gold="#d9b25c"):
    """Front view; origin in the middle of the foot; needle left, wheel right; about 860 wide, 640 high."""
    # wooden base
    s.puff(rr(-430, -96, 860, 96, 14), wood, 26, .5, .5)
    with s.clip(rr(-430, -96, 860, 96, 14)):
        s.woodgrain(-430, -96, 860, 96, wood, 9, .35)
    s.rect(-440, -112, 880, 26, 10, s.lin([lighter(wood, .5), wood, darker(wood, .3)]))
    # bed
    s.puff(rr(-400, -150, 790, 42, 12), c, 16, .5, .5)
    s.stroke("M-384 -120H374", gold, 3, op=.9)
    s.rect(-352, -156, 120, 10, 3, s.metal(s.STEEL, False))
    # spool pins and thread
    for x, col in ((196, "#c9503f"), (60, "#3f8f8a")):
        s.rect(x - 4, -640, 8, 90, 3, s.metal(s.STEEL))
        s.rect(x - 30, -562, 60, 10, 3, s.hor(["#e3bd86", "#a5713f"]))
        s.rect(x - 25, -618, 50, 58, 4, s.hor([lighter(col, .1), lighter(col, .4), col, darker(col, .45)]))
        for i in range(6):
            s.stroke(f"M{x-25} {-612+i*9}q25 7 50 0", darker(col, .5), 1.8, op=.5)
        s.rect(x - 30, -626, 60, 10, 3, s.hor(["#f0d3a4", "#a5713f"]))
    # wheel (behind the pillar's end)
    s.oval(408, -404, 60, 132, darker(c, .4))
    s.oval(396, -404, 56, 130, s.diag([lighter(c, .55), c, darker(c, .5)]))
    s.oval(392, -404, 44, 112, s.diag([darker(c, .5), lighter(c, .2)]))
    for a in (20, 92, 164, 236, 308):
        p = polar(392, -404, 42, a, 108)
        s.stroke(poly([(386, -404), p], False), lighter(c, .25), 14)
        s.stroke(poly([(384, -406), (p[0] - 2, p[1] - 2)], False), lighter(c, .5), 4)
    s.oval(396, -404, 56, 130, "none", stroke=gold, sw=3, op=.8)
    s.oval(380, -404, 20, 34, s.metal(s.STEEL))
    s.tube("M424 -492L472 -492", 14, "#c3c9cf")
    s.puff(rr(452, -512, 46, 40, 14), wood, 12)
    # body: pillar and arm in one piece
    d = ("M180 -146C176 -200 168 -262 150 -300C130 -340 90 -352 30 -352L-200 -352C-226 -352 -232 -342 -232 -322L-232 -262L-352 -262"
         "L-352 -508C-352 -546 -326 -560 -286 -560L-60 -548L190 -562C300 -566 352 -530 356 -450L360 -330C362 -250 352 -190 350 -146Z")
    s.path(d, "#000", blur=14, op=.35, transform="translate(12 12)")
    s.puff(d, c, 54, .55, .6)
    with s.clip(d):
        s.path(spline([(-330, -528), (-200, -544), (120, -536), (250, -548), (320, -500), (220, -520), (60, -508), (-200, -516)], True), "#fff", op=.5, blur=9)
        s.path(spline([(206, -300), (222, -300), (232, -160), (214, -160)], True), "#fff", op=.3, blur=7)
    g = "M-334 -290V-500C-334 -528 -316 -542 -284 -542L-60 -530L186 -544C280 -548 334 -520 338 -450L342 -330C344 -260 336 -200 334 -164H198C194 -220 184 -280 164 -312C142 -350 100 -370 30 -370L-214 -370"
    s.stroke(g, gold, 3.4, op=.9)
    flourish(s, -60, -448, .92, gold)
    flourish(s, 262, -300, .62, gold)
    s.text(140, -432, "Haneul", 54, gold, font="DejaVu Serif, serif", font_style="italic", font_weight="bold")
    # face plate with needle
    s.rect(-348, -500, 104, 230, 14, s.hor([lighter("#c3c9cf", .6), "#c3c9cf", darker("#c3c9cf", .4)]))
    for i in range(4):
        s.stroke(f"M-334 {-480+i*14}q44 12 78 0", "#6f757c", 2.4, op=.6)
    s.oval(-296, -372, 26, None, s.diag(["#ffffff", "#8b9198"]))
    s.oval(-296, -372, 11, None, "#5a5f66")
    s.rect(-310, -272, 26, 70, 4, s.metal(s.STEEL))
    s.rect(-334, -244, 14, 60, 4, s.metal(s.STEEL))
    s.path("M-338 -186H-312L-300 -164H-338Z", s.metal(s.STEEL))
    s.rect(-299, -206, 5, 52, 2, "#8b9198")
    s.oval(-346, -420, 15, None, s.diag(["#f5f6f7", "#70767d"]))
    # thread path
    s.path("M196 -616C100 -640 -100 -600 -296 -560Q-330 -470 -318 -400Q-300 -360 -296 -270L-296 -158", stroke="#e05a48", sw=2.6)
    # stitched cloth
    f = spline([(-430, -158), (-340, -166), (-240, -160), (-120, -166), (-40, -150), (-70, -60), (-120, -20), (-220, -40), (-330, -16), (-440, -40)], True, .8)
    s.path(f, "#1d1008", blur=8, op=.3, transform="translate(5 7)")
    s.puff(f, "#7fb3b5", 26, .5, .4)
    with s.clip(f):
        for i in range(9):
            for j in range(4):
                s.oval(-440 + i * 52 + (26 if j % 2 else 0), -150 + j * 40, 6.5, None, "#fdf6e6", op=.85)
        s.stroke("M-296 -160C-300 -120 -290 -80 -296 -10", "#e05a48", 3.4, dash="11 7", cap="butt")
    s.rect(-346, -172, 60, 8, 3, s.metal(s.STEEL, False))


def pictures():
    a = Scene(LAND, "mustard", .68)
    a.contact(545, 730, 480, 40, .5)
    with a.at(525, 735, 1.06):
        machine(a)
    return [a]
