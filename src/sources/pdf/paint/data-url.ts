export const dataUrl = (type: 'png' | 'jpeg', bytes: Uint8Array): string =>
  `data:image/${type};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')}`;
