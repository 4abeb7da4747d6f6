import { z } from 'zod';
import { GroundglassError } from '../evidence/errors.js';
import { RULES, type Rule, SEVERITIES, type Severity } from '../evidence/wire/review.js';
import { BUILT_IN_CATEGORIES } from './checklist-data.js';
import type { Worded } from './words.js';

/** One kind of thing that a review looks for. */
export interface Category {
  readonly id: string;
  /** Of what is found under it, where nothing more exact is said. */
  readonly severity: Severity;
  readonly title: Worded;
  /** What to look for, each a sentence of its own. */
  readonly lookFor: readonly Worded[];
  /** Other names that models give it, normalised as by {@link categoryOf}. */
  readonly aliases: readonly string[];
}

/** What a review looks for, and how its deterministic checks are set. */
export interface Checklist {
  readonly categories: readonly Category[];
  readonly checks: CheckSettings;
}

export interface CheckSettings {
  readonly off: readonly Rule[];
  /** Height of capitals on paper. */
  readonly minTextHeightMm: number;
  /** Texts that stand for one still to be written, besides those that are known. */
  readonly placeholders: readonly string[];
}

/** Height of the smallest letters and digits of plotted drawings (GB/T 14691-1993, which also has 1.8, and GB/T 50001). */
const MIN_TEXT_HEIGHT_MM = 2.5;

export const DEFAULT_CHECKLIST: Checklist = {
  categories: BUILT_IN_CATEGORIES,
  checks: { off: [], minTextHeightMm: MIN_TEXT_HEIGHT_MM, placeholders: [] },
};

const words = z.union([
  z.string().trim().min(1).max(500),
  z.strictObject({ en: z.string().trim().min(1).max(500), zh: z.string().trim().min(1).max(500) }),
]);

/** A user's rules: categories of their own, more to look for in those that there are, and settings of the checks. */
const rulesFileSchema = z.strictObject({
  categories: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'small letters, digits and _, at most 40'),
        severity: z.enum(SEVERITIES).optional(),
        title: words.optional(),
        look_for: z.array(words).min(1).max(50),
      }),
    )
    .max(40)
    .default([]),
  checks: z
    .strictObject({
      off: z.array(z.enum(RULES)).default([]),
      min_text_height_mm: z.number().min(0.1).max(50).default(MIN_TEXT_HEIGHT_MM),
      placeholders: z.array(z.string().trim().min(1).max(100)).max(200).default([]),
    })
    .prefault({}),
});

/**
 * The built-in checklist with a user's rules added: a category that there is already gets more to look for, and may change its
 * severity.
 *
 * @throws GroundglassError `bad_argument` naming what is wrong
 */
export function withRules(value: unknown, path: string): Checklist {
  const parsed = rulesFileSchema.safeParse(value);
  if (!parsed.success) {
    const faults = parsed.error.issues
      .slice(0, 5)
      .map(({ path: at, message }) => `${at.join('.') || 'the file'}: ${message}`);
    throw new GroundglassError(
      'bad_argument',
      `${path} holds no rules that can be used (${faults.join('; ')}).`,
      'Write it as in docs/review.md: {"categories": [{"id", "severity", "title", "look_for": […]}], "checks": {…}}.',
      { faults },
    );
  }
  const categories = new Map(BUILT_IN_CATEGORIES.map((category) => [category.id, category]));
  for (const { id, severity, title, look_for } of parsed.data.categories) {
    const known = categories.get(id);
    categories.set(id, {
      id,
      severity: severity ?? known?.severity ?? 'major',
      title: title === undefined ? (known?.title ?? worded(id.replaceAll('_', ' '))) : worded(title),
      lookFor: [...(known?.lookFor ?? []), ...look_for.map(worded)],
      aliases: known?.aliases ?? [],
    });
  }
  const { off, min_text_height_mm: minTextHeightMm, placeholders } = parsed.data.checks;
  return { categories: [...categories.values()], checks: { off, minTextHeightMm, placeholders } };
}

const worded = (text: string | Worded): Worded => (typeof text === 'string' ? { en: text, zh: text } : text);

/** Everything that fits nowhere else. */
const OTHER = 'other';

/** The category that a model's word for it means; the catch-all where it means none. */
export function categoryOf({ categories }: Checklist, name: string): Category {
  const plain = name
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[\s/,&-]+/gu, '_');
  const found = categories.find(
    ({ id, title, aliases }) =>
      id === plain ||
      aliases.includes(plain) ||
      Object.values(title).some((one) => one.toLowerCase() === name.trim().toLowerCase()),
  );
  return found ?? (categories.find(({ id }) => id === OTHER) as Category);
}
