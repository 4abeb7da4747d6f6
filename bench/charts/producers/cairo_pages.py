"""Paints drawings with cairo: reads [{file, width_pt, height_pt, cjk, strokes}] as JSON on stdin, writes one PDF each."""
import json
import math
import sys

import cairo


def rgb(color):
    return [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]


def is_cjk(text):
    return any(ord(c) > 0x2E7F for c in text)


def text(context, one, family, cjk_family):
    weight = cairo.FONT_WEIGHT_BOLD if one["bold"] else cairo.FONT_WEIGHT_NORMAL
    context.select_font_face(cjk_family if is_cjk(one["text"]) else family, cairo.FONT_SLANT_NORMAL, weight)
    context.set_font_size(one["sizePt"])
    back = {"start": 0, "middle": 0.5, "end": 1}[one["anchor"]] * context.text_extents(one["text"]).x_advance
    context.save()
    context.translate(one["x"], one["y"])
    context.rotate(-math.radians(one["turnDeg"]))
    context.move_to(-back, 0)
    context.set_source_rgb(*rgb(one["color"]))
    context.show_text(one["text"])
    context.restore()


def path(context, one):
    for step in one["steps"]:
        {"M": context.move_to, "L": context.line_to, "C": context.curve_to, "Z": context.close_path}[step[0]](*step[1:])
    paint(context, one["fill"], one["stroke"], one["widthPt"], one["dashPt"], one["roundCap"])


def paint(context, fill, stroke, width, dash=0, round_cap=False):
    if fill is not None:
        context.set_source_rgb(*rgb(fill))
        context.fill_preserve() if stroke is not None else context.fill()
    if stroke is not None:
        context.set_source_rgb(*rgb(stroke))
        context.set_line_width(width)
        context.set_dash([dash] if dash else [])
        context.set_line_cap(cairo.LINE_CAP_ROUND if round_cap else cairo.LINE_CAP_BUTT)
        context.stroke()


def draw(page):
    surface = cairo.PDFSurface(page["file"], page["width_pt"], page["height_pt"])
    surface.set_metadata(cairo.PDFMetadata.CREATE_DATE, "2024-01-01T00:00:00Z")
    context = cairo.Context(surface)
    for one in page["strokes"]:
        if one["op"] == "text":
            text(context, one, page["family"], page["cjk_family"])
        elif one["op"] == "rect":
            context.rectangle(*one["box"])
            paint(context, one["fill"], one["edge"], 0.8)
        else:
            path(context, one)
    surface.finish()


for page in json.load(sys.stdin):
    draw(page)
