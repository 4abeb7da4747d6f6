/**
 * Whether an upstream's refusal means that its model takes no pictures (there). Known from the words of APIs and servers;
 * a refusal for another reason (a picture that is broken or too large, a limit of rate) is none.
 *
 * @param status HTTP status
 * @param body of the reply, or the data of an error event in a stream
 */
export function meansNoPictures(status: number, body: string): boolean {
  return REFUSING.has(status) && SAYINGS.some((saying) => saying.test(body));
}

const REFUSING = new Set([200, 400, 404, 415, 422, 500, 501]);

const SAYINGS: readonly RegExp[] = [
  /SESSION_VISUAL_CONTEXT_UNSUPPORTED/,
  /unknown variant[\s\S]{0,4}`?(?:image_url|image|input_image)`?[\s\S]{0,60}expected[\s\S]{0,40}`?text/i,
  /no endpoints? found that supports? image input/i,
  /(?:does|do)(?: not|n.t) (?:currently )?(?:support|accept|take|process) (?:any )?(?:image|picture|vision|multi-?modal)/i,
  /(?:image|vision|multi-?modal)(?: input| content|_url| inputs)?s? (?:is|are) (?:not|n.t) (?:supported|allowed|enabled|available)/i,
  /`?input_image`? is not supported/i,
  /image_url is only supported by certain models/i,
  /only text (?:input|content)s? (?:is|are) supported/i,
  /text-only model/i,
  /not a (?:multi-?modal|vision) model/i,
  /images? in tool (?:result|message|response)s? (?:is|are) not supported/i,
  /content type[\s\S]{0,20}image[\s\S]{0,40}not (?:supported|allowed)/i,
];
