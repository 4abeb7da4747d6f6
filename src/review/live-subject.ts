import { z } from 'zod';
import { GroundglassError } from '../evidence/errors.js';
import { atLeastOne, locatorOf } from '../sight/drawing-file.js';
import { liveSheets } from '../sight/live-sheets.js';
import type { Sheet } from '../sight/sheet.js';
import { LiveCad } from '../sources/live-cad/live-cad.js';
import { liveCadSettingsFrom } from '../sources/live-cad/settings.js';
import { checkObjects } from './checks/run-checks.js';
import type { LiveTools } from './look/tools.js';
import type { Numbered } from './report/report-html.js';
import { entitiesOf, type Marked, type Subject } from './subject.js';

const UNCHECKED =
  'Only placeholder texts were checked by rules: a CAD program tells boxes and texts, not layers, styles, attributes and geometry. The saved DXF can be checked by all of them.';

/**
 * Opens what a CAD program shows, with its drawing area maximised for the time that `use` takes. Marks of an earlier review are
 * taken away first where findings are to be marked: they would be seen as part of the drawing.
 *
 * @param command starts the program's MCP server
 * @throws GroundglassError `engine_missing`, `upstream_refused`, `unsupported_operation`, `no_pages`
 */
export async function withLiveDrawing<T>(
  command: string,
  { environment, toBeMarked }: { readonly environment: NodeJS.ProcessEnv; readonly toBeMarked: boolean },
  use: (subject: Subject) => Promise<T>,
): Promise<T> {
  const live = await LiveCad.open(command, liveCadSettingsFrom(environment));
  try {
    return await live.during(async () => {
      if (toBeMarked && live.has('clearMarks')) await live.clearMarks();
      const { digest, sheets, cad } = await liveSheets(live);
      return use({
        name: live.serverName,
        digest,
        sheets: atLeastOne(sheets),
        locatorOf: (sheet) => locatorOf(digest, sheet),
        entities: (index) => entitiesOf(cad, index),
        async check(index, settings) {
          const { off } = settings;
          const onlyTexts = { ...settings, off: [...off, 'text_below_legible_height' as const] };
          const { findings, limitations } = await checkObjects(sheets[index] as Sheet, onlyTexts);
          return { findings, limitations: [...limitations, UNCHECKED] };
        },
        liveTools: liveToolsOf(live),
        mark: (issues) => markedIn(live, issues),
        get limitations() {
          return live.limitations;
        },
      });
    });
  } finally {
    await live.close();
  }
}

/** Names that endpoints take for a tool. */
const TOOL_NAME = /^[\w-]{1,64}$/;

const liveToolsOf = (live: LiveCad): LiveTools => ({
  tools: live.modelTools.filter(({ name }) => TOOL_NAME.test(name)),
  async call(name, given) {
    const args = z.record(z.string(), z.unknown()).safeParse(given);
    if (!args.success) throw new GroundglassError('bad_argument', 'The arguments are no JSON object.', 'Give one.');
    const { data, text, error } = await live.callForModel(name, args.data);
    return error === null ? (data ?? text) : { error };
  },
});

/** A drawing that can't be marked has been reviewed all the same. */
async function markedIn(live: LiveCad, issues: readonly Numbered[]): Promise<Marked> {
  const marks = issues.flatMap(({ number, issue: { evidence, statement } }) =>
    evidence.box === null ? [] : [{ box: evidence.box as never, text: `${number} · ${statement}`.slice(0, MAX_MARK) }],
  );
  return { copy: null, count: await live.tryToMark(marks) };
}

/** Characters of a mark's text in the drawing: a line that can be read on the screen. */
const MAX_MARK = 120;
