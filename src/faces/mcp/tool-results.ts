import type { CallToolResult } from '@modelcontextprotocol/server';
import { type GroundglassError, toGroundglassError } from '../../evidence/errors.js';

/** The reply twice, as the protocol asks: for hosts that read the structure, and as text for those that don't. */
export const result = (
  reply: Record<string, unknown>,
  content: CallToolResult['content'] = [],
  text = JSON.stringify(reply),
): CallToolResult => ({
  content: [{ type: 'text', text }, ...content],
  structuredContent: reply,
});

/** What a call gives, its error as a result that a model can act on. */
export async function answered(work: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await work();
  } catch (thrown) {
    const error: GroundglassError = toGroundglassError(thrown);
    return { ...result({ error: error.toWire() }), isError: true };
  }
}

/** Models fill options that they don't use with null. */
export const withoutNulls = (input: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
