import { type Box, heightOf, widthOf } from '../../evidence/boxes.js';
import { RULES, type Rule } from '../../evidence/wire/review.js';
import type { Sheet } from '../../sight/sheet.js';
import type { CadDrawing, CadSheet } from '../../sources/cad/drawing.js';
import type { CheckSettings } from '../checklist.js';
import { danglingReferences } from './dangling.js';
import { duplicateEntities } from './duplicates.js';
import type { Finding } from './finding.js';
import { entitiesOnLayerZero } from './layer-zero.js';
import { legiblePieces, legibleText, type SizedText } from './legible-text.js';
import { placeholderText } from './placeholder-text.js';
import { entitiesOn, type SheetEntity } from './sheet-entities.js';
import { emptyTitleBlock } from './title-block.js';

const UNMEASURED =
  'The height of text on paper was not checked: nothing but the text itself tells the scale, or what tells it disagrees.';

export interface Checked {
  readonly findings: readonly Finding[];
  /** What was left out, in words. */
  readonly limitations: readonly string[];
}

/** Findings of one rule on one sheet that are listed: beyond them the fault lies in how the drawing was made as a whole. */
const MAX_LISTED = 500;
/** Points of one entity and its copy may lie this far apart on paper: less than any plotter draws. */
const SAME_PLACE_MM = 0.01;
/** The same where the scale is not known, as a part of the sheet's long side. */
const SAME_PLACE = 1e-5;

/** Checks one sheet of a CAD drawing. @param isFirst whether it is the first sheet of its layout */
export function checkCad(drawing: CadDrawing, sheet: CadSheet, isFirst: boolean, settings: CheckSettings): Checked {
  const entities = entitiesOn(drawing, sheet, isFirst);
  const drawn = entities.filter(({ entity }) => entity.visible);
  const long = Math.max(widthOf(sheet.box), heightOf(sheet.box));
  const checks: Readonly<Record<Rule, () => Finding[]>> = {
    empty_title_block_attribute: () => emptyTitleBlock(sheet, drawn),
    placeholder_text: () => placeholderText(drawn.flatMap(textsOf), settings.placeholders),
    text_below_legible_height: () =>
      isMeasured(sheet)
        ? legibleText(
            drawn.flatMap((one) => sizedTextOf(one) ?? []),
            settings.minTextHeightMm,
          )
        : [],
    duplicate_entity: () =>
      duplicateEntities(drawn, sheet.unitsPerMm === null ? long * SAME_PLACE : sheet.unitsPerMm * SAME_PLACE_MM),
    entity_on_layer_0: () => entitiesOnLayerZero(drawn),
    dangling_reference: () => danglingReferences(referencesOn(drawing, sheet, entities, isFirst), entities),
  };
  const { findings, limitations } = checkedBy(RULES, checks, settings);
  const unmeasured = isMeasured(sheet) ? [] : [UNMEASURED];
  return { findings, limitations: [...limitations, ...unmeasured] };
}

/**
 * Whether a sheet's scale can tell how high its text is: not where it was itself told by the height of the text, and not where the
 * other evidence disagrees.
 */
function isMeasured({ layout, scaleEvidence, unitsPerMm }: CadSheet): boolean {
  const others = scaleEvidence.filter(({ from }) => from !== 'text_height');
  // What a sheet of paper space is drawn at is the paper itself.
  if (others.length === 0) return unitsPerMm !== null && scaleEvidence.length === 0 && layout !== 'Model';
  return new Set(others.map(({ scale }) => scale)).size === 1;
}

/** Checks one page of a PDF, a picture, or what a CAD program shows: what has no text with a size of its own is checked for nothing. */
export async function checkObjects(sheet: Sheet, settings: CheckSettings): Promise<Checked> {
  const texts = (await sheet.objects()).filter(({ kind, text }) => kind === 'text' && text !== null);
  const { unitsPerMm } = sheet;
  const checks = {
    placeholder_text: () =>
      placeholderText(
        texts.map(({ text, box, handle }) => ({ text: text ?? '', box: sheet.toSource(box), handle, tag: null })),
        settings.placeholders,
      ),
    text_below_legible_height: () =>
      unitsPerMm === null
        ? []
        : legiblePieces(
            texts.flatMap(({ text, box, textHeight }) =>
              textHeight === null
                ? []
                : [{ text: text ?? '', heightMm: textHeight / unitsPerMm, box: sheet.toSource(box) as Box<'page'> }],
            ),
            settings.minTextHeightMm,
          ),
  };
  return checkedBy(['placeholder_text', 'text_below_legible_height'], checks, settings);
}

function checkedBy<R extends Rule>(
  rules: readonly R[],
  checks: Readonly<Record<R, () => Finding[]>>,
  { off }: CheckSettings,
): Checked {
  const limitations: string[] = [];
  const findings = rules.flatMap((rule) => {
    if (off.includes(rule)) return [];
    const found = checks[rule]();
    if (found.length > MAX_LISTED)
      limitations.push(`${rule}: ${MAX_LISTED} of ${found.length} findings on this sheet are listed.`);
    return found.slice(0, MAX_LISTED);
  });
  return { findings, limitations };
}

function textsOf({ entity, box }: SheetEntity) {
  const { text, attributes, handle } = entity;
  const ofAttributes = attributes
    .filter(({ invisible }) => !invisible)
    .map((one) => ({ text: one.text, box: one.box ?? box, handle: one.handle, tag: one.tag }));
  // The text of an INSERT is that of its attributes.
  const own =
    text === null || attributes.length > 0 || entity.type === 'ATTDEF' ? [] : [{ text, box, handle, tag: null }];
  return [...own, ...ofAttributes];
}

/** Null for what has no text, or no scale to measure it by. */
function sizedTextOf({ entity, box, unitsPerMm }: SheetEntity): SizedText | null {
  if (unitsPerMm === null || entity.type === 'ATTDEF') return null;
  const runs = entity
    .shapes()
    .flatMap((shape) =>
      shape.kind === 'text' ? [{ text: shape.text, heightMm: Math.hypot(...shape.up) / unitsPerMm }] : [],
    );
  return runs.length === 0 ? null : { runs, box, handle: entity.handle };
}

/** References of a sheet's entities; those of nobody (blocks that nothing shows) are told with the first sheet. */
function referencesOn(drawing: CadDrawing, sheet: CadSheet, entities: readonly SheetEntity[], isFirst: boolean) {
  const here = new Set(entities.map(({ entity }) => entity.handle));
  const isModel = drawing.layouts.find(({ name }) => name === sheet.layout)?.kind === 'model';
  const elsewhere = new Set(drawing.layouts.flatMap((layout) => layout.entities.map(({ handle }) => handle)));
  return drawing.dangling.filter(({ handle }) => here.has(handle) || (isFirst && isModel && !elsewhere.has(handle)));
}
