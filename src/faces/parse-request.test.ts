import { describe, expect, it } from 'vitest';
import {
  addRequestSchema,
  adviseRequestSchema,
  imageRequestSchema,
  readRequestSchema,
  renderRequestSchema,
  searchRequestSchema,
} from '../evidence/wire/requests.js';
import { parseRequest } from './parse-request.js';

describe('a request', () => {
  it.each([
    [
      'a printed label for a page',
      renderRequestSchema,
      { doc: 'a', page: 'c4' },
      /^page is no number: pages are counted/,
    ],
    ['no page', renderRequestSchema, { doc: 'a' }, /^page is missing\.$/],
    ['page 0', renderRequestSchema, { doc: 'a', page: 0 }, /^page is not accepted \(.*>0\)/],
    ['half a page', renderRequestSchema, { doc: 'a', page: 1.5 }, /^page is/],
    ['true for a page', renderRequestSchema, { doc: 'a', page: true }, /^page is no number/],
    ['no href', imageRequestSchema, { doc: 'a' }, /^href is missing\.$/],
    ['an empty query and a misspelt option', searchRequestSchema, { query: '', lmit: 3 }, /query.*has no option lmit/],
    ['two numbers for a crop', renderRequestSchema, { doc: 'a', page: 1, crop: '10,10' }, /^crop/],
    ['words for a crop', renderRequestSchema, { doc: 'a', page: 1, crop: 'a,b,c,d' }, /^crop.* is no number/],
    ['5000 dpi', renderRequestSchema, { doc: 'a', page: 1, dpi: 5000 }, /at most 2400/],
    ['a string for paths', addRequestSchema, { paths: '/' }, /^paths is no array/],
    ['no object', searchRequestSchema, null, /^the request is no object/],
    ['an unknown format', readRequestSchema, { doc: 'a', format: 'html' }, /text.*markdown/],
  ])('with %s is refused in words', (_, schema, value, message) => {
    expect(() => parseRequest(schema, value)).toThrow(expect.objectContaining({ code: 'bad_argument' }));
    expect(() => parseRequest(schema, value)).toThrow(message);
  });

  it('of the command line has its numbers as text', () => {
    expect(parseRequest(renderRequestSchema, { doc: 'a', page: '3', dpi: '96', crop: '1, 2,3,4' })).toEqual({
      doc: 'a',
      page: 3,
      dpi: 96,
      crop: [1, 2, 3, 4],
    });
  });

  it('gets its defaults', () => {
    expect(parseRequest(searchRequestSchema, { query: 'x' })).toEqual({ query: 'x', limit: 10 });
  });

  it('for advice takes hits, or the whole search reply', () => {
    expect(parseRequest(adviseRequestSchema, { query: 'x', hits: { query: 'x', hits: [] } }).hits).toEqual([]);
    expect(parseRequest(adviseRequestSchema, { query: 'x', hits: [] }).hits).toEqual([]);
  });
});
