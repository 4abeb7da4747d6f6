import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';

/**
 * A request schema as the tool list shows it. What a caller gives is passed on unchecked, because the face checks it itself:
 * the SDK's own refusal would be a bare text, not an error with a code and a next step.
 */
export function listedSchema(request: z.ZodType): StandardSchemaWithJSON<unknown, Record<string, unknown>> {
  const listed = compact(z.toJSONSchema(request, { io: 'input' }), 0) as Record<string, unknown>;
  return {
    '~standard': {
      version: 1,
      vendor: 'groundglass',
      validate: (value) => ({ value: value as Record<string, unknown> }),
      jsonSchema: { input: () => listed, output: () => listed },
    },
  };
}

/** Objects deeper than this were made by an earlier reply and are passed on whole: a model needs no description of them. */
const DESCRIBED_DEPTH = 1;
/** Bounds are held, and the error of whoever passes them tells them; in a list that is read with every request they cost a fifth. */
const BOUNDS = ['minimum', 'maximum', 'exclusiveMinimum', 'minLength', 'maxLength'] as const;

/**
 * The same schema in fewer bytes, and in words that every host takes: several refuse arrays without `items`, as tuples are.
 * @param depth objects around this one
 */
function compact(node: unknown, depth: number): unknown {
  if (Array.isArray(node)) return node.map((part) => compact(part, depth));
  if (typeof node !== 'object' || node === null) return node;
  const { $schema, prefixItems, ...schema } = node as Record<string, unknown>;
  if (Array.isArray(prefixItems)) schema.items = prefixItems[0];
  if (schema.type !== 'object') for (const bound of BOUNDS) delete schema[bound];
  // Of how many a list may have, only that it has just so many is worth saying, as of a box.
  if (schema.minItems !== schema.maxItems) for (const bound of ['minItems', 'maxItems']) delete schema[bound];
  if (schema.default === false || (Array.isArray(schema.default) && schema.default.length === 0)) delete schema.default;
  // What stands inside an option goes by its names.
  if (depth > DESCRIBED_DEPTH) delete schema.description;
  if (schema.type === 'array') return { ...schema, items: compact(schema.items, depth + 1) };
  if (schema.type !== 'object') return mapped(schema, depth);
  const { properties, required, additionalProperties, ...rest } = schema;
  if (depth > 0) return rest;
  return {
    ...rest,
    properties: mapped(properties as Record<string, unknown>, depth + 1),
    ...(required === undefined ? {} : { required }),
  };
}

const mapped = (record: Record<string, unknown>, depth: number): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, compact(value, depth)]));
