// One picture, from the search to the credit on a slide, offline: the four providers are a server on this machine with pictures of its own.
// Takes the folder to work in, which is emptied; else demo-out/images.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DEMO_WORKS } from './images/demo-works.js';
import { startFixture } from './images/fixture-server.js';

const folder = process.argv[2] ?? fileURLToPath(new URL('../demo-out/images/', import.meta.url));
const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const fixture = await startFixture({ works: DEMO_WORKS });
const images = async (...args: string[]) => {
  const { stdout } = await promisify(execFile)(process.execPath, [cli, 'images', ...args, '--json'], {
    env: { ...process.env, ...fixture.env },
  });
  return JSON.parse(stdout);
};
try {
  const { review_sheet, candidate_total } = await images(
    'search',
    'harbour lighthouse',
    '--filename',
    'lighthouse.jpg',
    '--save-candidates',
    '-o',
    folder,
  );
  console.log(`found     ${candidate_total} candidates: look at ${relative('.', join(folder, review_sheet))}`);
  const { item } = await images('promote', '1', '--filename', 'lighthouse.jpg', '-o', folder);
  const slide = join(folder, 'slide.svg');
  const credit = `© ${item.author} / Wikimedia Commons / ${item.license_name}`;
  writeFileSync(
    slide,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720"><image href="lighthouse.jpg" width="1280" height="660"/><text x="24" y="696" font-size="14">${credit}</text></svg>\n`,
  );
  const { slides } = await images('check', slide, '--manifest', join(folder, 'image_sources.json'));
  console.log(`credit    ${item.attribution_text}`);
  console.log(`on slide  ${JSON.stringify(slides[0].images)}`);
  console.log(`manifest  ${readFileSync(join(folder, 'image_sources.json')).length} bytes`);
  console.log(`picture   ${relative('.', join(folder, 'lighthouse.jpg'))}`);
} finally {
  await fixture.close();
}
