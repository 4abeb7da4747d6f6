import type { PageInfo } from '../../source.js';
import { concat, type Matrix, type PageGeometry, pageSize, toPageSpace } from '../page-space.js';
import type { PageOperators } from './engine.js';

/**
 * From default user space to page space. The two parsers agree on the visible box of sound pages; where they don't, the
 * second one's is fitted into the size that the source states, so that all of a page's coordinates are in one space.
 */
export function pageMatrix({ view, rotate, userUnit }: PageOperators, { width, height }: PageInfo): Matrix {
  const [left = 0, bottom = 0, right = 0, top = 0] = view;
  const unit = userUnit > 0 ? userUnit : 1;
  const quarterTurns = (((rotate / 90) % 4) + 4) % 4;
  const geometry: PageGeometry = { left, bottom, right, top, quarterTurns, userUnit: unit };
  const size = pageSize(geometry);
  const matrix = toPageSpace(geometry);
  if (Math.abs(size.width - width) < 0.01 && Math.abs(size.height - height) < 0.01) return matrix;
  if (!(size.width > 0 && size.height > 0)) return matrix;
  return concat(matrix, [width / size.width, 0, 0, height / size.height, 0, 0]);
}
