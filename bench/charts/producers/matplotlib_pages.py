"""Makes pages of charts with matplotlib: reads [{file, family, page}] as JSON on stdin, writes one PDF each."""
import json
import math
import sys

import matplotlib

matplotlib.use("pdf")
import matplotlib.pyplot as plt  # noqa: E402

INK = "#222222"


def em(text):
    return sum(1 if ord(c) > 0x2E7F else 0.56 for c in text)


def margins(chart):
    """Room in pt around the axes: left, bottom, right, top."""
    style = chart["style"]
    names = max(em(c) for c in chart["categories"]) * style["textPt"]
    lying = "horizontal" in chart["grammar"]
    left = names + 14 if lying else (48 if chart["valueAxis"]["shown"] else 16)
    bottom = {0: 22, 45: names * 0.75 + 8, 90: names + 10}[chart["categoryTurnDeg"]]
    right, top = 14, 14 + style["titlePt"] * 1.4 + (style["titlePt"] * 1.1 if chart["subtitle"] else 0)
    if chart["valueAxis"]["title"]:
        left, bottom = left + (0 if lying else 16), bottom + (16 if lying else 0)
    if chart["note"]:
        bottom += 12
    if chart["grammar"] == "line" and chart["legend"] == "direct":
        right += 60
    entries = [s["name"] or "" for s in chart["series"]] if not is_round(chart) else chart["categories"]
    side = max(em(e) for e in entries) * style["textPt"] + 60
    place = chart["legend"]
    if place == "right":
        right += side
    elif place == "left":
        left += side
    elif place == "bottom":
        bottom += 24
    elif place == "top":
        top += 24
    if chart["grammar"] == "bar_line":
        right += 30
    return left, bottom, right, top


def is_round(chart):
    return chart["grammar"] in ("pie", "donut", "radial_bar")


def numbers(series):
    return [float(v) for v in series["values"]]


def shown(labels):
    return [label or "" for label in labels]


def draw(figure, page, box, chart):
    width, height = page["widthPt"], page["heightPt"]
    x, y, w, h = box
    left, bottom, right, top = margins(chart)
    area = [(x + left) / width, 1 - (y + h - bottom) / height, (w - left - right) / width, (h - top - bottom) / height]
    axes = figure.add_axes(area, polar=chart["grammar"] == "radial_bar")
    style = chart["style"]
    at, align = ((x + 4) / width, "left") if style["titleAlign"] == "left" else ((x + w / 2) / width, "center")
    base = y + style["titlePt"]
    figure.text(at, 1 - base / height, chart["title"], ha=align, fontsize=style["titlePt"], weight="bold")
    if chart["subtitle"]:
        base += style["titlePt"] * 1.1
        figure.text(at, 1 - base / height, chart["subtitle"], ha=align, fontsize=style["titlePt"] * 0.75)
    if chart["note"]:
        figure.text((x + 4) / width, 1 - (y + h - 2) / height, chart["note"], fontsize=6.5)
    handles = {
        "pie": pie,
        "donut": pie,
        "radial_bar": rings,
        "waterfall": waterfall,
        "line": lines,
    }.get(chart["grammar"], bars)(axes, chart)
    if not is_round(chart):
        finish_axes(axes, chart)
    place_legend(axes, chart, handles, area, width, height)


def finish_axes(axes, chart):
    lying = "horizontal" in chart["grammar"]
    count = range(len(chart["categories"]))
    size = chart["style"]["textPt"]
    if lying:
        axes.set_yticks(list(count), chart["categories"], fontsize=size)
        axes.invert_yaxis()
    else:
        turn = chart["categoryTurnDeg"]
        axes.set_xticks(list(count), chart["categories"], fontsize=size, rotation=turn, ha="right" if turn == 45 else "center")
    value_axis = axes.xaxis if lying else axes.yaxis
    value_axis.set_tick_params(labelsize=size - 1)
    axes.grid(False)
    if chart["valueAxis"]["grid"]:
        axes.set_axisbelow(True)
        value_axis.grid(True, linewidth=0.5)
    if chart["valueAxis"]["title"]:
        value_axis.set_label_text(chart["valueAxis"]["title"], fontsize=size)
    if not chart["valueAxis"]["shown"]:
        value_axis.set_ticklabels([])
        value_axis.set_tick_params(length=0)
        for side in ("top", "right", "bottom" if lying else "left"):
            axes.spines[side].set_visible(False)


def place_legend(axes, chart, handles, area, width, height):
    place = chart["legend"]
    if place in ("direct", "none") and not (is_round(chart) and chart["labelPlace"] == "legend"):
        return
    names = chart["categories"] if is_round(chart) else [s["name"] for s in chart["series"]]
    if chart["labelPlace"] == "legend":
        names = [f"{name}  {label or ''}".rstrip() for name, label in zip(names, chart["series"][0]["labels"])]
    lying = "horizontal" in chart["grammar"]
    names_pt = max(em(c) for c in chart["categories"]) * chart["style"]["textPt"]
    names_below = {0: 22, 45: names_pt * 0.75 + 8, 90: names_pt + 10}[chart["categoryTurnDeg"]]
    below = 4 if is_round(chart) else names_below + (16 if lying and chart["valueAxis"]["title"] else 0)
    beside = 6 if is_round(chart) else (names_pt + 12 if lying else 46)
    options = {
        "right": dict(loc="center left", bbox_to_anchor=(1.02 if chart["grammar"] != "bar_line" else 1.1, 0.5)),
        "left": dict(loc="center right", bbox_to_anchor=(-beside / (area[2] * width), 0.5)),
        "bottom": dict(loc="upper center", bbox_to_anchor=(0.5, -below / (area[3] * height)), ncol=len(names)),
        "top": dict(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncol=len(names)),
    }.get(place, dict(loc="upper right", bbox_to_anchor=(1.3, 1)))
    size = chart["style"]["textPt"]
    axes.legend(handles, names, fontsize=size, frameon=chart["style"]["outlined"], columnspacing=1.0, handlelength=1.4, **options)


def pie(axes, chart):
    style, series = chart["style"], chart["series"][0]
    labels, place, direct = shown(series["labels"]), chart["labelPlace"], chart["legend"] == "direct"
    donut = chart["grammar"] == "donut"
    glue = "\n" if style["twoLines"] else " "
    outer = [f"{c}{glue}{v}".strip() for c, v in zip(chart["categories"], labels)] if direct else labels
    wedge = dict(edgecolor="white" if style["outlined"] else None, linewidth=0.8 if style["outlined"] else 0)
    if donut:
        wedge["width"] = 0.4
    inside = iter(labels)
    options = {}
    if place == "inside":
        options = dict(autopct=lambda _: next(inside), pctdistance=0.8 if donut else 0.65)
    elif place == "outside":
        options = dict(labels=outer, labeldistance=1.08)
    drawn = axes.pie(
        numbers(series),
        colors=style["palette"],
        startangle=90,
        counterclock=style["card"] or style["outlined"],
        wedgeprops=wedge,
        textprops=dict(fontsize=style["labelPt"], color=INK),
        radius=1 if place in ("inside", "legend") else 0.85,
        **options,
    )
    if place == "inside":
        for wedge_patch, text in zip(drawn[0], drawn[2]):
            text.set_color(on(matplotlib.colors.to_hex(wedge_patch.get_facecolor())))
    if place == "leader":
        for wedge_patch, text in zip(drawn[0], outer):
            leader(axes, wedge_patch, text, style)
    if chart["centre"]:
        axes.text(0, 0.04, chart["centre"]["label"], ha="center", va="center", fontsize=style["titlePt"], weight="bold")
        axes.text(0, -0.16, chart["centre"]["caption"], ha="center", va="center", fontsize=style["textPt"])
    return drawn[0]


def leader(axes, wedge, text, style):
    if not text:
        return
    angle = math.radians((wedge.theta1 + wedge.theta2) / 2)
    x, y = math.cos(angle), math.sin(angle)
    side = 1 if x >= 0 else -1
    # A level line has no corner.
    bend = "arc3" if abs(y) < 0.02 else f"angle,angleA=0,angleB={math.degrees(angle)}"
    axes.annotate(
        text,
        xy=(x * 0.85, y * 0.85),
        xytext=(1.15 * side, 1.08 * y),
        ha="left" if side > 0 else "right",
        va="center",
        fontsize=style["labelPt"],
        arrowprops=dict(arrowstyle="-", linewidth=0.6, connectionstyle=bend),
    )


def rings(axes, chart):
    style, series = chart["style"], chart["series"][0]
    values = numbers(series)
    top = max(values) / 0.75
    axes.set_theta_zero_location("N")
    axes.set_theta_direction(-1)
    axes.set_axis_off()
    handles = []
    for i, value in enumerate(values):
        y = len(values) - i + 1
        axes.barh(y, 1.5 * math.pi, height=style["fill"], color="#e6e9ee")
        handles += axes.barh(y, 2 * math.pi * value / top, height=style["fill"], color=style["palette"][i % 6])
        if chart["labelPlace"] == "legend":
            continue
        label = series["labels"][i] or ""
        text = f"{chart['categories'][i]}  {label}".strip() if chart["legend"] == "direct" else label
        axes.text(0, y, f"{text} ", ha="right", va="center", fontsize=style["labelPt"])
    axes.set_ylim(0, len(values) + 1.6)
    return handles


def on(color):
    r, g, b = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return "white" if 0.299 * r + 0.587 * g + 0.114 * b < 150 else INK


def bars(axes, chart):
    lying, stacked = "horizontal" in chart["grammar"], "stacked" in chart["grammar"]
    series = [s for s in chart["series"] if s["kind"] == "bar"]
    style = chart["style"]
    count = len(chart["categories"])
    base = [0.0] * count
    thick = style["fill"] if stacked else style["fill"] / len(series)
    handles = []
    for i, one in enumerate(series):
        values = numbers(one)
        shift = 0 if stacked else (i - (len(series) - 1) / 2) * thick
        at = [k + shift for k in range(count)]
        edge = dict(edgecolor="white", linewidth=0.8) if style["outlined"] else dict(linewidth=0)
        paint = axes.barh if lying else axes.bar
        drawn = paint(at, values, thick, **{"left" if lying else "bottom": base}, color=one["color"], **edge)
        handles.append(drawn)
        label_bars(axes, chart, drawn, one, lying, stacked)
        if stacked:
            base = [a + b for a, b in zip(base, values)]
    if chart["totals"]:
        for k, total in enumerate(chart["totals"]):
            axes.annotate(total["label"], (k, base[k]), (0, 3), textcoords="offset points", ha="center", fontsize=style["labelPt"], weight="bold")
    if not stacked and chart["grammar"] != "bar_line":
        axes.margins(**{"x" if lying else "y": 0.14})
    if chart["callout"]:
        highest = max(numbers(series[0])) * 1.15
        axes.annotate("", (1, highest), (0, highest), arrowprops=dict(arrowstyle="->", linewidth=0.8, color=INK))
        axes.text(0.5, highest * 1.02, chart["callout"], ha="center", fontsize=8, weight="bold")
        axes.set_ylim(top=highest * 1.15)
    for one in (s for s in chart["series"] if s["kind"] == "line"):
        handles.append(second_axis(axes, chart, one, max(numbers(series[0]))))
    return handles


def label_bars(axes, chart, drawn, series, lying, stacked):
    size, labels = chart["style"]["labelPt"], shown(series["labels"])
    if stacked:
        axes.bar_label(drawn, labels, label_type="center", fontsize=size, color=on(series["color"]))
    elif chart["labelPlace"] == "outside":
        axes.bar_label(drawn, labels, label_type="edge", padding=2, fontsize=size, color=INK)
    else:
        axes.bar_label(drawn, labels, label_type="center", fontsize=size, color=on(series["color"]))


def second_axis(axes, chart, series, highest):
    other = axes.twinx()
    values = numbers(series)
    span = (max(values) - min(values)) or 1
    axes.set_ylim(0, highest * 1.75)
    other.set_ylim(min(values) - span * 2.6, max(values) + span * 0.45)
    other.grid(False)
    other.set_yticks([])
    for side in other.spines.values():
        side.set_visible(False)
    return plot_line(other, chart, series)


def plot_line(axes, chart, series):
    values = numbers(series)
    (drawn,) = axes.plot(range(len(values)), values, marker="o", markersize=4, linewidth=1.6, color=series["color"])
    for k, label in enumerate(series["labels"]):
        if label:
            axes.annotate(label, (k, values[k]), (0, 5), textcoords="offset points", ha="center", fontsize=chart["style"]["labelPt"], color=INK)
    return drawn


def lines(axes, chart):
    handles = [plot_line(axes, chart, series) for series in chart["series"]]
    low = min(min(numbers(s)) for s in chart["series"])
    high = max(max(numbers(s)) for s in chart["series"])
    axes.set_ylim(low - (high - low) * 0.25, high + (high - low) * 0.2)
    if chart["legend"] == "direct":
        for series in chart["series"]:
            at = (len(series["values"]) - 1, numbers(series)[-1])
            axes.annotate(series["name"] or "", at, (14, -3), textcoords="offset points", fontsize=chart["style"]["textPt"], color=series["color"], weight="bold", annotation_clip=False)
    return handles


def waterfall(axes, chart):
    series, style = chart["series"][0], chart["style"]
    values = numbers(series)
    level, highest, last = 0.0, 0.0, len(values) - 1
    drawn = []
    for k, value in enumerate(values):
        whole = k in (0, last)
        base = 0 if whole else level
        color = style["palette"][0] if whole else ("#3a9d5d" if value >= 0 else "#c0392b")
        drawn.append(axes.bar(k, value, style["fill"], bottom=base, color=color))
        level = value if whole else level + value
        highest = max(highest, level, base)
        if k < last:
            axes.plot([k, k + 1], [level, level], color="#888888", linewidth=0.5, linestyle=":")
    for bar, label in zip(drawn, shown(series["labels"])):
        axes.bar_label(bar, [label], label_type="edge" if chart["labelPlace"] == "outside" else "center", padding=2 if chart["labelPlace"] == "outside" else 0, fontsize=style["labelPt"], color=INK)
    axes.set_ylim(0, highest * 1.12)
    return [bar[0] for bar in drawn]


def make(job):
    page = job["page"]
    style = page["charts"][0]["chart"]["style"]
    outlines = style["fontType"] == 3
    own = "DejaVu Sans" if style["twoLines"] else job["family"]
    with plt.style.context(style["sheet"]):
        plt.rcParams.update(
            {
                "pdf.fonttype": style["fontType"],
                "font.family": [own, "Noto Sans CJK JP" if outlines else "Droid Sans Fallback"],
                "text.parse_math": False,
                "figure.facecolor": "white",
                "savefig.facecolor": "white",
                "savefig.dpi": 72,
                "savefig.bbox": None,
            }
        )
        figure = plt.figure(figsize=(page["widthPt"] / 72, page["heightPt"] / 72))
        if page["heading"]:
            figure.text(30 / page["widthPt"], 1 - 44 / page["heightPt"], page["heading"], fontsize=18, weight="bold")
        for placed in page["charts"]:
            draw(figure, page, placed["box"], placed["chart"])
        if page["prose"]:
            x, y, _, _ = page["prose"]["box"]
            figure.text(x / page["widthPt"], 1 - y / page["heightPt"], "\n".join(page["prose"]["lines"]), fontsize=10, va="top", linespacing=1.4)
        if page["table"]:
            x, y, w, _ = page["table"]["box"]
            rows = page["table"]["rows"]
            axes = figure.add_axes([x / page["widthPt"], 1 - (y + 17 * len(rows)) / page["heightPt"], w / page["widthPt"], 17 * len(rows) / page["heightPt"]])
            axes.set_axis_off()
            axes.table(rows, loc="center", edges="horizontal").auto_set_font_size(False)
        figure.savefig(job["file"], metadata={"CreationDate": None})
        plt.close(figure)


for job in json.load(sys.stdin):
    make(job)
