import { z } from 'zod';
import { errorSchema } from '../../evidence/wire/document.js';
import { OPERATIONS } from '../operations.js';

/** The OpenAPI 3.1 document, whose schemas are JSON Schema, so it is the table of operations written out. */
export function openApiDocument(version: string): Record<string, unknown> {
  const paths: Record<string, unknown> = {};
  for (const [name, { summary, request, reply }] of Object.entries(OPERATIONS)) {
    paths[`/api/v1/${name}`] = {
      post: {
        operationId: name,
        summary,
        requestBody: { required: true, content: json(schema(request, 'input')) },
        responses: { 200: { description: 'Done.', content: json(schema(reply, 'output')) }, ...ERRORS },
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
      schemas: { Error: schema(z.object({ error: errorSchema }), 'output') },
      responses: {
        Error: {
          description: 'What happened, and the next step that would work.',
          content: json({ $ref: '#/components/schemas/Error' }),
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

function schema(type: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema, ...rest } = z.toJSONSchema(type, { io });
  return rest;
}
