import { bareName, hasProperty, type ListedTool } from './capabilities.js';

/**
 * Tools that a model may call, by name: those that only read. What a server says of its tools (readOnlyHint) is not asked: some
 * call their Lisp interpreter read-only. What is not on the list is closed, and so is what looks at pictures or moves the view.
 */
const READING = new Set([
  'query_entities',
  'get_text_content',
  'find_collisions',
  'list_entities',
  'get_entities',
  'scan_all_entities',
  'entity_list',
  'entity_get',
  'entity_count',
  'list_layers',
  'layer_list',
  'block_list',
  'block_get_attributes',
  'drawing_info',
  'analysis_bounding_box',
  'analysis_entity_stats',
  'analysis_find_in_region',
  'analysis_layer_stats',
  'analysis_measure_area',
  'analysis_measure_distance',
  'analysis_measure_entity',
  'analysis_select_by_layer',
  'analysis_select_by_type',
]);

/** Of tools that do many things, the operations that only read. */
const READING_OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  drawing: ['info'],
  entity: ['list', 'count', 'get'],
  layer: ['list'],
  block: ['list', 'get_attributes'],
};

/** Whether a model may make this call. */
export function mayModelCall(tool: ListedTool, args: Readonly<Record<string, unknown>>): boolean {
  const name = bareName(tool.name);
  if (!hasProperty(tool, 'operation')) return READING.has(name);
  return Object.hasOwn(READING_OPERATIONS, name) && (READING_OPERATIONS[name] ?? []).includes(String(args.operation));
}

/** Tools that a model may be shown. */
export const modelTools = (tools: readonly ListedTool[]): ListedTool[] =>
  tools.filter(
    (tool) =>
      mayModelCall(tool, {}) ||
      (hasProperty(tool, 'operation') && Object.hasOwn(READING_OPERATIONS, bareName(tool.name))),
  );
