import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyLicence, type RawLicence, requiresCredit, siteLicence } from './licences.js';

const free = (name: string) => ({ tier: 'no-attribution', name });
const credited = (name: string) => ({ tier: 'attribution-required', name });
const CC = 'https://creativecommons.org';

describe('a licence', () => {
  it.each<[RawLicence, object]>([
    [{ name: 'CC BY 2.0' }, credited('CC BY 2.0')],
    [{ name: 'CC BY 4.0', url: `${CC}/licenses/by/4.0` }, credited('CC BY 4.0')],
    [{ name: 'CC BY-SA 4.0', code: 'cc-by-sa-4.0' }, credited('CC BY-SA 4.0')],
    [{ name: 'CC-BY-SA-3.0' }, credited('CC BY-SA 3.0')],
    [{ name: 'CC BY-SA 3.0 de', url: `${CC}/licenses/by-sa/3.0/de/deed.en` }, credited('CC BY-SA 3.0 de')],
    [{ name: 'CC BY-SA 2.1 jp' }, credited('CC BY-SA 2.1 jp')],
    [{ name: 'CC BY 2.5 scotland' }, credited('CC BY 2.5 scotland')],
    [{ name: 'CC BY-SA 3.0 igo' }, credited('CC BY-SA 3.0 igo')],
    [{ name: 'ＣＣ　ＢＹ－ＳＡ　４．０' }, credited('CC BY-SA 4.0')],
    [{ name: 'Creative Commons Attribution-Share Alike 4.0 International' }, credited('CC BY-SA 4.0')],
    [{ name: 'Creative Commons Attribution 3.0 Unported License' }, credited('CC BY 3.0')],
    [{ code: 'cc-by-sa-3.0-migrated' }, credited('CC BY-SA 3.0')],
    [{ code: 'cc-by-sa-3.0-2.5-2.0-1.0' }, credited('CC BY-SA 3.0')],
    [{ code: 'cc-by-sa-1.0+' }, credited('CC BY-SA 1.0')],
    [{ code: 'by' }, credited('CC BY')],
    [{ code: 'by-sa', url: `${CC}/licenses/by-sa/4.0/` }, credited('CC BY-SA 4.0')],
    [{ url: 'http://creativecommons.org/licenses/by/2.0/legalcode' }, credited('CC BY 2.0')],
    [{ url: '//www.creativecommons.org/licenses/by-sa/3.0/de/deed.de' }, credited('CC BY-SA 3.0 de')],
    [{ name: 'CC BY-SA 3.0', url: 'https://commons.wikimedia.org/wiki/Licensing' }, credited('CC BY-SA 3.0')],
    [{ name: 'CC0' }, free('CC0')],
    [{ name: 'CC0 1.0 Universal (CC0 1.0) Public Domain Dedication' }, free('CC0')],
    [{ name: 'Creative Commons Zero' }, free('CC0')],
    [{ code: 'cc0', url: `${CC}/publicdomain/zero/1.0/deed.en` }, free('CC0')],
    [{ name: 'Public domain', url: `${CC}/publicdomain/zero/1.0/` }, free('CC0')],
    [{ name: 'Public domain' }, free('Public Domain')],
    [{ name: 'Public domain', code: 'pd' }, free('Public Domain')],
    [{ code: 'pdm', url: `${CC}/publicdomain/mark/1.0/` }, free('Public Domain')],
    [{ name: 'PD-old-100' }, free('Public Domain')],
    [{ name: 'Public domain', terms: 'India' }, free('Public Domain')],
  ])('%j may be used', (raw, licence) => {
    expect(classifyLicence(raw)).toMatchObject(licence);
  });

  it.each<[RawLicence, string]>([
    [{ name: 'CC BY-NC 4.0' }, 'license_noncommercial'],
    [{ name: 'CC BY-NC-SA 2.0' }, 'license_noncommercial'],
    [{ name: 'CC BY-ND 2.0' }, 'license_no_derivatives'],
    [{ code: 'by-nc' }, 'license_noncommercial'],
    [{ name: 'Creative Commons Attribution-NonCommercial 4.0' }, 'license_noncommercial'],
    [{ name: 'Attribution-NoDerivatives' }, 'license_no_derivatives'],
    [{ name: 'CC BY-NC or GFDL' }, 'license_noncommercial'],
    [{ name: 'CC BY 4.0', url: `${CC}/licenses/by-nc/4.0/` }, 'license_noncommercial'],
    [{ name: 'CC BY 4.0', url: `${CC}/licenses/by-nd/4.0/` }, 'license_no_derivatives'],
    [{ name: 'CC BY 4.0', code: 'cc-by-nc-4.0' }, 'license_noncommercial'],
    [{ name: 'CC BY 4.0', terms: 'Non-commercial use only' }, 'license_noncommercial'],
    [{ name: 'CC0', terms: 'All rights reserved' }, 'license_reserved'],
    [{ name: 'Fair use' }, 'license_reserved'],
    [{ name: 'CC BY-SA 4.0', url: `${CC}/licenses/by/4.0/` }, 'license_contradictory'],
    [{ name: 'CC BY 3.0', url: `${CC}/licenses/by/4.0/` }, 'license_contradictory'],
    [{ name: 'Public domain', url: `${CC}/licenses/by/4.0/` }, 'license_contradictory'],
    ...[
      ...[
        'GODL-India',
        'GFDL',
        'GFDL 1.2',
        'FAL',
        'No restrictions',
        'Copyrighted free use',
        'Attribution',
        'MIT',
        'OGL 3',
      ],
      ...[
        'KOGL Type 1',
        'sampling+',
        'by',
        'by-sa',
        'mark',
        'Not in the public domain',
        'public domain? unclear',
        'CC',
        'CC BY 4.0 ?not',
        'CC BYE 4.0',
      ],
      ...[
        'CC BY-SA 3.0,GFDL',
        'Pexels License',
        'cc by sa 4.0 mars',
        '署名-非商业性使用',
        'cc0-like',
        'unknown',
        'pdf',
      ],
    ].map((name): [RawLicence, string] => [{ name }, 'license_not_accepted']),
    [{ code: 'sampling+' }, 'license_not_accepted'],
    [{ name: 'See page', url: `${CC}/licenses/by/4.0/` }, 'license_not_accepted'],
    [{ url: `${CC}/licenses/sampling+/1.0/` }, 'license_not_accepted'],
    [{ url: 'https://evil.example/creativecommons.org/licenses/by/4.0/' }, 'license_not_accepted'],
    [{ url: 'https://creativecommons.org.evil.example/licenses/by/4.0/' }, 'license_not_accepted'],
    [{}, 'license_missing'],
    [{ name: '  ', url: null, code: '' }, 'license_missing'],
  ])('%j is refused', (raw, reason) => {
    expect(classifyLicence(raw)).toBe(reason);
  });

  it('is told by whole words: letters of other words around it allow nothing', () => {
    const letters = fc.stringMatching(/^[a-z]{1,6}$/);
    const known = fc.constantFrom('cc by 4.0', 'cc by-sa 3.0', 'cc0', 'public domain');
    fc.assert(
      fc.property(letters, known, letters, (before, name, after) => {
        expect(classifyLicence({ name: `${before}${name}${after}` })).toBeTypeOf('string');
      }),
    );
  });

  it('with NC or ND in any part is refused, whatever the others say', () => {
    const good = { name: 'CC BY 4.0', url: `${CC}/licenses/by/4.0/`, code: 'by' };
    const bad = fc.constantFrom('nc', 'ND', 'NonCommercial', 'non-commercial', 'NoDerivs', 'No Derivative Works');
    fc.assert(
      fc.property(fc.constantFrom('name', 'code', 'terms'), bad, (part, word) => {
        expect(classifyLicence({ ...good, [part]: `CC BY-${word} 4.0` })).toMatch(/noncommercial|no_derivatives/);
      }),
    );
  });

  it('gets the address of its text where the provider gives none', () => {
    expect(classifyLicence({ name: 'CC BY-SA 3.0 de' })).toHaveProperty('url', `${CC}/licenses/by-sa/3.0/de/`);
    expect(classifyLicence({ name: 'CC BY' })).toHaveProperty('url', '');
    expect(classifyLicence({ name: 'Public domain' })).toHaveProperty('url', '');
  });

  it('asks for no credit where the terms of the API do', () => {
    expect([siteLicence('pexels').tier, requiresCredit('pexels')]).toEqual(['no-attribution', true]);
    expect([requiresCredit('pixabay'), requiresCredit('openverse'), requiresCredit('wikimedia')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
