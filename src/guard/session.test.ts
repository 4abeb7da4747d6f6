import { describe, expect, it } from 'vitest';
import { attachRecentMediaForFollowup, FOLLOW_UP_MAX, FOLLOW_UP_WINDOW_MS, refersToPictures } from './follow-up.js';
import {
  conversationHasImageUrlContent,
  conversationHasToolImageContent,
  prepareSessionReplyBody,
  rotateSessionIfImagePolluted,
  withoutSessionImageRead,
} from './session.js';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const image = { type: 'image', data: PNG, mimeType: 'image/png' };
const toolImage = (value: unknown) => ({
  role: 'user',
  created: 2,
  content: [{ type: 'toolResponse', id: 'c', toolResult: { status: 'success', value } }],
});
const said = { role: 'user', created: 1, content: [{ type: 'text', text: 'make these into a theme page' }] };

describe('a scan for image_url alone', () => {
  it('misses pictures in the results of tools', () => {
    for (const value of [[image], { content: [image], isError: false }]) {
      const conversation = [said, toolImage(value)];
      expect(conversationHasImageUrlContent(conversation)).toBe(false);
      expect(conversationHasToolImageContent(conversation)).toBe(true);
    }
  });

  it('finds image_url, and nothing where there is no picture', () => {
    const openai = [
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }] },
    ];
    expect([conversationHasImageUrlContent(openai), conversationHasToolImageContent(openai)]).toEqual([true, false]);
    expect([conversationHasImageUrlContent([said]), conversationHasToolImageContent([said])]).toEqual([false, false]);
  });
});

describe('the request for a reply', () => {
  const body = { session_id: 's', user_message: { ...said, content: [...said.content, image, image] } };

  it('that carries pictures has words in their place, and image reading off for the turn', () => {
    const { body: prepared, policy } = prepareSessionReplyBody(body, [
      { kind: 'described', text: 'A cat.', size: '1 × 1 px' },
      { kind: 'unseen', why: 'it is cut off' },
    ]);
    expect(policy).toEqual({ disableImageReading: true });
    const [words, first, second] = prepared.user_message.content as { text: string }[];
    expect(words).toEqual(said.content[0]);
    expect(first?.text).toContain('A cat.');
    expect(second?.text).toMatch(
      /it is cut off.*No picture-reading tool is offered.*read_image.*later requests fail/su,
    );
  });

  it('with no description forbids inventing, and never says to write from one', () => {
    const text = JSON.stringify(prepareSessionReplyBody(body, []).body);
    expect(text).toContain('do not invent picture details');
    expect(text).not.toContain('descriptions above');
  });

  it('without pictures is left as it is, with its tools', () => {
    const plain = { session_id: 's', user_message: said };
    const prepared = prepareSessionReplyBody(plain, []);
    expect(prepared.body).toBe(plain);
    expect(prepared.policy).toEqual({ disableImageReading: false });
  });
});

describe('extensions', () => {
  it('lose tools that load pictures, and no other', () => {
    const extensions = [
      { type: 'builtin', name: 'developer', available_tools: [] },
      { type: 'stdio', name: 'files', available_tools: ['read_file', 'read_image'] },
      { type: 'stdio', name: 'web' },
      { type: 'stdio', name: 'eyes' },
    ];
    const tools = { developer: ['shell', 'image_processor', 'text_editor'], web: ['fetch'], eyes: ['read_image'] };
    expect(withoutSessionImageRead(extensions, tools)).toEqual([
      { type: 'builtin', name: 'developer', available_tools: ['shell', 'text_editor'] },
      { type: 'stdio', name: 'files', available_tools: ['read_file'] },
      { type: 'stdio', name: 'web' },
    ]);
  });
});

describe('a session', () => {
  const store = {
    create: async (from: { id: string; conversation: readonly unknown[] }, conversation: readonly unknown[]) => ({
      ...from,
      id: 'new',
      conversation,
    }),
  };

  it('that holds pictures is replaced by one that keeps the turns and what is known of each', async () => {
    const session = { id: 'old', conversation: [said, toolImage([image]), said] };
    const rotated = await rotateSessionIfImagePolluted(session, store, async () => [
      { kind: 'described', text: 'A cat.', size: '1 × 1 px' },
    ]);
    expect(rotated.session.id).toBe('new');
    expect(rotated.removed.map(({ path }) => path)).toEqual(['/1/content/0/toolResult/value/0']);
    const [first, second, third] = rotated.session.conversation as unknown[];
    expect([first, third]).toEqual([said, said]);
    expect(JSON.stringify(second)).toMatch(/A cat\./u);
    expect(JSON.stringify(rotated.session)).not.toContain(PNG);
    expect(JSON.stringify(session)).toContain(PNG);
  });

  it('without pictures stays', async () => {
    const session = { id: 'old', conversation: [said] };
    expect((await rotateSessionIfImagePolluted(session, store, async () => [])).session).toBe(session);
  });
});

describe('a follow-up', () => {
  const at = 1_000_000_000;
  const sent = (person: string, channel: string, ago: number) => ({
    person,
    channel,
    at: at - ago,
    carrier: { kind: 'inline', base64: PNG } as const,
    mediaType: null,
  });
  const turn = (text: string, pictures = 0) => ({ text, pictures, person: 'ann', channel: 'c' });

  it('gets what the same person sent shortly before in the same channel, newest first, and no more than a few', () => {
    const recent = [
      sent('ann', 'c', 5_000),
      sent('ann', 'c', 1_000),
      sent('bob', 'c', 1_000),
      sent('ann', 'd', 1_000),
      sent('ann', 'c', FOLLOW_UP_WINDOW_MS + 1),
    ];
    const attached = attachRecentMediaForFollowup(turn('What is in those pictures?'), recent, at);
    expect(attached).toEqual([recent[1], recent[0]]);
    expect(attachRecentMediaForFollowup(turn('hello'), recent, at)).toEqual([]);
    expect(attachRecentMediaForFollowup(turn('these pictures', 1), recent, at)).toEqual([]);
    const many = Array.from({ length: 30 }, (_, i) => sent('ann', 'c', i));
    expect(attachRecentMediaForFollowup(turn('these pictures'), many, at)).toHaveLength(FOLLOW_UP_MAX);
  });

  it.each([
    'those pictures',
    'use the second image',
    'the screenshot above',
    '这几张图做成主题页',
    '刚才的照片里有什么',
    '第二张是什么',
    '把上面的截图翻译一下',
  ])('speaks of pictures: %s', (text) => expect(refersToPictures(text)).toBe(true));

  it.each(['make me a page', '画一个按钮', 'imagine a world', '今天天气', 'take a picture of it'])(
    'does not: %s',
    (text) => expect(refersToPictures(text)).toBe(false),
  );
});
