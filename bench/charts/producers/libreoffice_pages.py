"""Makes pages of charts with LibreOffice Calc: reads [{file, family, cjk_family, page}] as JSON on stdin, writes one PDF each.

Data stand on a sheet that is not printed; the printed sheet is a grid of small cells under the charts.
"""
import json
import os
import subprocess
import sys
import tempfile
import time

import uno
from com.sun.star.awt import Rectangle
from com.sun.star.beans import PropertyValue
from com.sun.star.chart.ChartLegendPosition import BOTTOM, LEFT, RIGHT, TOP
from com.sun.star.chart2 import DataPointLabel
from com.sun.star.connection import NoConnectException
from com.sun.star.table import CellRangeAddress

NO_FILL = uno.Enum("com.sun.star.drawing.FillStyle", "NONE")
NO_LINE = uno.Enum("com.sun.star.drawing.LineStyle", "NONE")
CELL_WIDTH_PT, CELL_HEIGHT_PT = 10, 15
LEGEND = {"right": RIGHT, "left": LEFT, "top": TOP, "bottom": BOTTOM}
CENTER, PLACE_TOP, INSIDE, OUTSIDE, NEAR_ORIGIN = 1, 2, 10, 11, 12
PLACES = {"outside": OUTSIDE, "leader": OUTSIDE, "inside": INSIDE, "base": NEAR_ORIGIN, "above": PLACE_TOP}


def hmm(pt):
    """Hundredths of a millimetre."""
    return int(round(pt * 2540 / 72))


def color(text):
    return int(text[1:], 16)


def value(name, of):
    one = PropertyValue()
    one.Name, one.Value = name, of
    return one


def start_office(folder):
    pipe = f"groundglass-{os.getpid()}"
    office = subprocess.Popen(
        [
            "soffice",
            "--headless",
            "--norestore",
            "--nologo",
            f"--accept=pipe,name={pipe};urp;",
            f"-env:UserInstallation=file://{folder}",
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    for _ in range(240):
        try:
            context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
            return office, context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
        except NoConnectException:
            time.sleep(0.25)
    raise SystemExit("LibreOffice does not answer")


def code(form, negative_only=None):
    """A number format code; `negative_only` writes positive cells as falls ('down') or rises ('up') of a bridge."""
    number = "0"
    if form["grouping"] == ",":
        number = "#,##0"
    if form["decimals"]:
        number += "." + "0" * form["decimals"]
    quote = lambda text: f'"{text}"' if text else ""  # noqa: E731
    text = f"{quote(form['prefix'])}{number}{quote(form['suffix'])}"
    spaced = text.replace("0", "# ##0", 1) if form["grouping"] == " " else text
    fall = f'"("{spaced}")"' if form["negative"] == "()" else f"{quote(form['negative'])}{spaced}"
    if negative_only == "down":
        return fall
    if negative_only == "up":
        return f'"+"{spaced}'
    if form["grouping"] == " ":
        return f"[>=1000]{spaced};{text}"
    return f"{spaced};{fall}"


def bridge(chart):
    """Columns of a waterfall as spreadsheets make it: what carries, totals, rises, falls."""
    numbers = [float(v) for v in chart["series"][0]["values"]]
    last = len(numbers) - 1
    rows, level = [], 0.0
    for i, number in enumerate(numbers):
        if i in (0, last):
            rows.append((0.0, number, None, None))
            level = number
        elif number >= 0:
            rows.append((level, None, number, None))
            level += number
        else:
            level += number
            rows.append((level, None, None, -number))
    return rows


def fill_data(sheet, column, chart):
    """Writes categories and series from this column on, and returns the range and the labels' settings by column."""
    form = chart["series"][0]["format"]
    labels = [s["labels"] for s in chart["series"]]
    if chart["grammar"] == "waterfall":
        plus = any((label or "").startswith("+") for label in labels[0])
        names = ["", "Total", "Increase", "Decrease"]
        rows = bridge(chart)
        codes = [None, code(form), code(form, "up" if plus else None), code(form, "down")]
        shown = [None, labels[0], labels[0], labels[0]]
        colors = [None, chart["style"]["palette"][0], "#3a9d5d", "#c0392b"]
    else:
        names = [s["name"] or chart["title"] for s in chart["series"]]
        rows = list(zip(*[[float(v) for v in s["values"]] for s in chart["series"]]))
        codes = [code(s["format"]) for s in chart["series"]]
        shown = labels
        colors = [s["color"] for s in chart["series"]]
    for k, name in enumerate(names):
        sheet.getCellByPosition(column + 1 + k, 0).String = name
    for i, (category, row) in enumerate(zip(chart["categories"], rows)):
        sheet.getCellByPosition(column, i + 1).String = category
        for k, number in enumerate(row):
            if number is not None:
                sheet.getCellByPosition(column + 1 + k, i + 1).Value = number
    area = CellRangeAddress()
    area.Sheet, area.StartColumn, area.StartRow = 1, column, 0
    area.EndColumn, area.EndRow = column + len(names), len(rows)
    return area, list(zip(codes, shown, colors))


def make_chart(sheet, name, box, chart, area, columns, fonts):
    x, y, w, h = box
    place = Rectangle()
    place.X, place.Y, place.Width, place.Height = (hmm(v) for v in (x, y, w, h - (14 if chart["note"] else 0)))
    sheet.Charts.addNewByName(name, place, (area,), True, True)
    document = sheet.Charts.getByName(name).EmbeddedObject
    grammar, style = chart["grammar"], chart["style"]
    kind = {"pie": "Pie", "donut": "Donut", "line": "Line"}.get(grammar, "Bar")
    diagram = document.createInstance(f"com.sun.star.chart.{kind}Diagram")
    document.Diagram = diagram
    if kind == "Bar":
        diagram.Vertical = "horizontal" in grammar
        diagram.Stacked = "stacked" in grammar or grammar == "waterfall"
        if grammar == "bar_line":
            diagram.NumberOfLines = 1
    document.HasMainTitle = True
    letter(document.Title, style["titlePt"], fonts, bold=True)
    document.Title.String = chart["title"]
    document.HasSubTitle = bool(chart["subtitle"])
    if chart["subtitle"]:
        letter(document.SubTitle, style["titlePt"] * 0.75, fonts)
        document.SubTitle.String = chart["subtitle"]
    document.HasLegend = chart["legend"] in LEGEND
    if document.HasLegend:
        document.Legend.Alignment = LEGEND[chart["legend"]]
        letter(document.Legend, style["textPt"], fonts)
        if not style["outlined"]:
            document.Legend.FillStyle, document.Legend.LineStyle = NO_FILL, NO_LINE
    if kind in ("Bar", "Line"):
        axes(diagram, chart, fonts)
    paint(document, chart, columns, fonts)


def letter(thing, size_pt, fonts, bold=False):
    thing.CharFontName, thing.CharFontNameAsian = fonts
    thing.CharHeight = thing.CharHeightAsian = size_pt
    thing.CharWeight = thing.CharWeightAsian = 150.0 if bold else 100.0


def axes(diagram, chart, fonts):
    size = chart["style"]["textPt"]
    names, values = diagram.XAxis, diagram.YAxis
    letter(names, size, fonts)
    letter(values, size - 1, fonts)
    names.TextCanOverlap = names.TextBreak = True
    if chart["categoryTurnDeg"]:
        names.TextRotation = chart["categoryTurnDeg"] * 100
    diagram.HasYAxisGrid = chart["valueAxis"]["grid"]
    diagram.HasYAxis = chart["valueAxis"]["shown"]
    if chart["valueAxis"]["title"]:
        diagram.HasYAxisTitle = True
        letter(diagram.YAxisTitle, size, fonts)
        diagram.YAxisTitle.String = chart["valueAxis"]["title"]
    if chart["grammar"] == "bar_line":
        numbers = [[float(v) for v in s["values"]] for s in chart["series"]]
        values.Min, values.Max = 0, max(numbers[0]) * 1.8
    if chart["grammar"] == "line":
        diagram.SymbolType = 0
    if not chart["style"]["outlined"]:
        diagram.Wall.FillStyle = NO_FILL


def paint(document, chart, columns, fonts):
    diagram = document.getFirstDiagram()
    types = diagram.getCoordinateSystems()[0].getChartTypes()
    series = [one for kind in types for one in kind.getDataSeries()]
    rounds = chart["grammar"] in ("pie", "donut")
    for one, (form, labels, fill) in zip(series, columns):
        if form is None:
            one.FillStyle = NO_FILL
            continue
        one.Color = color(fill)
        letter(one, chart["style"]["labelPt"], fonts)
        one.LinkNumberFormatToSource = False
        one.NumberFormat = number_format(document, form)
        direct = rounds and chart["legend"] == "direct"
        one.Label = shown(direct)
        if direct:
            one.LabelSeparator = "\n" if chart["style"]["twoLines"] else " "
        over = chart["grammar"] == "line" or (chart["grammar"] == "bar_line" and one == series[-1])
        within = place(one, chart, over)
        if within:
            one.CharColor = on(fill)
        for i, label in enumerate(labels):
            if rounds:
                part = chart["style"]["palette"][i % 6]
                one.getDataPointByIndex(i).Color = color(part)
                if within:
                    one.getDataPointByIndex(i).CharColor = on(part)
            if label is None:
                one.getDataPointByIndex(i).Label = hidden(direct)
    if chart["grammar"] == "bar_line":
        raise_line(document, chart, series[-1])


def on(fill):
    """White on dark colours, nearly black on light ones."""
    r, g, b = (int(fill[i : i + 2], 16) for i in (1, 3, 5))
    return 0xFFFFFF if 0.299 * r + 0.587 * g + 0.114 * b < 150 else 0x222222


def place(series, chart, over):
    """Sets where labels lie; true where that is on the marks."""
    if chart["grammar"] in ("donut", "waterfall") or "stacked" in chart["grammar"]:
        series.LabelPlacement = CENTER
    elif over:
        series.LabelPlacement = PLACE_TOP
    else:
        series.LabelPlacement = PLACES[chart["labelPlace"]]
    return series.LabelPlacement in (CENTER, INSIDE, NEAR_ORIGIN)


def raise_line(document, chart, line):
    """The line has a second axis, on which it runs above the bars."""
    line.AttachedAxisIndex = 1
    numbers = [float(v) for v in chart["series"][1]["values"]]
    span = (max(numbers) - min(numbers)) or 1
    document.Diagram.HasSecondaryYAxis = True
    axis = document.Diagram.SecondaryYAxis
    axis.Min, axis.Max = min(numbers) - span * 2.6, max(numbers) + span * 0.5
    axis.DisplayLabels, axis.LineStyle = False, NO_LINE


def shown(with_category):
    one = DataPointLabel()
    one.ShowNumber, one.ShowCategoryName = True, with_category
    return one


def hidden(with_category):
    one = DataPointLabel()
    one.ShowCategoryName = with_category
    return one


def number_format(document, form):
    formats = document.getNumberFormats()
    locale = uno.createUnoStruct("com.sun.star.lang.Locale")
    locale.Language, locale.Country = "en", "US"
    key = formats.queryKey(form, locale, False)
    return key if key != -1 else formats.addNew(form, locale)


def write(sheet, x, y, text, size, fonts, bold=False, right=False):
    cell = sheet.getCellByPosition(int(x / CELL_WIDTH_PT), int(y / CELL_HEIGHT_PT))
    cell.String = text
    letter(cell, size, fonts, bold)
    if right:
        cell.HoriJustify = uno.Enum("com.sun.star.table.CellHoriJustify", "RIGHT")


def make(desktop, job):
    page = job["page"]
    fonts = (job["family"], job["cjk_family"])
    document = desktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, (value("Hidden", True),))
    sheets = document.Sheets
    sheets.insertNewByName("data", 1)
    sheet, data = sheets.getByIndex(0), sheets.getByIndex(1)
    look = document.StyleFamilies.getByName("PageStyles").getByName(sheet.PageStyle)
    look.IsLandscape = page["widthPt"] > page["heightPt"]
    look.Width, look.Height = hmm(page["widthPt"]), hmm(page["heightPt"])
    look.LeftMargin = look.RightMargin = look.TopMargin = look.BottomMargin = 0
    look.HeaderIsOn = look.FooterIsOn = False
    look.ScaleToPages = 1
    sheet.Columns.Width, sheet.Rows.Height = hmm(CELL_WIDTH_PT), hmm(CELL_HEIGHT_PT)
    area = CellRangeAddress()
    area.EndColumn = int(page["widthPt"] / CELL_WIDTH_PT) - 1
    area.EndRow = int(page["heightPt"] / CELL_HEIGHT_PT) - 1
    sheet.setPrintAreas((area,))
    if page["heading"]:
        write(sheet, 30, 30, page["heading"], 12, fonts, bold=True)
    for i, placed in enumerate(page["charts"]):
        chart = placed["chart"]
        cells, columns = fill_data(data, i * 10, chart)
        make_chart(sheet, f"chart{i}", placed["box"], chart, cells, columns, fonts)
        if chart["note"]:
            x, y, _, h = placed["box"]
            write(sheet, x, y + h, chart["note"], 6.5, fonts)
    if page["prose"]:
        x, y, _, _ = page["prose"]["box"]
        for i, line in enumerate(page["prose"]["lines"]):
            write(sheet, x, y + i * CELL_HEIGHT_PT, line, 10, fonts)
    if page["table"]:
        x, y, w, _ = page["table"]["box"]
        for i, (name, number) in enumerate(page["table"]["rows"]):
            write(sheet, x, y + i * CELL_HEIGHT_PT, name, 9, fonts, bold=i == 0)
            write(sheet, x + w - CELL_WIDTH_PT, y + i * CELL_HEIGHT_PT, number, 9, fonts, bold=i == 0, right=True)
    first_page = uno.Any("[]com.sun.star.beans.PropertyValue", (value("PageRange", "1"),))
    document.storeToURL(f"file://{job['file']}", (value("FilterName", "calc_pdf_Export"), value("FilterData", first_page)))
    document.close(True)


with tempfile.TemporaryDirectory() as folder:
    office, desktop = start_office(folder)
    try:
        for job in json.load(sys.stdin):
            make(desktop, job)
    finally:
        try:
            desktop.terminate()
        finally:
            office.wait(timeout=30)
