/** The JSON of a model's message, also where it was put into a code block; undefined for none. */
export function jsonIn(message: string): unknown {
  const text = message
    .trim()
    .replace(/^```(?:json)?\s*/iu, '')
    .replace(/\s*```$/u, '');
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
