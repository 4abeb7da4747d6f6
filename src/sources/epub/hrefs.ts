/** What a reference in markup points at. */
export type Target =
  | { readonly kind: 'file'; readonly path: string; readonly fragment: string | null }
  | { readonly kind: 'data'; readonly url: string }
  | { readonly kind: 'outside'; readonly url: string };

/** `scheme:`; a single letter would be a Windows drive, which is outside as well. */
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;

/**
 * Resolves a reference against the file that holds it. As in the URL of a container, `..` stops at its root and a leading
 * `/` means the root, so that no path leads out. The path is not yet decoded: {@link PathIndex} does that in steps.
 * @param from path of the file that holds the reference, from the container root
 */
export function resolveHref(reference: string, from: string): Target {
  const url = reference.trim();
  if (/^data:/i.test(url)) return { kind: 'data', url };
  if (SCHEME.test(url) || url.startsWith('//')) return { kind: 'outside', url };
  const [withoutFragment, fragment] = splitFragment(url);
  const path = withoutFragment.split('?', 1)[0]!;
  if (path === '') return { kind: 'file', path: from, fragment };
  const base = path.startsWith('/') ? [] : from.split('/').slice(0, -1);
  return { kind: 'file', path: normalise([...base, ...path.split('/')]), fragment };
}

/** The path without its fragment, and the fragment percent-decoded (null where there is none). */
export function splitFragment(href: string): [path: string, fragment: string | null] {
  const at = href.indexOf('#');
  if (at < 0) return [href, null];
  return [href.slice(0, at), percentDecoded(href.slice(at + 1)) || null];
}

/** Percent-decoded once; what is not valid UTF-8 stays as it is. `+` is a plus. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** How far a path had to be bent to find its file. */
type MatchStep = 'exact' | 'percent_decoded' | 'unicode_normalised' | 'case_folded';

export interface Match {
  readonly path: string;
  readonly step: MatchStep;
}

/** Paths that exist, found exactly or, step by step, more forgivingly. */
export class PathIndex {
  private readonly exact: ReadonlySet<string>;
  private readonly normalised = new Map<string, string | null>();
  private readonly folded = new Map<string, string | null>();

  constructor(paths: Iterable<string>) {
    this.exact = new Set(paths);
    for (const path of this.exact) {
      addUnlessAmbiguous(this.normalised, path.normalize('NFC'), path);
      addUnlessAmbiguous(this.folded, fold(path), path);
    }
  }

  /** Null where no file, or at the step that finds any more than one, answers to the path. */
  find(path: string): Match | null {
    if (this.exact.has(path)) return { path, step: 'exact' };
    const decoded = normalise(percentDecoded(path).split('/'));
    if (this.exact.has(decoded)) return { path: decoded, step: 'percent_decoded' };
    const normalised = this.normalised.get(decoded.normalize('NFC'));
    if (normalised !== undefined) return normalised === null ? null : { path: normalised, step: 'unicode_normalised' };
    const folded = this.folded.get(fold(decoded));
    return folded ? { path: folded, step: 'case_folded' } : null;
  }
}

/** Empty and `.` segments dropped, `..` resolved without ever leaving the root. */
function normalise(segments: readonly string[]): string {
  const path: string[] = [];
  for (const segment of segments) {
    if (segment === '..') path.pop();
    else if (segment !== '' && segment !== '.') path.push(segment);
  }
  return path.join('/');
}

/** Null marks a key that two files share: taking either would be a guess. */
function addUnlessAmbiguous(map: Map<string, string | null>, key: string, path: string): void {
  map.set(key, map.has(key) ? null : path);
}

/** Upper case first, because that unfolds ß and the ligatures as full case folding does. */
function fold(path: string): string {
  return path.normalize('NFC').toUpperCase().toLowerCase();
}
