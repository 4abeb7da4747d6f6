import { z } from 'zod';
import { SEVERITIES } from '../../evidence/wire/review.js';
import { jsonIn } from '../../models/json-in.js';

/** No drawing coordinate is larger; what overflows on the way is no place. */
const coordinate = z.number().min(-1e12).max(1e12);
const four = z.tuple([coordinate, coordinate, coordinate, coordinate]);

/** A finding as a model writes it, taken generously: whatever it says is a proposal. */
const modelIssueSchema = z.object({
  category: z.string().min(1).max(100),
  severity: z.string().max(40).nullish(),
  statement: z.string().trim().min(1).max(1_000),
  evidence: z.object({
    image: z.string().min(1).max(100),
    box: four.nullish(),
    region: four.nullish(),
    handle: z.string().max(40).nullish(),
  }),
});
export type ModelIssue = z.infer<typeof modelIssueSchema>;

/** What a model is told that its conclusion must look like: every key there, as endpoints that hold it to a shape want it. */
export const conclusionSchema = z.strictObject({
  issues: z.array(
    z.strictObject({
      category: z.string().describe('id of the checklist'),
      severity: z.enum(SEVERITIES),
      statement: z.string().describe('what is wrong, one sentence'),
      evidence: z.strictObject({
        image: z.string().describe('label of the picture that shows it'),
        box: z.array(z.number()).nullable().describe('x0, y0, x1, y1 in drawing coordinates'),
        region: z
          .array(z.number())
          .nullable()
          .describe('or x0, y0, x1, y1 as fractions of the picture from its top left'),
        handle: z.string().nullable().describe('of the entity, where a tool told one'),
      }),
    }),
  ),
});

/** Findings on one sheet from which on a model is rambling. */
const MAX_ISSUES = 200;

/** The parts of a conclusion, those of the right shape and the others; null where the message holds no conclusion. */
export function conclusionIn(
  message: string | null,
): { readonly issues: readonly ModelIssue[]; readonly broken: readonly unknown[] } | null {
  const found = z.object({ issues: z.array(z.unknown()) }).safeParse(jsonInText(message ?? ''));
  if (!found.success) return null;
  const issues: ModelIssue[] = [];
  const broken: unknown[] = found.data.issues.slice(MAX_ISSUES);
  for (const one of found.data.issues.slice(0, MAX_ISSUES)) {
    const parsed = modelIssueSchema.safeParse(one);
    if (parsed.success) issues.push(parsed.data);
    else broken.push(one);
  }
  return { issues, broken };
}

/** JSON that is the whole message, or stands in it between words: models like to explain. */
function jsonInText(message: string): unknown {
  const whole = jsonIn(message);
  if (whole !== undefined) return whole;
  const [from, to] = [message.indexOf('{'), message.lastIndexOf('}')];
  return from < 0 || to <= from ? undefined : jsonIn(message.slice(from, to + 1));
}
