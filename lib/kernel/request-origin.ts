import { isIP } from "node:net";
import { getRequestContext } from "./request-context";
import Bowser from "bowser";

const MAX_HEADER_LENGTH = 512;
const MAX_NAME_LENGTH = 40;

const majorVersion = (version = ""): string => version.split(".", 1)[0] ?? "";

/** The name and version at the start of a `User-Agent` header, such as `curl/8.5.0`. */
const programName = (userAgent: string): string =>
  (/^[\w.+-]+(?:\/[\w.+-]+)?/.exec(userAgent)?.[0] ?? "").slice(0, MAX_NAME_LENGTH);

/** Formats a `User-Agent` header for people, such as `Firefox 140, Windows`; empty when nothing is known. */
function describeBrowser(header: string): string {
  const userAgent = header.slice(0, MAX_HEADER_LENGTH).trim();
  if (userAgent === "") return "";
  const { browser, os } = Bowser.parse(userAgent);
  if (!browser.name || !os.name) return programName(userAgent);
  return (
    `${browser.name} ${majorVersion(browser.version)}`.trim().slice(0, MAX_NAME_LENGTH) +
    `, ${os.name}`.slice(0, MAX_NAME_LENGTH)
  );
}

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
