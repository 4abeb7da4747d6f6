import { z } from 'zod';
import { ABSTAIN_REASONS } from './ask.js';

/** Questions with what must come of each. */
export const evalSetSchema = z.object({
  items: z
    .array(
      z.object({
        source: z
          .string()
          .regex(/^[^\0]+$/u)
          .describe('path of the PDF, from the folder of the set'),
        question: z.string().min(1),
        expect: z.union([
          z.strictObject({ value: z.string().min(1), unit: z.string().nullable().optional() }),
          z.strictObject({ reasons: z.array(z.enum(ABSTAIN_REASONS)).describe('any of these; empty for any reason') }),
        ]),
      }),
    )
    .min(1),
});
export type EvalSet = z.infer<typeof evalSetSchema>;

const failureSchema = z.object({ source: z.string(), question: z.string(), rule: z.string(), got: z.string() });

const evalReplySchema = z.object({
  answerable: z.int().nonnegative().describe('questions that have an answer'),
  exact: z.int().nonnegative().describe('of these answered with the expected value and unit, and verified'),
  covered: z.int().nonnegative().describe('of these answered at all'),
  counter_examples: z.int().nonnegative().describe('changed questions, forged answers, damaged objects'),
  escapes: z.int().nonnegative().describe('of these let pass'),
  abstained_rightly: z.int().nonnegative().describe('questions without an answer, abstained for an expected reason'),
  abstained_wrongly: z.int().nonnegative().describe('answerable questions, or others for another reason'),
  failures: z.array(failureSchema).describe('everything that is not as expected'),
  rules: z.record(z.string(), z.object({ made: z.int(), escaped: z.int() })),
});
export type EvalReply = z.infer<typeof evalReplySchema>;
