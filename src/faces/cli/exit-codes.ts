import type { ErrorClass } from '../../evidence/errors.js';

/** 0 done · 1 finished with findings, a negative result or only partly · then by what went wrong. */
export const EXIT_PARTLY = 1;

const EXIT_CODES: Readonly<Record<ErrorClass, number>> = {
  bad_input: 2,
  too_large: 2,
  password_needed: 2,
  unsupported: 2,
  missing_dependency: 3,
  damaged_evidence: 4,
  upstream_refused: 5,
  internal: 5,
};

export const exitCodeOf = (errorClass: ErrorClass): number => EXIT_CODES[errorClass];

/** 128 + SIGINT, as shells report it. */
export const EXIT_INTERRUPTED = 130;
