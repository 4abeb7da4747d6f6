import { describe, expect, it } from 'vitest';
import { box } from '../../evidence/boxes.js';
import type { SheetPlan } from '../../sight/plan-sheet.js';
import { sightSettings } from '../../sight/settings.js';
import type { SheetBox } from '../../sight/sheet.js';
import { Eye } from './eye.js';

/** A plan of six tiles on a sheet that counts how many pictures it draws at once, the first ones slowest. */
function countingPlan() {
  const drawn = { now: 0, most: 0, all: 0 };
  const tiles = Array.from({ length: 6 }, (_, i) => ({ label: `tile-${i}`, level: 'seen', visible: at(i), zoom: 1 }));
  const render = async (window: SheetBox) => {
    drawn.now += 1;
    drawn.all += 1;
    drawn.most = Math.max(drawn.most, drawn.now);
    for (let turns = 20 - 3 * window[0]; turns > 0; turns -= 1) await Promise.resolve();
    drawn.now -= 1;
    return { bytes: Uint8Array.of(window[0]), widthPx: 1, heightPx: 1 };
  };
  const sheet = { render, toSource: (b: SheetBox) => b };
  return { plan: { tiles, sheet } as unknown as SheetPlan, drawn };
}

const at = (i: number): SheetBox => box('sheet', i, 0, i + 1, 1);
const eyeOn = (plan: SheetPlan, atOnce: number): Eye => new Eye(plan, sightSettings({}), () => null, atOnce);

describe('the pictures of a plan', () => {
  it.each([1, 2])('are drawn %i at a time, and come in the order of the plan', async (atOnce) => {
    const { plan, drawn } = countingPlan();
    const eye = eyeOn(plan, atOnce);
    const shown = await eye.showPlan(undefined);
    expect(shown.map(({ png }) => png[0])).toEqual([0, 1, 2, 3, 4, 5]);
    expect([...eye.pictures.keys()]).toEqual(shown.map(({ label }) => label));
    expect(drawn).toEqual({ now: 0, most: atOnce, all: 6 });
  });

  it('are not drawn any more once the review is to end', async () => {
    const { plan, drawn } = countingPlan();
    await expect(eyeOn(plan, 1).showPlan(AbortSignal.abort(new Error('ended')))).rejects.toThrow('ended');
    expect(drawn.all).toBe(0);
  });
});
