import { z } from 'zod';
import { adviceCandidateSchema, adviceSchema } from '../../evidence/wire/advice.js';
import { documentSchema, errorSchema, warningSchema } from '../../evidence/wire/document.js';
import { locatorSchema, wireBoxSchema } from '../../evidence/wire/locator.js';
import { hitSchema } from '../../evidence/wire/search.js';
import { OPERATIONS } from '../operations.js';

/** Parts of several replies, written once. None has a default, so each is the same in requests and replies. */
const SHARED: Readonly<Record<string, z.ZodType>> = {
  Box: wireBoxSchema,
  Locator: locatorSchema,
  Hit: hitSchema,
  Advice: adviceSchema,
  AdviceCandidate: adviceCandidateSchema,
  Document: documentSchema,
  Warning: warningSchema,
  ErrorFacts: errorSchema,
};

/** The OpenAPI 3.1 document, whose schemas are JSON Schema, so it is the table of operations written out. */
export function openApiDocument(version: string): Record<string, unknown> {
  const paths: Record<string, unknown> = {};
  for (const [name, { summary }] of Object.entries(OPERATIONS)) {
    paths[`/api/v1/${name}`] = {
      post: {
        operationId: name,
        summary,
        requestBody: { required: true, content: json(reference(`${name}_request`)) },
        responses: { 200: { description: 'Done.', content: json(reference(`${name}_reply`)) }, ...ERRORS },
      },
    };
  }
  paths['/api/v1/pictures/{name}'] = {
    get: {
      operationId: 'picture',
      summary: 'The bytes of a picture that render or image has made, while they are in the cache.',
      parameters: [
        {
          name: 'name',
          in: 'path',
          required: true,
          description: 'base name of `file` in the reply',
          schema: { type: 'string', pattern: '^[0-9a-f]{64}\\.(png|jpg|gif|webp)$' },
        },
      ],
      responses: { 200: { description: 'The picture.', content: { 'image/*': {} } }, ...ERRORS },
    },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Groundglass', version, license: { name: 'MIT', identifier: 'MIT' } },
    paths,
    components: {
      schemas: {
        ...schemas('request', 'input'),
        ...schemas('reply', 'output'),
        Error: { type: 'object', properties: { error: reference('ErrorFacts') }, required: ['error'] },
      },
      responses: {
        Error: {
          description: 'What happened, and the next step that would work.',
          content: json(reference('Error')),
        },
      },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
    // With a token where the server has one, without where it has none.
    security: [{}, { token: [] }],
  };
}

const ERRORS = Object.fromEntries(
  ['400', '401', '403', '404', '409', '413', '422', '500', '502', '503'].map((status) => [
    status,
    { $ref: '#/components/responses/Error' },
  ]),
);

const json = (content: unknown): Record<string, unknown> => ({ 'application/json': { schema: content } });

const reference = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });

/** The requests or the replies of all operations, and what they share. */
function schemas(side: 'request' | 'reply', io: 'input' | 'output'): Record<string, unknown> {
  const registry = z.registry<{ id: string }>();
  for (const [id, type] of Object.entries(SHARED)) registry.add(type, { id });
  const named = Object.entries(OPERATIONS).map(([name, operation]) => ({
    id: `${name}_${side}`,
    type: operation[side],
  }));
  // Some operations have the same reply, which has one name in a registry: those are pointed to it.
  for (const { id, type } of named) if (!registry.has(type)) registry.add(type, { id });
  const written = z.toJSONSchema(registry, { io, uri: (id) => reference(id).$ref, override }).schemas;
  function override({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
    // A reply may get further keys; who generates a client from this is not to refuse them.
    if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  }
  return Object.fromEntries([
    ...Object.entries(written).map(([id, { $schema, $id, ...schema }]) => [id, schema]),
    ...named.filter(({ id }) => !(id in written)).map(({ id, type }) => [id, reference(registry.get(type)?.id ?? id)]),
  ]);
}
