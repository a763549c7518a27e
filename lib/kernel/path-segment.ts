/**
 * Decodes the percent-encoding of a path segment; returns an invalid one unchanged. Next sometimes passes segments that
 * are already decoded (`%`, from `%25`), which cannot be decoded again.
 */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
