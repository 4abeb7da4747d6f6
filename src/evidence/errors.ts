/** What the caller can do about an error. Faces map a class to an exit code or an HTTP status. */
export type ErrorClass =
  | 'bad_input'
  | 'too_large'
  | 'password_needed'
  | 'unsupported'
  | 'damaged_evidence'
  | 'missing_dependency'
  | 'upstream_refused'
  | 'internal';

/**
 * Every stable error code and its class. Codes are part of the public contract: they are never renamed, and
 * docs/errors.md lists each one (a test holds the two together).
 */
export const ERROR_CODES = {
  bad_argument: 'bad_input',
  file_not_found: 'bad_input',
  file_not_readable: 'bad_input',
  path_not_allowed: 'bad_input',
  file_empty: 'bad_input',
  file_damaged: 'bad_input',
  no_pages: 'bad_input',
  unsafe_path: 'bad_input',
  no_files: 'bad_input',
  document_not_found: 'bad_input',
  document_ambiguous: 'bad_input',
  page_out_of_range: 'bad_input',
  crop_outside_page: 'bad_input',
  chapter_not_found: 'bad_input',
  image_not_found: 'bad_input',
  probe_unknown: 'bad_input',
  address_refused: 'bad_input',
  bad_filename: 'bad_input',
  image_gate_failed: 'bad_input',
  license_changed: 'bad_input',
  library_busy: 'bad_input',
  interrupted: 'bad_input',
  file_too_large: 'too_large',
  too_many_pages: 'too_large',
  too_many_pixels: 'too_large',
  too_many_bytes: 'too_large',
  too_deep: 'too_large',
  too_slow: 'too_large',
  out_of_memory: 'too_large',
  disk_full: 'too_large',
  zip_bomb: 'too_large',
  password_needed: 'password_needed',
  unsupported_format: 'unsupported',
  unsupported_operation: 'unsupported',
  library_version: 'unsupported',
  content_encrypted: 'unsupported',
  object_damaged: 'damaged_evidence',
  object_missing: 'damaged_evidence',
  library_damaged: 'damaged_evidence',
  manifest_damaged: 'damaged_evidence',
  engine_missing: 'missing_dependency',
  cassette_missing: 'missing_dependency',
  key_missing: 'missing_dependency',
  upstream_refused: 'upstream_refused',
  rate_limited: 'upstream_refused',
  internal: 'internal',
} as const satisfies Record<string, ErrorClass>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** What an error looks like on the wire, the same over every face. */
export interface ErrorWire {
  code: ErrorCode;
  class: ErrorClass;
  message: string;
  next_step: string;
  details: Record<string, unknown>;
}

/** The one error type that leaves the core: what happened, and the next step that would work. */
export class GroundglassError extends Error {
  override readonly name = 'GroundglassError';
  readonly class: ErrorClass;

  /**
   * @param code stable code, see {@link ERROR_CODES}
   * @param message what happened, one sentence, no secrets
   * @param nextStep what the caller can do now
   * @param details machine-readable facts (limits, counts, names)
   */
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly nextStep: string,
    readonly details: Record<string, unknown> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.class = ERROR_CODES[code];
  }

  toWire(): ErrorWire {
    return {
      code: this.code,
      class: this.class,
      message: this.message,
      next_step: this.nextStep,
      details: this.details,
    };
  }

  /** Rebuilds an error that crossed a thread boundary. */
  static fromWire(wire: ErrorWire): GroundglassError {
    return new GroundglassError(wire.code, wire.message, wire.next_step, wire.details);
  }
}

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT']);

/** No room to write; what was published before is whole. */
export function diskFull(cause: unknown): GroundglassError {
  return new GroundglassError(
    'disk_full',
    'The disk is full: nothing more can be written to it.',
    'Free some room, then run the command again; what was published is whole.',
    {},
    { cause },
  );
}

/** What Node says where a module, or the native part of one, is not there. */
const MISSING_MODULE = new Set(['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND', 'ERR_DLOPEN_FAILED']);

/** Anything thrown, as a {@link GroundglassError}; what is not one already is a fault of ours (`internal`). */
export function toGroundglassError(thrown: unknown): GroundglassError {
  if (thrown instanceof GroundglassError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (thrown instanceof Error && 'code' in thrown && DISK_FULL.has(String(thrown.code))) return diskFull(thrown);
  if (thrown instanceof Error && 'code' in thrown && MISSING_MODULE.has(String(thrown.code))) {
    return new GroundglassError(
      'engine_missing',
      `A part of the program can't be loaded: ${message.split('\n')[0]}`,
      'Install the package again, for this machine and this version of Node.',
      {},
      { cause: thrown },
    );
  }
  return new GroundglassError(
    'internal',
    `Unexpected fault: ${message}`,
    'This is a bug: report it with the command and, if you can, the file.',
    {},
    { cause: thrown },
  );
}
