import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { HostSupport, PictureReply } from '../../evidence/wire/picture.js';
import type { Language } from './connection.js';
import { wayToFit } from './fit-inline.js';
import { pictureUri } from './picture-resource.js';

/** `auto` attaches pictures once the host is known to take them; the other three always do as they say. */
export const IMAGES_SETTINGS = ['auto', 'inline', 'link', 'none'] as const;
export type ImagesSetting = (typeof IMAGES_SETTINGS)[number];

/**
 * Claude Desktop, the strictest host known, refuses a result of more than 1,048,576 bytes with base64 counted in: 600,000
 * bytes are 800,000 in base64 and leave room for the JSON, which a result holds twice.
 */
export const INLINE_BYTES = 600_000;

/** Said word for word where the host can't take pictures. */
const UNSUPPORTED_NOTICE: Readonly<Record<Language, string>> = {
  en: 'The relevant page has been located, but the current environment cannot yet reliably interpret the visual information in it.',
  zh: '已定位相关页面，但当前运行环境尚不能可靠解析其中的视觉信息。',
};

export interface HandOver {
  readonly images: ImagesSetting;
  readonly inlineBytes: number;
  readonly support: HostSupport;
  readonly language: Language;
  /** Whether this connection can establish the host's support with `probe_delivery`. */
  readonly canProbe: boolean;
}

/**
 * Hands a picture over: attached, as a link, or as the file alone, and says which in the reply. Bytes sent blindly into a
 * session whose model takes no pictures can break that session for good, so they need a reason.
 */
export async function deliver(
  picture: PictureReply,
  { images, inlineBytes, support, language, canProbe }: HandOver,
): Promise<{ reply: PictureReply; content: CallToolResult['content'] }> {
  const wanted = images === 'inline' || (images === 'auto' && (support === 'verified' || support === 'configured'));
  const fits = picture.bytes <= inlineBytes;
  const attached = wanted && fits && support !== 'unsupported';
  const linked = images !== 'none';

  const limitations = [...picture.limitations];
  const steps = [picture.next_step];
  if (support === 'unsupported' && !limitations.includes(UNSUPPORTED_NOTICE[language])) {
    limitations.push(UNSUPPORTED_NOTICE[language]);
  } else if (wanted && !fits) {
    limitations.push(
      `The picture has ${picture.bytes} bytes; up to ${inlineBytes} are attached to a reply, so it is given as a link.`,
    );
    steps.push(wayToFit(picture, inlineBytes));
  } else if (images === 'auto' && support === 'unknown') {
    steps.push(
      canProbe
        ? 'It is not attached, because nothing shows yet that pictures reach you: call probe_delivery once to establish it, then ask again.'
        : 'It is not attached, because nothing shows that pictures reach you, and this transport can not establish it: read the link, or have the server set to attach pictures.',
    );
  }
  return {
    reply: {
      ...picture,
      image_delivery_method: attached ? 'mcp_image_content' : linked ? 'mcp_resource' : 'local_file',
      host_image_support: support,
      limitations,
      next_step: steps.join(' '),
    },
    content: [...(attached ? [await imageContent(picture)] : []), ...(linked ? [resourceLink(picture)] : [])],
  };
}

type Block = CallToolResult['content'][number];

const imageContent = async (picture: PictureReply): Promise<Block> => ({
  type: 'image',
  data: (await readFile(picture.file)).toString('base64'),
  mimeType: picture.media_type,
});

const resourceLink = (picture: PictureReply): Block => ({
  type: 'resource_link',
  uri: pictureUri(basename(picture.file)),
  name: basename(picture.file),
  mimeType: picture.media_type,
  size: picture.bytes,
});
