import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type ErrorWire, GroundglassError, toGroundglassError } from '../evidence/errors.js';
import type { AskReply } from '../evidence/wire/ask.js';
import { type EvalReply, type EvalSet, evalSetSchema } from '../evidence/wire/eval.js';
import { type AddProgress, add } from '../library/add.js';
import { Library } from '../library/library.js';
import { isDamage, objectPath } from '../store/objects.js';
import { ask } from './ask.js';
import { forgeriesOf } from './eval/forgeries.js';
import { misleadingQuestions } from './eval/misleading-questions.js';
import { verifierOf } from './verify.js';

export interface EvalOptions {
  readonly environment?: NodeJS.ProcessEnv;
  readonly onProgress?: (progress: AddProgress) => void;
  readonly signal?: AbortSignal;
}

/**
 * Asks every question of a set, in a library of its own that is thrown away after. Every right answer is verified, and
 * changed by rule into what must not pass: questions that the source does not answer, forged answers, damaged objects.
 *
 * @param folder that the paths of the set start from
 * @throws GroundglassError `bad_argument` for what is no set; what adding a source throws
 */
export async function evaluate(set: unknown, folder: string, options: EvalOptions = {}): Promise<EvalReply> {
  const parsed = evalSetSchema.safeParse(set);
  if (!parsed.success) {
    throw new GroundglassError(
      'bad_argument',
      'This is no set of questions.',
      'See docs/answers.md for what a set holds.',
      {
        issues: parsed.error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.')}: ${message}`),
      },
    );
  }
  const own = await mkdtemp(join(tmpdir(), 'groundglass-eval-'));
  const library = Library.open(own, { ...options, create: true });
  try {
    return await new Evaluation(library, options).run(parsed.data, folder);
  } finally {
    await library.close();
    await rm(own, { recursive: true, force: true });
  }
}

type Item = EvalSet['items'][number];

class Evaluation {
  private readonly tally = {
    answerable: 0,
    exact: 0,
    covered: 0,
    counter_examples: 0,
    escapes: 0,
    abstained_rightly: 0,
    abstained_wrongly: 0,
  };
  private readonly failures: EvalReply['failures'] = [];
  private readonly rules: EvalReply['rules'] = {};

  constructor(
    private readonly library: Library,
    private readonly options: EvalOptions,
  ) {}

  async run({ items }: EvalSet, folder: string): Promise<EvalReply> {
    let done = 0;
    for (const source of new Set(items.map((item) => item.source))) {
      const doc = await this.added(source, folder);
      const exact: { item: Item; reply: AskReply }[] = [];
      for (const item of items.filter((one) => one.source === source)) {
        this.options.signal?.throwIfAborted();
        const reply = await ask(this.library, { question: item.question, doc });
        if (this.judge(item, reply)) exact.push({ item, reply });
        done += 1;
        this.options.onProgress?.({ path: source, stage: 'answering', done, total: items.length });
      }
      await this.mislead(exact, doc);
      await this.forge(exact, doc);
      await this.damage(exact, doc);
    }
    return { ...this.tally, failures: this.failures, rules: this.rules };
  }

  private async added(source: string, folder: string): Promise<string> {
    const { documents, failed } = await add(this.library, { paths: [resolve(folder, source)] }).catch((thrown) => {
      throw aboutSource(source, toGroundglassError(thrown).toWire());
    });
    const [failure] = failed;
    if (failure) throw aboutSource(source, failure.error as ErrorWire);
    const [document] = documents;
    if (document !== undefined && documents.length === 1) return document.digest;
    const message = `${source} holds ${documents.length} documents; a question is about one.`;
    throw new GroundglassError('bad_argument', message, 'Name one file as the source of each question.');
  }

  /** Whether the answer is the expected one. */
  private judge({ source, question, expect }: Item, reply: AskReply): boolean {
    const got = reply.status === 'answered' ? `${reply.value} ${reply.unit ?? ''}` : String(reply.reason);
    const fail = (rule: string): false => {
      this.failures.push({ source, question, rule, got });
      return false;
    };
    if ('reasons' in expect) {
      this.count('a question without an answer', reply.status === 'answered');
      if (reply.status === 'answered') return fail('must be abstained');
      const isRight = expect.reasons.length === 0 || expect.reasons.some((reason) => reason === reply.reason);
      this.tally[isRight ? 'abstained_rightly' : 'abstained_wrongly'] += 1;
      return isRight ? false : fail(`must be abstained as ${expect.reasons.join(' or ')}`);
    }
    this.tally.answerable += 1;
    if (reply.status === 'abstained') {
      this.tally.abstained_wrongly += 1;
      return fail(`must be ${expect.value}`);
    }
    this.tally.covered += 1;
    const isExact = reply.value === expect.value && (expect.unit === undefined || reply.unit === expect.unit);
    if (!isExact) return fail(`must be ${expect.value} ${expect.unit ?? ''}`);
    this.tally.exact += 1;
    return true;
  }

  private async mislead(exact: readonly { item: Item; reply: AskReply }[], doc: string): Promise<void> {
    for (const { item, reply } of exact) {
      for (const { rule, question } of misleadingQuestions(item.question, reply.unit)) {
        const misled = await ask(this.library, { question, doc });
        const got = `${misled.value} ${misled.unit ?? ''}`;
        if (this.count(rule, misled.status === 'answered'))
          this.failures.push({ source: item.source, question, rule, got });
      }
    }
  }

  private async forge(exact: readonly { item: Item; reply: AskReply }[], doc: string): Promise<void> {
    const verify = verifierOf(this.library, await this.library.find(doc));
    const replies = exact.map(({ reply }) => reply);
    for (const { item, reply } of exact) {
      const { verified, checks } = await verify(reply);
      if (!verified) {
        this.tally.exact -= 1;
        const why = checks.find(({ ok }) => !ok)?.why ?? '';
        this.failures.push({ source: item.source, question: item.question, rule: 'must be verified', got: why });
      }
      for (const forgery of forgeriesOf(reply, replies)) {
        const passed = (await verify(forgery.reply)).verified;
        if (this.count(forgery.rule, passed))
          this.failures.push({ source: item.source, question: item.question, rule: forgery.rule, got: 'verified' });
      }
    }
  }

  /** One bit of an object that answers stand on is turned: the next answer must be refused by that object's name. */
  private async damage(exact: readonly { item: Item; reply: AskReply }[], doc: string): Promise<void> {
    const done = new Set<string>();
    for (const { item, reply } of exact) {
      const [citation] = reply.citations;
      for (const digest of citation === undefined ? [] : [citation.ir, citation.svg, citation.receipt]) {
        if (done.has(digest)) continue;
        done.add(digest);
        const path = join(this.library.root, objectPath(digest));
        const bytes = await readFile(path);
        await writeFile(path, flipped(bytes));
        const told = await ask(this.library, { question: item.question, doc }).then(() => false, isDamage);
        await writeFile(path, bytes);
        // What was found damaged is made anew before the next object is.
        await ask(this.library, { question: item.question, doc });
        if (this.count('a bit of an object', !told))
          this.failures.push({ source: item.source, question: item.question, rule: 'a bit of an object', got: digest });
      }
    }
  }

  /** Notes a counter-example. @returns whether it escaped */
  private count(rule: string, escaped: boolean): boolean {
    this.tally.counter_examples += 1;
    if (escaped) this.tally.escapes += 1;
    const { made, escaped: before } = this.rules[rule] ?? { made: 0, escaped: 0 };
    this.rules[rule] = { made: made + 1, escaped: before + Number(escaped) };
    return escaped;
  }
}

const aboutSource = (source: string, { code, message, next_step, details }: ErrorWire): GroundglassError =>
  new GroundglassError(code, `${source}: ${message}`, next_step, details);

function flipped(bytes: Uint8Array): Uint8Array {
  const changed = Uint8Array.from(bytes);
  const middle = Math.floor(changed.length / 2);
  changed[middle] = (changed[middle] as number) ^ 1;
  return changed;
}
