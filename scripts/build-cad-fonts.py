"""Makes the fonts that CAD drawings are drawn with: data/cad-strokes.txt, data/cad-symbols.ttf.br, data/cad-han.ttf.br.

Sources are files of Debian packages (hershey-fonts-data, fonts-dejavu-core, fonts-droid-fallback); python3-fonttools and
python3-brotli do the work. The same packages give the same bytes.

    python3 scripts/build-cad-fonts.py
"""
import io
import math
import pathlib

import brotli
from fontTools import subset
from fontTools.ttLib import TTFont

DATA = pathlib.Path(__file__).parent.parent / "data"
HERSHEY = pathlib.Path("/usr/share/hershey-fonts")
DEJAVU = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
DROID = "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf"

# Hershey's coordinates: letters around R, y down; a capital reaches from F (-12) to the baseline [ (+9).
ORIGIN = ord("R")
BASELINE = 9
CAPITAL = 21
ALPHA_CAPITAL, ALPHA_SMALL = 527, 627

# Latin and marks beyond Liberation's, punctuation to geometric shapes: nothing that has to be shaped.
SYMBOL_RANGES = [(0x0180, 0x036F), (0x1E00, 0x1EFF), (0x2000, 0x27BF), (0x2980, 0x2BFF)]


def hershey(file):
    """Glyphs of a .jhf file in its order: (Hershey number, advance, strokes with the origin at the left of the baseline)."""
    for line in (HERSHEY / file).read_text().splitlines():
        number, pairs = int(line[:5]), line[8:]
        left, right = ord(pairs[0]) - ORIGIN, ord(pairs[1]) - ORIGIN
        strokes = [[]]
        for at in range(2, len(pairs) - 1, 2):
            if pairs[at : at + 2] == " R":
                strokes.append([])
            else:
                x, y = ord(pairs[at]) - ORIGIN, ord(pairs[at + 1]) - ORIGIN
                strokes[-1].append((x - left, BASELINE - y))
        yield number, right - left, [stroke for stroke in strokes if stroke]


def ring(x, y, radius, start=0, end=360, steps=16):
    angles = [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]
    return [(round(x + radius * math.cos(a)), round(y + radius * math.sin(a))) for a in angles]


# Signs that drawings need and Simplex Roman lacks, in its manner: advance, strokes.
SIGNS = {
    "°": (12, [ring(6, 17, 4, steps=8)]),
    "±": (24, [[(12, 19), (12, 5)], [(5, 12), (19, 12)], [(5, 1), (19, 1)]]),
    "×": (22, [[(5, 2), (17, 14)], [(5, 14), (17, 2)]]),
    "÷": (24, [[(4, 9), (20, 9)], [(12, 15), (12, 14)], [(12, 4), (12, 3)]]),
    "·": (10, [[(5, 9), (5, 10)]]),
    "Ø": (22, [ring(11, 10, 9), [(3, -2), (19, 23)]]),
    "ø": (19, [ring(9, 7, 7), [(2, -2), (17, 16)]]),
    "⌀": (22, [ring(11, 10, 9), [(2, -2), (20, 23)]]),
    "∅": (22, [ring(11, 10, 9), [(2, -2), (20, 23)]]),
    "∠": (22, [[(19, 18), (3, 0), (19, 0)]]),
    "⊥": (20, [[(2, 0), (18, 0)], [(10, 0), (10, 18)]]),
    "∥": (16, [[(3, 0), (8, 21)], [(8, 0), (13, 21)]]),
    "≤": (24, [[(20, 20), (4, 12), (20, 4)], [(4, 0), (20, 0)]]),
    "≥": (24, [[(4, 20), (20, 12), (4, 4)], [(4, 0), (20, 0)]]),
    "≠": (24, [[(4, 12), (20, 12)], [(4, 6), (20, 6)], [(6, 0), (18, 18)]]),
    "≈": (24, [[(4, 10), (7, 13), (10, 12), (14, 10), (17, 9), (20, 12)], [(4, 4), (7, 7), (10, 6), (14, 4), (17, 3), (20, 6)]]),
    "√": (22, [[(2, 9), (6, 9), (10, 0), (18, 21), (21, 21)]]),
    "–": (20, [[(2, 9), (18, 9)]]),
    "—": (28, [[(2, 9), (26, 9)]]),
    "…": (30, [[(5, 0), (5, 1)], [(15, 0), (15, 1)], [(25, 0), (25, 1)]]),
    "‘": (8, [[(5, 21), (3, 15)]]),
    "’": (8, [[(5, 21), (3, 15)]]),
    "“": (14, [[(5, 21), (3, 15)], [(11, 21), (9, 15)]]),
    "”": (14, [[(5, 21), (3, 15)], [(11, 21), (9, 15)]]),
    "←": (24, [[(21, 9), (3, 9)], [(8, 13), (3, 9), (8, 5)]]),
    "→": (24, [[(3, 9), (21, 9)], [(16, 13), (21, 9), (16, 5)]]),
    "↑": (16, [[(8, 0), (8, 20)], [(4, 15), (8, 20), (12, 15)]]),
    "↓": (16, [[(8, 20), (8, 0)], [(4, 5), (8, 0), (12, 5)]]),
    "△": (24, [[(3, 0), (12, 18), (21, 0), (3, 0)]]),
    "▽": (24, [[(3, 18), (12, 0), (21, 18), (3, 18)]]),
    "□": (24, [[(3, 0), (3, 18), (21, 18), (21, 0), (3, 0)]]),
    "○": (24, [ring(12, 9, 9)]),
}


def strokes():
    glyphs = {chr(32 + i): (advance, lines) for i, (_, advance, lines) in enumerate(hershey("rowmans.jhf")) if i < 95}
    for number, advance, lines in hershey("greeks.jhf"):
        for first, letter in ((ALPHA_CAPITAL, 0x391), (ALPHA_SMALL, 0x3B1)):
            # 24 letters; Unicode has a final sigma, or a hole, before sigma.
            if first <= number < first + 24:
                glyphs[chr(letter + number - first + (number - first >= 17))] = (advance, lines)
    glyphs.update(SIGNS)
    glyphs["µ"] = glyphs["μ"]
    glyphs["Ω"] = glyphs["Ω"]
    for sign, digit in zip("²³", "23"):
        advance, lines = glyphs[digit]
        glyphs[sign] = (advance // 2 + 2, [[(round(x * 0.55), round(10 + y * 0.55)) for x, y in line] for line in lines])
    # A blank between number and unit that does not break.
    glyphs["\u00a0"] = glyphs[" "]
    rows = [
        f"{ord(character):x} {advance} {';'.join(' '.join(f'{x},{y}' for x, y in line) for line in lines)}".rstrip()
        for character, (advance, lines) in sorted(glyphs.items())
    ]
    (DATA / "cad-strokes.txt").write_text("\n".join(rows) + "\n")
    print(f"cad-strokes.txt: {len(rows)} glyphs, a capital {CAPITAL} high")


def outlines(source, name, wanted):
    """A font reduced to cmap, metrics and outlines of the wanted characters, and compressed."""
    font = TTFont(source)
    options = subset.Options(hinting=False, layout_features=[], notdef_outline=False, glyph_names=False, recommended_glyphs=False)
    options.drop_tables += ["vhea", "vmtx", "GDEF", "GPOS", "GSUB", "gasp", "kern", "FFTM", "MATH"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[code for code in font.getBestCmap() if wanted(code)])
    subsetter.subset(font)
    # The time of saving must not get into the file.
    font.recalcTimestamp = False
    out = io.BytesIO()
    font.save(out)
    packed = brotli.compress(out.getvalue(), quality=11, lgwin=24)
    (DATA / name).write_bytes(packed)
    print(f"{name}: {len(font.getBestCmap())} characters, {len(out.getvalue())} bytes, packed {len(packed)}")


strokes()
outlines(DEJAVU, "cad-symbols.ttf.br", lambda code: any(first <= code <= last for first, last in SYMBOL_RANGES))
outlines(DROID, "cad-han.ttf.br", lambda code: code > 0x20)
