"""Entities of DXF files as ezdxf reads them, one JSON document: the yardstick of bench/cad.ts.

Usage: /usr/bin/python3 ezdxf-boxes.py FILE...   (Debian: python3-ezdxf)
"""

import json
import logging
import sys
import time

import ezdxf
from ezdxf import bbox, recover

# Fonts that are not here are told once for each text.
logging.disable(logging.WARNING)


def box_of(entity):
    try:
        found = bbox.extents([entity])
    except Exception as error:  # a fault of the yardstick is no fault of ours
        return {"error": f"{type(error).__name__}: {error}"}
    if not found.has_data:
        return None
    low, high = found.extmin, found.extmax
    return [low.x, low.y, high.x, high.y]


def read(path):
    started = time.perf_counter()
    try:
        document = ezdxf.readfile(path)
    except ezdxf.DXFError:
        document, _ = recover.readfile(path)
    layouts = {}
    for layout in document.layouts:
        layouts[layout.name] = [
            {"handle": entity.dxf.handle, "type": entity.dxftype(), "box": box_of(entity)} for entity in layout
        ]
    return {"layouts": layouts, "seconds": time.perf_counter() - started}


print(json.dumps({"version": ezdxf.__version__, "files": {path: read(path) for path in sys.argv[1:]}}))
