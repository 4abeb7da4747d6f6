import { describe, expect, it } from 'vitest';
import { pageEvidence } from '../src/pipeline/page-evidence.js';
import { prove } from '../src/pipeline/prove.js';
import { limitsFrom } from '../src/sources/limits.js';
import { openPdf } from '../src/sources/pdf/open.js';
import { counterExamples } from './support/counter-examples.js';

describe('a text on a page', () => {
  it.each(counterExamples().map((example) => [`${example.name}: ${example.expected}`, example] as const))(
    '%s',
    async (_name, { bytes, text, expected }) => {
      const source = await openPdf(bytes, limitsFrom({}));
      try {
        const evidence = pageEvidence(await source.painted(0), JSON.parse(await source.witness(0)));
        // What is kept of it must be plain JSON.
        const { proven, refused, occurrences } = prove(JSON.parse(JSON.stringify(evidence)), text);
        const found = proven ? ['proven'] : refused;
        expect(found, JSON.stringify(occurrences[0])).toContain(expected);
      } finally {
        await source.close();
      }
    },
  );
});
