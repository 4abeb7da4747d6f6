import { randomBytes, randomInt } from 'node:crypto';
import { GroundglassError } from '../../evidence/errors.js';
import { type Language, languageOf } from '../../evidence/notices.js';
import { NONCE_ALPHABET } from './nonce-picture.js';

/** 23 signs to the power of 6 is 148 million: five guesses are hopeless. */
const NONCE_LENGTH = 6;
const MOST_PROBES = 5;

/** What is known of one connection: whether its host shows pictures, and in which language its caller asks. */
export class Connection {
  private readonly unanswered = new Map<string, string>();
  private drawn = 0;
  private answeredRightly = false;
  private wrongAnswers = 0;
  private spoken: Language | undefined;

  /** Whether a probe was answered rightly in this very connection. */
  get verified(): boolean {
    return this.answeredRightly;
  }

  /** Language of the last query; undefined before the first. */
  get language(): Language | undefined {
    return this.spoken;
  }

  /** Notes the language of a query, where a request has one. */
  heard(query: unknown): void {
    if (typeof query === 'string' && query !== '') this.spoken = languageOf(query);
  }

  /** A fresh nonce and the id to answer it under; the id tells nothing of the nonce. */
  openProbe(): { probe: string; nonce: string } {
    if (this.drawn >= MOST_PROBES) {
      throw new GroundglassError(
        'unsupported_operation',
        `All ${MOST_PROBES} probes of this connection are used up.`,
        'Take pictures as not shown to you: use their file or link, or tell the user. A new connection starts afresh.',
        { probes: MOST_PROBES },
      );
    }
    this.drawn++;
    const probe = randomBytes(8).toString('hex');
    const nonce = Array.from({ length: NONCE_LENGTH }, () => NONCE_ALPHABET[randomInt(NONCE_ALPHABET.length)]).join('');
    this.unanswered.set(probe, nonce);
    return { probe, nonce };
  }

  /**
   * Holds an answer against its probe, which is spent by it.
   * @returns whether it is right, and how many were wrong so far
   * @throws GroundglassError `probe_unknown`
   */
  answerProbe(probe: string, answer: string): { right: boolean; wrongAnswers: number } {
    const nonce = this.unanswered.get(probe);
    this.unanswered.delete(probe);
    if (nonce === undefined) {
      throw new GroundglassError(
        'probe_unknown',
        'No open probe of this connection has that id.',
        'Each probe takes one answer, in the connection that drew it. Call probe_delivery without arguments for a new one.',
      );
    }
    const right = answer.replaceAll(/\s/g, '').toUpperCase() === nonce;
    if (right) this.answeredRightly = true;
    else this.wrongAnswers++;
    return { right, wrongAnswers: this.wrongAnswers };
  }
}
