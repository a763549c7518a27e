import { isIP } from "node:net";
import { describeBrowser } from "./browser";
import { getRequestContext } from "./request-context";

/** Where a request came from, for people: both are empty when unknown. */
export type RequestOrigin = { address: string; browser: string };

/** Describes the origin of a request by its client address and its `User-Agent` header. */
export const describeOrigin = (request: { address: string; userAgent: string }): RequestOrigin => ({
  address: isIP(request.address) === 0 ? "" : request.address,
  browser: describeBrowser(request.userAgent),
});

/** Describes the origin of the current request. Jobs and scripts have none. */
export const describeCurrentOrigin = (): RequestOrigin =>
  describeOrigin(getRequestContext() ?? { address: "", userAgent: "" });
