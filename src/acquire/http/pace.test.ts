import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Clock, Pace, type PaceOptions } from './pace.js';

/** A clock that passes when somebody sleeps. */
function fakeClock(): Clock & { passed: () => number } {
  let now = 1_000_000;
  return { now: () => now, sleep: async (ms) => void (now += ms), passed: () => now - 1_000_000 };
}
const pace = (options: Partial<PaceOptions>) =>
  new Pace({ provider: 'openverse', windows: [], concurrency: 3, patienceMs: 1e9, ...options });

describe('the pace of requests', () => {
  it('never breaks a limit, whatever the limits, and waits no longer than it must', async () => {
    const limits = fc.record({ requests: fc.integer({ min: 1, max: 5 }), perMs: fc.integer({ min: 10, max: 1_000 }) });
    await fc.assert(
      fc.asyncProperty(limits, fc.integer({ min: 1, max: 20 }), async (window, count) => {
        const clock = fakeClock();
        const it = pace({ windows: [window], clock });
        const sent: number[] = [];
        await Promise.all(Array.from({ length: count }, () => it.run(async () => void sent.push(clock.now()))));
        for (const at of sent) {
          expect(sent.filter((other) => other > at - window.perMs && other <= at).length).toBeLessThanOrEqual(
            window.requests,
          );
        }
        // Time passes here while requests are under way, so a stretch may count twice.
        expect(clock.passed()).toBeLessThanOrEqual(2 * Math.ceil(count / window.requests) * (window.perMs + 1));
      }),
    );
  });

  it('counts what others have used of a limit that a reply tells', async () => {
    const clock = fakeClock();
    const it = pace({ clock });
    await it.run(async () => it.learn({ requests: 20, perMs: 60_000 }, 1));
    await it.run(async () => undefined);
    expect(clock.passed()).toBe(0);
    await it.run(async () => undefined);
    expect(clock.passed()).toBeGreaterThanOrEqual(60_000);
  });

  it('tells of waits that a person would notice, and gives up where they are too long', async () => {
    const told: string[] = [];
    const it = pace({ clock: fakeClock(), patienceMs: 5_000, onWait: ({ ms, why }) => void told.push(`${ms} ${why}`) });
    it.block(4_000, 'busy');
    await it.run(async () => undefined);
    it.block(300, 'soon');
    await it.run(async () => undefined);
    expect(told).toEqual(['4000 busy']);
    it.block(6_000, 'its allowance is used up');
    await expect(it.run(async () => undefined)).rejects.toMatchObject({
      code: 'rate_limited',
      details: { retry_after_s: 6 },
    });
  });

  it('lets no more through at once than it may', async () => {
    let [now, most] = [0, 0];
    const it = pace({ concurrency: 2 });
    await Promise.all(
      Array.from({ length: 8 }, () =>
        it.run(async () => {
          most = Math.max(most, (now += 1));
          await new Promise((done) => setTimeout(done, 2));
          now -= 1;
        }),
      ),
    );
    expect(most).toBe(2);
  });
});
