/** A PNG as chat completions take it. */
export const pictureUrl = (png: Uint8Array): string => `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
