import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../../test/support/library-files.js';
import { PictureFolder } from './picture-folder.js';

it('gives each of many pictures kept at the same time a label of its own', async () => {
  const path = join(tempFolder(), '图片');
  const folders = [1, 2, 3, 4].map(() => new PictureFolder(path, { files: [], folders: [] }));
  const shown = (sheet: number) => ({ document: 'd', sheet, frame: 'page', visible_box: [0, 0, 1, 1] }) as const;
  const kept = await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      (folders[n % 4] as PictureFolder).keep(new Uint8Array([n]), { ...shown(n + 1), visible_box: [0, 0, 1, 1] }),
    ),
  );
  expect(new Set(kept.map(({ label }) => label)).size).toBe(24);
  expect(readdirSync(path)).toHaveLength(48);
  for (const [n, { label }] of kept.entries()) expect((await folders[0]?.find(label))?.sheet).toBe(n + 1);
});
