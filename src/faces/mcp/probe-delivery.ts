import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { GroundglassError } from '../../evidence/errors.js';
import type { Delivery, HostSupport } from '../../evidence/wire/picture.js';
import type { Connection } from './connection.js';
import { drawNonce } from './nonce-picture.js';

export const PROBE_DESCRIPTION =
  'Establish whether pictures reach you. Without arguments: a small picture with 6 random letters and digits. Then call again with ' +
  'probe and, as answer, what you see in it. If you see no picture, do not guess: take pictures as not shown to you.';

export const probeRequestSchema = z
  .object({
    probe: z.string().max(100).optional().describe('id from the first call'),
    answer: z.string().max(100).optional(),
  })
  .refine((request) => (request.probe === undefined) === (request.answer === undefined), {
    message: 'probe and answer go together; give neither to start',
  });
type ProbeRequest = z.infer<typeof probeRequestSchema>;

// A type, not an interface: it is passed on as a record of JSON values.
type ProbeReply = {
  readonly probe: string;
  /** `wrong` leaves the host's support unknown: it proves nothing but that this answer was not read off the picture. */
  readonly status: 'sent' | 'right' | 'wrong';
  readonly image_delivery_method: Delivery;
  readonly host_image_support: HostSupport;
  readonly model_visual_understanding_verified: false;
  readonly next_step: string;
};

/** Draws a nonce that only a seen picture tells, or holds an answer against it. The nonce appears in pixels alone. */
export async function probeDelivery(
  request: ProbeRequest,
  configured: HostSupport,
  connection: Connection | null,
): Promise<{ reply: ProbeReply; content: CallToolResult['content'] }> {
  if (connection === null) {
    throw new GroundglassError(
      'unsupported_operation',
      'This transport keeps nothing between requests, so what a probe shows could not be remembered.',
      'Connect over stdio or with an MCP session, or have the server started with images attached; take pictures as links till then.',
    );
  }
  if (configured === 'unsupported') {
    throw new GroundglassError(
      'unsupported_operation',
      'This host is configured as one that can not take pictures, so none is sent to it, not even to probe it.',
      'Use the file or the link of a picture, or tell the user that you can not see it.',
    );
  }
  const supportNow = (): HostSupport => (configured === 'unknown' && connection.verified ? 'verified' : configured);
  if (request.probe !== undefined && request.answer !== undefined) {
    const { right, wrongAnswers } = connection.answerProbe(request.probe, request.answer);
    const status = right ? 'right' : 'wrong';
    return {
      reply: probeReply(request.probe, status, 'none', supportNow(), nextStep(right, wrongAnswers)),
      content: [],
    };
  }
  const { probe, nonce } = connection.openProbe();
  const data = Buffer.from(await drawNonce(nonce)).toString('base64');
  return {
    reply: probeReply(
      probe,
      'sent',
      'mcp_image_content',
      supportNow(),
      'Call probe_delivery with this probe and the 6 signs that you see in the picture as answer. If you see no picture, do not guess.',
    ),
    content: [{ type: 'image', data, mimeType: 'image/png' }],
  };
}

function nextStep(right: boolean, wrongAnswers: number): string {
  if (right) return 'Pictures reach you in this connection; with images set to auto they are attached from now on.';
  if (wrongAnswers === 1) {
    return 'That is not what the picture shows. If you did see it, call probe_delivery again for a new one; if you saw none, this host drops pictures.';
  }
  return 'Wrong again: most likely this host drops pictures from tool results without a word. Take pictures as not shown to you: use their file or link, or tell the user.';
}

const probeReply = (
  probe: string,
  status: ProbeReply['status'],
  delivery: Delivery,
  support: HostSupport,
  next: string,
): ProbeReply => ({
  probe,
  status,
  image_delivery_method: delivery,
  host_image_support: support,
  model_visual_understanding_verified: false,
  next_step: next,
});
