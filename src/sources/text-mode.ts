/** What a text rendering mode paints (ISO 32000-1, table 106): 4 to 7 are 0 to 3 that add to the clip as well. */
export const modeFills = (mode: number): boolean => mode % 4 === 0 || mode % 4 === 2;
export const modeStrokes = (mode: number): boolean => mode % 4 === 1 || mode % 4 === 2;
export const modePaints = (mode: number): boolean => modeFills(mode) || modeStrokes(mode);
