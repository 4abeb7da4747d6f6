"""Draws a layout of DXF files with ezdxf's own matplotlib frontend on white: the yardstick beside our pictures.

usage: draw_with_ezdxf.py OUT_DIR [--layout NAME] FILE...        (Debian: python3-ezdxf, python3-matplotlib)
Prints for each file one line of JSON: file, picture, and the window that the picture shows, so that ours can show the same.
"""
import argparse
import json
import pathlib

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from ezdxf import recover
from ezdxf.addons.drawing import Frontend, RenderContext
from ezdxf.addons.drawing.matplotlib import MatplotlibBackend
from ezdxf.addons.drawing.properties import LayoutProperties

WIDTH_PX = 1280
MAX_HEIGHT_PX = 1280
DPI = 100

parser = argparse.ArgumentParser()
parser.add_argument("out", type=pathlib.Path)
parser.add_argument("--layout", default="Model")
parser.add_argument("files", nargs="+", type=pathlib.Path)
args = parser.parse_args()
args.out.mkdir(parents=True, exist_ok=True)

for file in args.files:
    document, _ = recover.readfile(file)
    layout = document.layout(args.layout)
    figure = plt.figure(dpi=DPI)
    axes = figure.add_axes([0, 0, 1, 1])
    properties = LayoutProperties.from_layout(layout)
    properties.set_colors("#ffffff")
    frontend = Frontend(RenderContext(document), MatplotlibBackend(axes))
    frontend.draw_layout(layout, finalize=True, layout_properties=properties)
    axes.set_axis_off()
    (x0, x1), (y0, y1) = axes.get_xlim(), axes.get_ylim()
    zoom = min(WIDTH_PX / (x1 - x0), MAX_HEIGHT_PX / (y1 - y0))
    figure.set_size_inches(round((x1 - x0) * zoom) / DPI, round((y1 - y0) * zoom) / DPI)
    picture = args.out / f"{file.stem}.ezdxf.png"
    figure.savefig(picture, dpi=DPI, facecolor="#ffffff")
    plt.close(figure)
    print(json.dumps({"file": str(file), "picture": str(picture), "window": [x0, y0, x1, y1]}), flush=True)
