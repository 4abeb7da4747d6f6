import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { escapeMarkup } from '../evidence/escape-markup.js';
import type { PageReply } from '../evidence/wire/page.js';
import type { Refusal } from '../evidence/wire/prove.js';
import type { WireTable } from '../evidence/wire/tables.js';
import { dataFile } from '../models/data-file.js';

/** A span, and what the proof says of all its text. */
export type ReviewSpan = PageReply['spans'][number] & {
  /** As far as its operators tell; what is not shown is drawn as a refusal only. */
  readonly shown: boolean;
  readonly proven: boolean;
  readonly refused: readonly Refusal[];
  readonly embedded: boolean;
  /** What the second parser reads at the same place. */
  readonly witness: string;
};

export interface ReviewPage {
  readonly title: string;
  /** Where the page is found: its number, its printed label, the document's digest. */
  readonly where: string;
  readonly width: number;
  readonly height: number;
  readonly svg: string;
  readonly spans: readonly ReviewSpan[];
  readonly regions: PageReply['regions'];
  readonly tables: readonly WireTable[];
  readonly warnings: readonly string[];
}

const asset = (name: string): string => readFileSync(dataFile(name), 'utf8');

/**
 * One self-contained page for a browser: the page SVG, layers over it that can be switched, and the evidence of what is
 * clicked. It loads nothing and runs nothing but its own script, which its policy names by digest.
 */
export function reviewHtml(page: ReviewPage): string {
  const script = asset('review-page.js');
  const style = asset('review-page.css');
  const policy = `default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-${sha256(script)}'`;
  const { svg, title, where, warnings, ...evidence } = page;
  const shown = page.tables.length > 0 ? ['tables', 'refusals'] : ['regions', 'refusals'];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(title)} · ${escapeMarkup(where)}</title>
<style>${style}</style>
</head>
<body>
<main>
<div id="page" style="max-width: ${Math.ceil(Math.max(page.width, MIN_WIDTH_PX))}px">
${svg}
<svg id="layers" viewBox="0 0 ${page.width} ${page.height}" aria-label="Evidence layers"></svg>
</div>
</main>
<aside>
<header><h1>${escapeMarkup(title)}</h1><p class="where">${escapeMarkup(where)}</p>
<select id="zoom" aria-label="Size of the page"><option value="fit">Page fits the window</option>${ZOOMS.map((zoom) => `<option value="${zoom}">Page at ${zoom} % of that</option>`).join('')}</select></header>
<section id="toggles"><h2>Layers</h2></section>
<section><h2>Find on the page</h2><input id="find" type="search" placeholder="text" aria-label="Find on the page"><output id="found"></output></section>
<section id="card"><h2>Evidence</h2><p class="where">Click a box on the page.</p></section>
${warnings.length === 0 ? '' : `<section><h2>Warnings</h2><ul id="warnings">${warnings.map((warning) => `<li>${escapeMarkup(warning)}</li>`).join('')}</ul></section>`}
</aside>
<script type="application/json" id="evidence">${inScript({ ...evidence, shown, reasons: REASONS })}</script>
<script>${script}</script>
</body>
</html>
`;
}

/** What each refusal says, for people. */
const REASONS: Readonly<Record<Refusal, string>> = {
  INVISIBLE_MODE: 'painted in a mode that leaves no ink',
  CLIPPED: 'cut off by a clip, wholly or in part',
  COVERED: 'something opaque is painted over it',
  BACKGROUND_COLOURED: 'has the colour of what lies under it',
  OUTSIDE_PAGE: 'lies outside the visible page',
  HIDDEN_LAYER: 'belongs to a layer that is off',
  NOT_EMBEDDED: 'its font is not in the file: each viewer draws its own shapes',
  ACTUAL_TEXT_DIFFERS: 'the file claims another text than its glyphs show',
  TOUNICODE_MISMATCH: 'the shape is not that of the character the file names',
  WITNESSES_DISAGREE: 'the two parsers do not read the same',
  NOT_FOUND: 'not on the page',
  RASTER_ONLY: 'only in a picture',
};

/** Large sheets have print that can't be read where all of the sheet is seen. */
const ZOOMS = [150, 200, 400, 800];

/** A small page is still shown large enough to click on. */
const MIN_WIDTH_PX = 900;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');

/** JSON inside a script element: only `<` could end it. */
const inScript = (value: unknown): string => JSON.stringify(value).replace(/</g, '\\u003c');
