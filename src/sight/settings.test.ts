import { describe, expect, it } from 'vitest';
import { sightSettings } from './settings.js';

describe('a setting of looking', () => {
  it('is read from the environment, else has its default', () => {
    expect(sightSettings({})).toMatchObject({
      imageMaxEdge: 1280,
      evidenceMaxImages: 12,
      inspectMaxTiles: 4,
      textHeightMm: 2,
    });
    const set = {
      GROUNDGLASS_IMAGE_MAX_EDGE: '768',
      GROUNDGLASS_TEXT_HEIGHT_MM: '2.5',
      GROUNDGLASS_INSPECT_MAX_TILES: '',
    };
    expect(sightSettings(set)).toMatchObject({ imageMaxEdge: 768, textHeightMm: 2.5, inspectMaxTiles: 4 });
  });

  it.each(['0', '-5', 'many', '1e9', 'NaN'])('of %s is an error that names its bounds', (value) => {
    expect(() => sightSettings({ GROUNDGLASS_IMAGE_MAX_EDGE: value })).toThrow(
      expect.objectContaining({ code: 'bad_argument', nextStep: expect.stringContaining('64 to 8192') }),
    );
  });
});
