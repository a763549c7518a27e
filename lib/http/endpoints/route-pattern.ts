import { decodeSegment } from "@/lib/kernel/path-segment";

type Params = Record<string, string | string[] | undefined>;

/**
 * Returns the path as the folders spell it: `/organizations/[organization_id]/badges`, the same with `/v1` and a
 * trailing slash. It contains no ids, so there are only as many patterns as routes. A path that does not contain its
 * parameters is `other`.
 */
export function routePattern(path: string, params: Params): string {
  const pathSegments = path
    .replace(/^\/v1(?=\/)/, "")
    .split("/")
    .filter((segment) => segment !== "")
    .map(decodeSegment);
  const segments: string[] = [];
  let rest = pathSegments;
  for (const [name, value] of Object.entries(params)) {
    const values = [value ?? []].flat().map(decodeSegment);
    const at = values.length > 0 ? rest.indexOf(values[0] ?? "") : -1;
    if (at < 0) return "other";
    segments.push(...rest.slice(0, at), Array.isArray(value) ? `[...${name}]` : `[${name}]`);
    rest = rest.slice(at + values.length);
  }
  return `/${[...segments, ...rest].join("/")}`;
}
