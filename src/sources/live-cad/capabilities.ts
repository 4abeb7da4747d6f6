import type { WorldBox } from '../cad/drawing.js';

/** A tool as a server lists it. */
export interface ListedTool {
  /** As calls must name it, a host's prefix included. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly properties?: Readonly<Record<string, unknown>> };
}

/** What a review needs of a CAD program. */
export type Capability =
  | 'entities'
  | 'texts'
  | 'zoomToWindow'
  | 'zoomToEntity'
  | 'screenshot'
  | 'drawingArea'
  | 'collisions'
  | 'writeMarks'
  | 'clearMarks';

/** How a capability is asked for: a tool, and the arguments that it always takes. */
export interface Means {
  readonly tool: ListedTool;
  readonly fixed: Readonly<Record<string, unknown>>;
}

/**
 * Names of tools, without prefixes, that offer a capability, best first; `tool.operation` where one tool does many things by an
 * argument of that name.
 */
const NAMES: Readonly<Record<Capability, readonly RegExp[]>> = {
  entities: [/^query_entities$/, /^(?:list|get)_entities$/, /^entity_list$/, /^scan_all_entities$/, /^entity\.list$/],
  texts: [/^get_text_content$/, /^(?:list|get)_(?:all_)?texts?$/, /^text_list$/],
  zoomToWindow: [/^zoom_to_window$/, /^(?:view_)?zoom_window$/, /^view\.zoom_window$/],
  zoomToEntity: [/^zoom_to_entity$/],
  screenshot: [
    /^get_viewport_screenshot$/,
    /^(?:(?:get|take|view)_)?screenshot$/,
    /^get_user_view$/,
    /^view\.get_screenshot$/,
  ],
  drawingArea: [/^set_drawing_area$/],
  collisions: [/^find_collisions$/],
  writeMarks: [/^write_review_marks$/],
  clearMarks: [/^clear_review_marks$/],
};

/** Operations of tools that do many things, where their schema does not list them. */
const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  entity: ['list'],
  view: ['zoom_window', 'get_screenshot'],
};

/** Which tool gives which capability; those that no tool gives are absent. */
export function capabilitiesOf(tools: readonly ListedTool[]): ReadonlyMap<Capability, Means> {
  const offered = tools.flatMap((tool): { name: string; means: Means }[] => {
    const name = bareName(tool.name);
    if (!hasProperty(tool, 'operation')) return [{ name, means: { tool, fixed: {} } }];
    return (OPERATIONS[name] ?? []).map((operation) => ({
      name: `${name}.${operation}`,
      means: { tool, fixed: { operation } },
    }));
  });
  const found = new Map<Capability, Means>();
  for (const [capability, patterns] of Object.entries(NAMES) as [Capability, readonly RegExp[]][]) {
    const means = patterns
      .map((pattern) => offered.find(({ name, means: each }) => pattern.test(name) && canServe(capability, each)))
      .find((each) => each !== undefined)?.means;
    if (means) found.set(capability, means);
  }
  return found;
}

/** A tool's own name, without what hosts put before it: `mcp__server__tool`, `server__tool`. */
export const bareName = (name: string): string => name.split('__').at(-1) ?? name;

export const hasProperty = (tool: ListedTool, name: string): boolean =>
  Object.hasOwn(tool.inputSchema.properties ?? {}, name);

/** A window in the words of the tool that is to show it; null where its arguments are none that are known. */
export function windowArguments({ tool, fixed }: Means, [x0, y0, x1, y1]: WorldBox): Record<string, unknown> | null {
  const corners = [x0, y0, x1, y1];
  for (const names of CORNER_NAMES) {
    if (names.every((name) => hasProperty(tool, name)))
      return { ...fixed, ...Object.fromEntries(names.map((name, i) => [name, corners[i]])) };
  }
  const list = ['window', 'bbox', 'box'].find((name) => hasProperty(tool, name));
  return list === undefined ? null : { ...fixed, [list]: corners };
}

const CORNER_NAMES = [
  ['x0', 'y0', 'x1', 'y1'],
  ['x1', 'y1', 'x2', 'y2'],
  ['min_x', 'min_y', 'max_x', 'max_y'],
  ['xmin', 'ymin', 'xmax', 'ymax'],
] as const;

const canServe = (capability: Capability, means: Means): boolean =>
  capability !== 'zoomToWindow' || windowArguments(means, [0, 0, 1, 1] as unknown as WorldBox) !== null;
