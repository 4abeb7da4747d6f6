import type { InspectReply } from '../evidence/wire/plan.js';
import type { InspectRequest } from '../evidence/wire/requests.js';
import { type DrawingContext, placeOn, withDrawing } from './drawing-file.js';
import { inspectTarget } from './inspect-target.js';
import { legibleShots } from './legible-shots.js';
import type { PictureFolder } from './picture-folder.js';

/**
 * Pictures of a place, large enough that what they are for is legible. Each is kept under a label in the folder.
 * @throws GroundglassError `bad_argument` for a target that is none or takes too many pictures; what opening and drawing throw
 */
export function inspect(
  request: InspectRequest,
  context: DrawingContext,
  folder: PictureFolder,
): Promise<InspectReply> {
  return withDrawing(request.file, context, async (drawing) => {
    const { settings, digest } = drawing;
    const target = await inspectTarget(request, drawing, folder);
    const { sheet } = target;
    const { shots, lettering, limitations, legibility } = await legibleShots(target, request.purpose, settings);
    const tiles: InspectReply['tiles'] = [];
    const seen = new Set(limitations);
    for (const { window, shot } of shots) {
      const picture = await sheet.render(shot.visible, shot.zoom);
      for (const limitation of picture.limitations) seen.add(limitation);
      const visible = placeOn(sheet, shot.visible);
      const kept = await folder.keep(picture.bytes, {
        document: digest,
        sheet: sheet.number,
        frame: visible.frame,
        visible_box: [...sheet.toSource(shot.visible)] as typeof visible.box,
      });
      const textPx =
        request.purpose === 'text' ? legibility.textPx(shot.zoom, lettering) : legibility.linePx(shot.zoom);
      tiles.push({
        ...kept,
        ...placeOn(sheet, window),
        visible_box: visible.box,
        width_px: picture.widthPx,
        height_px: picture.heightPx,
        text_px: textPx === null ? null : Math.round(textPx * 100) / 100,
        bytes: picture.bytes.length,
      });
    }
    return { tiles, limitations: [...seen] };
  });
}
