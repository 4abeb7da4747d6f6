import type { RawEntity, Reading } from './dxf-file.js';

/** What entities are told by objects of the drawing, of which there may be as many as of entities. */
export interface Objects {
  /** Paths of pictures, by the handle of their definition. */
  readonly imageFiles: ReadonlyMap<string, string>;
  /** Whether the outlines of masks are drawn. */
  readonly showsWipeoutFrames: boolean;
}

export function readObjects(items: readonly RawEntity[], { props, text }: Reading): Objects {
  const imageFiles = new Map<string, string>();
  let showsWipeoutFrames: boolean | undefined;
  for (const item of items) {
    if (item.type === 'IMAGEDEF') {
      const handle = props(item).handle(5);
      if (handle !== null) imageFiles.set(handle, text(props(item), 1) ?? '');
    } else if (item.type === 'WIPEOUTVARIABLES') showsWipeoutFrames ??= props(item).int(70) !== 0;
  }
  return { imageFiles, showsWipeoutFrames: showsWipeoutFrames ?? false };
}
