"""Makes src/looks/fonts/zero-400.woff2 and zero-600.woff2: the zero of Atkinson Hyperlegible Next without its slash.

The typeface has no such glyph, and the slash reads as a letter in the number of a square ("5Ø"). The
outline is the font's own; the two halves of the counter are joined. Needs fonttools and brotli:
`python scripts/plain-zero.py` in web/. The SIL Open Font License, which has no reserved name here, allows it.
"""

from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

SOURCE = "node_modules/@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-{}-normal.woff2"

for weight in (400, 600):
    font = TTFont(SOURCE.format(weight))
    recorded = RecordingPen()
    font.getGlyphSet()["zero"].draw(recorded)
    starts = [at for at, (name, _) in enumerate(recorded.value) if name == "moveTo"]
    outer, lower, upper = (recorded.value[a:b] for a, b in zip(starts, starts[1:] + [None]))
    width = font["hmtx"]["zero"][0]

    def mirrored(points):
        return [(width - x, y) for x, y in points]

    bottom = lower[0][1][0]
    left_below = [lower[3][1][-1], *lower[4][1]]  # from the left edge to the bottom
    right_above = [upper[2][1][-1], *upper[3][1]]  # from the right edge to the top
    pen = TTGlyphPen(None)
    for name, points in outer:
        getattr(pen, name)(*points)
    pen.moveTo(bottom)
    pen.qCurveTo(*list(reversed(mirrored(left_below)))[1:])
    pen.qCurveTo(*right_above[1:])
    pen.qCurveTo(*list(reversed(mirrored(right_above)))[1:])
    pen.qCurveTo(*left_below[1:])
    pen.closePath()
    font["glyf"]["zero"] = pen.glyph()
    options = Options(flavor="woff2", layout_features=["tnum"], hinting=False)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[0x30])
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(f"src/looks/fonts/zero-{weight}.woff2")
