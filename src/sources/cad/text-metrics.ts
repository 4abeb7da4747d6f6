const FULL =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/;
const DESCENDS = /[gjpqyQ,;()[\]{}|_$@ÇçŞş]/;

/** How far a line of text reaches below its baseline and above it, in heights of a capital. */
export function extentOf(text: string): { readonly below: number; readonly above: number } {
  if (FULL.test(text)) return { below: DESCENDS.test(text) ? 0.3 : 0.15, above: 1.05 };
  return { below: DESCENDS.test(text) ? 0.3 : 0, above: 1 };
}
