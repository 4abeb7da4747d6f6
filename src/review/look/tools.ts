import { z } from 'zod';
import { toGroundglassError } from '../../evidence/errors.js';
import type { Tool, ToolCall } from '../../models/conversation.js';
import type { Shown } from './shown.js';

const coordinate = z.number().min(-1e12).max(1e12);
const window = z.array(coordinate).length(4).describe('x0, y0, x1, y1 in drawing coordinates');
const fraction = z.number().min(0).max(1);

/** One of: an entity, a window, a place in a picture that was shown. */
const targetSchema = z.union([
  z.object({ handle: z.string().min(1).max(40) }),
  z.object({ window }),
  z.object({
    label: z.string().min(1).max(100).describe('of a picture that you were shown'),
    cx: fraction.describe('middle, as a fraction of the picture’s width from its left'),
    cy: fraction.describe('middle, as a fraction of the picture’s height from its top'),
    span: z.number().positive().max(1).describe('width to show, as a fraction of the picture’s width'),
  }),
]);
export type Target = z.infer<typeof targetSchema>;

const purpose = z.enum(['text', 'line']).default('text').describe('what must be told apart in it');
const page = {
  limit: z.number().int().min(1).max(100).default(50),
  offset: z.number().int().min(0).default(0),
};

const SHAPES = {
  inspect_region: z.object({ target: targetSchema, purpose }),
  entities: z.object({
    type: z.string().max(40).nullish(),
    layer: z.string().max(255).nullish(),
    window: window.nullish(),
    ...page,
  }),
  text: z.object({ window: window.nullish(), ...page }),
  find_collisions: z.object({
    window: window.nullish(),
    layer: z.string().max(255).nullish(),
    min_overlap: z.number().min(0).max(1).default(0.5),
    ...page,
  }),
} as const;
type Name = keyof typeof SHAPES;

/** What a model may ask of a sheet. Nothing here changes anything. */
export interface Sight {
  /** @throws GroundglassError where the target is none, or would need too many pictures */
  inspect(target: Target, purpose: 'text' | 'line'): Promise<readonly Shown[]>;
  text(request: z.infer<(typeof SHAPES)['text']>): Promise<unknown>;
  /** Null for a source without entities. */
  readonly cad: {
    entities(request: z.infer<(typeof SHAPES)['entities']>): Promise<unknown>;
    collisions(request: z.infer<(typeof SHAPES)['find_collisions']>): Promise<unknown>;
  } | null;
  readonly live: LiveTools | null;
}

/** Tools of a CAD program that only read. */
export interface LiveTools {
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly inputSchema: Readonly<Record<string, unknown>>;
  }[];
  /** @throws GroundglassError for a call that is refused, or fails */
  call(name: string, given: unknown): Promise<unknown>;
}

const DESCRIPTIONS: Readonly<Record<Name, string>> = {
  inspect_region: 'Pictures of a part of the sheet, large enough for text or lines to be told apart.',
  entities: 'Entities of the sheet: handle, type, layer, box, text.',
  text: 'Texts of the sheet with their boxes, as the file has them. Lettering drawn as strokes is not among them.',
  find_collisions: 'Pairs of entities whose boxes overlap, by the ratio of the overlap.',
};

/** A CAD program's own tools come in place of ours for entities, under their own names. */
export function toolsFor({ cad, live }: Sight): readonly Tool[] {
  const own = (Object.keys(SHAPES) as Name[])
    .filter((name) => cad !== null || name === 'inspect_region' || name === 'text')
    .map((name): Tool => ({ name, description: DESCRIPTIONS[name], parameters: SHAPES[name] }));
  const others = (live?.tools ?? []).filter(({ name }) => !own.some((tool) => tool.name === name));
  return [
    ...own,
    ...others.map(({ name, description, inputSchema }) => ({
      name,
      description: description.slice(0, MAX_DESCRIPTION),
      parameters: inputSchema,
    })),
  ];
}

/** Characters of a foreign tool's description. */
const MAX_DESCRIPTION = 1_000;

/** Characters of a tool's reply: a sheet's entities would fill a model's memory. */
const MAX_REPLY_CHARS = 12_000;

/** What a call comes to: words for the model, and pictures that follow them. Faults are told to the model, which may try again. */
export async function answerCall(
  { name, arguments: given }: ToolCall,
  sight: Sight,
): Promise<{ readonly text: string; readonly pictures: readonly Shown[] }> {
  const known = toolsFor(sight).some((tool) => tool.name === name);
  if (!known) return said({ error: `There is no tool ${name.slice(0, 40)}.` });
  try {
    if (!Object.hasOwn(SHAPES, name)) return said(await sight.live?.call(name, jsonOf(given)));
    const request = SHAPES[name as Name].safeParse(jsonOf(given));
    if (!request.success) return said({ error: z.prettifyError(request.error).slice(0, 500) });
    switch (name as Name) {
      case 'inspect_region': {
        const { target, purpose: why } = request.data as z.infer<(typeof SHAPES)['inspect_region']>;
        const pictures = await sight.inspect(target, why);
        return { ...said({ pictures: pictures.map(({ label, visible }) => ({ label, shows: visible })) }), pictures };
      }
      case 'text':
        return said(await sight.text(request.data as never));
      case 'entities':
        return said(await sight.cad?.entities(request.data as never));
      case 'find_collisions':
        return said(await sight.cad?.collisions(request.data as never));
    }
  } catch (thrown) {
    const error = toGroundglassError(thrown);
    if (error.class === 'internal') throw thrown;
    return said({ error: `${error.message} ${error.nextStep}` });
  }
}

function said(value: unknown): { readonly text: string; readonly pictures: readonly Shown[] } {
  const text = JSON.stringify(value) ?? 'null';
  const cut = text.length > MAX_REPLY_CHARS ? `${text.slice(0, MAX_REPLY_CHARS)}… (cut off: ask for less)` : text;
  return { text: cut, pictures: [] };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
