import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ErrorClass, ErrorCode, GroundglassError } from '../../evidence/errors.js';

/** What went wrong, as an HTTP status. */
export const statusOf = (error: GroundglassError): ContentfulStatusCode => BY_CODE[error.code] ?? BY_CLASS[error.class];

const BY_CLASS: Readonly<Record<ErrorClass, ContentfulStatusCode>> = {
  bad_input: 400,
  too_large: 413,
  password_needed: 422,
  unsupported: 422,
  damaged_evidence: 409,
  missing_dependency: 503,
  upstream_refused: 502,
  internal: 500,
};

/** Codes that HTTP has a better word for than for their class. */
const BY_CODE: Partial<Readonly<Record<ErrorCode, ContentfulStatusCode>>> = {
  document_not_found: 404,
  library_busy: 503,
};
