/**
 * A part of a path without its percent-encoding; one that is not validly encoded stays as it is. Next hands the parts of
 * some requests over decoded (`%`, of `%25`), which cannot be decoded again.
 */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
