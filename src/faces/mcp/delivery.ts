import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { type Language, UNSUPPORTED_NOTICE } from '../../evidence/notices.js';
import type { HostSupport, PictureReply } from '../../evidence/wire/picture.js';
import { wayToFit } from './fit-inline.js';
import { pictureUri } from './picture-resource.js';

/** `auto` attaches pictures once the host is known to take them; the other three always do as they say. */
const IMAGES_SETTINGS = ['auto', 'inline', 'link', 'none'] as const;
export type ImagesSetting = (typeof IMAGES_SETTINGS)[number];

/**
 * Claude Desktop, the strictest host known, refuses a result of more than 1,048,576 bytes with base64 counted in: 600,000
 * bytes are 800,000 in base64 and leave room for the JSON, which a result holds twice.
 */
export const INLINE_BYTES = 600_000;

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
  handOver: HandOver,
): Promise<{ reply: PictureReply; content: CallToolResult['content'] }> {
  const { images, inlineBytes, support, language, canProbe } = handOver;
  const { wanted, fits, attached, linked, content } = await attach(picture, handOver);

  // The notice comes in the language of this connection, whatever that of the library is.
  const notices: readonly string[] = Object.values(UNSUPPORTED_NOTICE);
  const limitations = picture.limitations.filter((limitation) => !notices.includes(limitation));
  const steps = [picture.next_step];
  if (support === 'unsupported') {
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
    content,
  };
}

type PictureFile = Pick<PictureReply, 'file' | 'bytes' | 'media_type'>;

/** A picture as blocks of a result: attached where the host takes pictures and this one fits, and as a link. */
export async function attach(picture: PictureFile, { images, inlineBytes, support }: HandOver) {
  const wanted = images === 'inline' || (images === 'auto' && (support === 'verified' || support === 'configured'));
  const fits = picture.bytes <= inlineBytes;
  const attached = wanted && fits && support !== 'unsupported';
  const linked = images !== 'none';
  const content: Block[] = [
    ...(attached ? [await imageContent(picture)] : []),
    ...(linked ? [resourceLink(picture)] : []),
  ];
  return { wanted, fits, attached, linked, content };
}

type Block = CallToolResult['content'][number];

const imageContent = async (picture: PictureFile): Promise<Block> => ({
  type: 'image',
  data: (await readFile(picture.file)).toString('base64'),
  mimeType: picture.media_type,
});

const resourceLink = (picture: PictureFile): Block => ({
  type: 'resource_link',
  uri: pictureUri(basename(picture.file)),
  name: basename(picture.file),
  mimeType: picture.media_type,
  size: picture.bytes,
});
