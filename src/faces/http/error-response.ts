import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { GroundglassError } from '../../evidence/errors.js';

/** Seconds after which a library that was busy is worth another try. */
const RETRY_AFTER_S = 1;

/** The answer to a request that is wrong as such, whatever the library holds. */
export function errorResponse(
  context: Context,
  status: ContentfulStatusCode,
  message: string,
  nextStep: string,
): Response {
  return sendError(context, status, new GroundglassError('bad_argument', message, nextStep));
}

export function sendError(context: Context, status: ContentfulStatusCode, error: GroundglassError): Response {
  // What is left of a body that was too large is not read: the connection is of no more use.
  if (status === 413) context.header('Connection', 'close');
  if (error.code === 'library_busy') context.header('Retry-After', String(RETRY_AFTER_S));
  return context.json({ error: error.toWire() }, status);
}
