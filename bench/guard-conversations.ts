import { execFileSync } from 'node:child_process';

/** The property test of the guard with twenty times as many conversations: 10,000, a quarter of them of each dialect. */
export async function benchGuardConversations(): Promise<void> {
  execFileSync('npx', ['vitest', 'run', 'test/guard-conversations.test.ts'], {
    stdio: 'inherit',
    env: { ...process.env, GUARD_CONVERSATIONS: '10000' },
  });
}
