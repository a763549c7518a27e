import type { IncomingMessage } from "node:http";
import Negotiator from "negotiator";

/** Its published types lack the option that orders codings of equal weight. */
type PreferringNegotiator = {
  encodings(available: readonly string[], options: { preferred: readonly string[] }): string[];
};

/**
 * Returns the content coding that the client prefers among these, of equal ones the first; null when it accepts none
 * of them, or prefers the content as it is (RFC 9110, 12.5.3). Without a header no coding is used.
 */
export function chooseCoding<Coding extends string>(
  request: Pick<IncomingMessage, "headers">,
  offered: readonly Coding[],
): Coding | null {
  if (!request.headers["accept-encoding"]) return null;
  const preferred = [...offered, "identity"];
  const negotiator: PreferringNegotiator = new Negotiator(request);
  const [best] = negotiator.encodings(preferred, { preferred });
  return offered.find((one) => one === best) ?? null;
}

/** Whether `If-None-Match` names this entity tag. A weak comparison (RFC 9110, 13.1.2): only the opaque part counts. */
export const matchesEtag = (header: string | null | undefined, etag: string): boolean => {
  const opaque = etag.replace(/^W\//, "");
  return (header ?? "").split(",").some((one) => ["*", opaque].includes(one.trim().replace(/^W\//, "")));
};
