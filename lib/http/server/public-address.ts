import type { IncomingMessage } from "node:http";
import { sessionCookieName } from "@/lib/accounts/sessions/session";
import { readCookie } from "@/lib/kernel/cookies";
import { isUuid } from "@/lib/kernel/ids";
import { decodeSegment } from "@/lib/kernel/path-segment";
import {
  readBadgePageStatus,
  readOrganizationPageStatus,
  readProfilePageStatus,
  readTemplatePageStatus,
  type PublicPageStatus,
} from "@/lib/credentials/public-pages/service";
import type { TemplateFilter } from "@/lib/credentials/public-pages/schema";
import {
  filterParameters,
  isFiltered,
  NO_FILTER,
  readTemplateFilter,
} from "@/lib/credentials/public-pages/template-filter";
import { findReportVersion } from "@/lib/credentials/conformance/service";
import { findMovedBadgePath, findMovedTemplatePath } from "@/lib/moving/redirects/service";
import { FRAME_PATH } from "./page-frame";

/** The address of a public page, without parameters that clients add. */
export type PublicAddress = {
  /** Path and query by which Next renders it. */
  page: string;
  /**
   * The path on which Next shows that it does not exist: without JavaScript a page of Next cannot respond with 410 or
   * 404 and a text.
   */
  notFoundPage: string;
  readStatus: () => Promise<PublicPageStatus>;
  /** Finds where the page is if this was its address at another service that it was moved from. */
  findMoved?: () => Promise<string | null>;
  /** Searches are rendered for each request: whoever sends many must not drive other pages out of the cache. */
  isUncached?: true;
};

/** A path that does not exist, which shows the text of every unknown address. */
const NOT_FOUND_PAGE = "/nothing-here";

type Parameters = { page: number; filter: TemplateFilter };
type PageKind = { pattern: RegExp; address: (names: string[], parameters: Parameters) => PublicAddress };

function pagePath(path: string, page: number, filter: TemplateFilter = NO_FILTER): string {
  const query = new URLSearchParams({
    ...filterParameters(filter),
    ...(page === 1 ? {} : { page: String(page) }),
  }).toString();
  return query === "" ? path : `${path}?${query}`;
}

const badgeAddress =
  (root: string) =>
  ([id = ""]: string[]): PublicAddress => ({
    page: `${root}/${id}`,
    notFoundPage: `${root}/${isUuid(id) ? id : "unknown"}/unavailable`,
    readStatus: () => readBadgePageStatus(id),
    findMoved: () => findMovedBadgePath(root, id),
  });

const PAGE_KINDS: PageKind[] = [
  {
    pattern: new RegExp(`^${FRAME_PATH}/?$`),
    address: () => ({
      page: FRAME_PATH,
      notFoundPage: NOT_FOUND_PAGE,
      readStatus: () => Promise.resolve({ kind: "unknown" }),
    }),
  },
  {
    pattern: /^\/conformance\/?$/,
    address: () => ({
      page: "/conformance",
      notFoundPage: NOT_FOUND_PAGE,
      readStatus: async () => ({ kind: "shown", stamp: await findReportVersion() }),
    }),
  },
  {
    pattern: /^\/$/,
    address: () => ({
      page: "/",
      notFoundPage: NOT_FOUND_PAGE,
      readStatus: () => Promise.resolve({ kind: "shown", stamp: "" }),
    }),
  },
  { pattern: /^\/badges\/([^/]+)\/?$/, address: badgeAddress("/badges") },
  { pattern: /^\/embed\/badges\/([^/]+)\/?$/, address: badgeAddress("/embed/badges") },
  {
    pattern: /^\/org\/([^/]+)\/badges\/([^/]+)\/?$/,
    address: ([slug = "", id = ""]) => ({
      page: `/org/${slug}/badges/${id}`,
      notFoundPage: NOT_FOUND_PAGE,
      readStatus: () => readTemplatePageStatus(decodeSegment(slug), id),
      findMoved: () => findMovedTemplatePath(slug, id),
    }),
  },
  {
    pattern: /^\/org\/([^/]+)\/?$/,
    address: ([slug = ""], { page, filter }) => ({
      page: pagePath(`/org/${slug}`, page, filter),
      notFoundPage: NOT_FOUND_PAGE,
      readStatus: () => readOrganizationPageStatus(decodeSegment(slug), page, filter),
      ...(isFiltered(filter) ? { isUncached: true } : {}),
    }),
  },
  {
    pattern: /^\/users\/([^/]+)\/?$/,
    address: ([slug = ""], { page }) => ({
      page: pagePath(`/users/${slug}`, page),
      notFoundPage: NOT_FOUND_PAGE,
      readStatus: () => readProfilePageStatus(decodeSegment(slug), page),
    }),
  },
];

/** Reads `page` of a query: 1 when it is missing, and 0, which no list has, when it is invalid. */
function readPageNumber(parameters: URLSearchParams): number {
  const text = parameters.get("page");
  if (text === null) return 1;
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0;
}

const isFrontPage = ({ url = "" }: IncomingMessage): boolean => url === "/" || url.startsWith("/?");

function isForDocument(request: IncomingMessage): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  if (request.headers.rsc !== undefined) return false;
  // The front page leads signed-in people to the console or their wallet.
  return !isFrontPage(request) || !readCookie(request.headers.cookie, sessionCookieName());
}

/**
 * Finds the public page that a request is for; null for any other request, and for fetches by the scripts of pages. The
 * path must be validly encoded (malformed-request.ts).
 */
export function findPublicAddress(request: IncomingMessage): PublicAddress | null {
  if (!isForDocument(request)) return null;
  const [path = "", query = ""] = (request.url ?? "").split("?", 2);
  for (const { pattern, address } of PAGE_KINDS) {
    const names = pattern.exec(path)?.slice(1);
    if (!names) continue;
    const parameters = new URLSearchParams(query);
    return address(names, { page: readPageNumber(parameters), filter: readTemplateFilter(parameters) });
  }
  return null;
}
