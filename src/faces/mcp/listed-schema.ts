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
/** Bounds that only say "an integer of JavaScript". */
const NO_BOUND = Number.MAX_SAFE_INTEGER;

/**
 * The same schema in fewer bytes, and in words that every host takes: several refuse arrays without `items`, as tuples are.
 * @param depth objects around this one
 */
function compact(node: unknown, depth: number): unknown {
  if (Array.isArray(node)) return node.map((part) => compact(part, depth));
  if (typeof node !== 'object' || node === null) return node;
  const { $schema, prefixItems, ...schema } = node as Record<string, unknown>;
  if (Array.isArray(prefixItems)) schema.items = prefixItems[0];
  if (Math.abs(Number(schema.maximum)) === NO_BOUND) delete schema.maximum;
  if (Math.abs(Number(schema.minimum)) === NO_BOUND) delete schema.minimum;
  if (schema.type === 'array') return { ...schema, items: compact(schema.items, depth + 1) };
  if (schema.type !== 'object') return mapped(schema, depth);
  const { properties, required, additionalProperties, ...rest } = schema;
  if (depth > DESCRIBED_DEPTH) return rest;
  return {
    ...rest,
    properties: mapped(properties as Record<string, unknown>, depth + 1),
    ...(required === undefined ? {} : { required }),
  };
}

const mapped = (record: Record<string, unknown>, depth: number): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, compact(value, depth)]));
