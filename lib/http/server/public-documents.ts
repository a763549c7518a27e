import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { readTheme, readCookie } from "@/lib/kernel/cookies";
import { digest } from "@/lib/kernel/secrets";
import { LANGUAGE_COOKIE } from "@/lib/kernel/locales";
import { createSnapshotCache } from "@/lib/kernel/database-snapshot";
import { hasReplica } from "@/lib/kernel/db";
import { publicUrl } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { readFromReplica } from "@/lib/kernel/replica";
import { chooseLocale } from "@/lib/platform/languages/choose-locale";
import type { PublicPageStatus } from "@/lib/credentials/public-pages/service";
import { createDocumentStore, type StoredDocument } from "./document-store";
import { chooseCoding, matchesEtag } from "./negotiation";
import { findPublicAddress, type PublicAddress } from "./public-address";
import type { PageVariant, RenderedPage } from "./rendered-page";
import { setDocumentPolicy } from "./security-headers";

const CAPACITY = 32 * 1024 * 1024;
const compressGzip = promisify(gzip);

type PublicDocumentOptions = {
  /** Renders the page of this path in this variant. */
  render: (path: string, variant: PageVariant) => Promise<RenderedPage>;
  /** Identifies the build and the settings that pages show. Pages differ between them. */
  build: string;
  capacity?: number;
};

type Rendering = { key: string; stamp: string; address: PublicAddress; variant: PageVariant };
type RenderResult = { document: StoredDocument } | { page: RenderedPage };

function readVariant({ headers }: IncomingMessage): PageVariant {
  const chosen = readCookie(headers.cookie, LANGUAGE_COOKIE);
  return {
    locale: chooseLocale({ chosen, accepts: headers["accept-language"] ?? null }),
    theme: readTheme(headers.cookie),
  };
}

const buildKey = (
  { page }: PublicAddress,
  { locale, theme }: PageVariant,
  stamp: string,
  build: string,
): string => [page, locale, theme, stamp, build].join("\n");

/** True for a complete page: none of its parts waits for a script by which React moves it into place. */
const isComplete = ({ status, headers, html }: RenderedPage): boolean =>
  status === 200 &&
  (headers["content-type"] ?? "").startsWith("text/html") &&
  html.includes("</html>") &&
  !/<template id="B:|<div hidden id="S:/.test(html);

function sendDocument(
  request: IncomingMessage,
  response: ServerResponse,
  { body, gzip: compressed }: StoredDocument,
  etag: string,
): void {
  response.setHeader("ETag", etag);
  // Caches must revalidate each time, so that a revoked badge disappears at once.
  response.setHeader("Cache-Control", "private, no-cache");
  response.setHeader("Vary", "Accept-Encoding, Accept-Language, Cookie");
  if (matchesEtag(request.headers["if-none-match"], etag)) {
    response.writeHead(304).end();
    return;
  }
  const isCompressed = chooseCoding(request, ["gzip"]) === "gzip";
  if (isCompressed) response.setHeader("Content-Encoding", "gzip");
  const bytes = isCompressed ? compressed : body;
  response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Content-Length": bytes.length });
  response.end(request.method === "HEAD" ? undefined : bytes);
}

const buildEtag = (key: string): string => `W/"${digest(key).toString("base64url")}"`;

const FORWARDED_HEADERS = ["content-type", "location", "cache-control", "retry-after"];

function sendPage(request: IncomingMessage, response: ServerResponse, page: RenderedPage): void {
  for (const name of FORWARDED_HEADERS) if (page.headers[name]) response.setHeader(name, page.headers[name]);
  response.writeHead(page.status).end(request.method === "HEAD" ? undefined : page.html);
}

/**
 * Creates a handler that serves public pages as documents without scripts, from memory while their content has not
 * changed (decision 0077). It returns whether it has responded. If not, the request's URL now leads to the page that
 * Next has to render: the page itself, or the page that says why it does not exist.
 */
export function createPublicDocumentHandler({ render, build, capacity = CAPACITY }: PublicDocumentOptions) {
  const store = createDocumentStore(capacity);
  const rendering = new Map<string, Promise<RenderResult>>();

  /** Renders a page and caches it if its content did not change meanwhile. */
  async function renderDocument({ key, stamp, address, variant }: Rendering): Promise<RenderResult> {
    const page = await render(address.page, variant);
    if (!isComplete(page)) return { page };
    const body = Buffer.from(page.html);
    const document = { body, gzip: await compressGzip(body) };
    if (address.isUncached) return { document };
    const now = await address.readStatus();
    if (now.kind === "shown" && now.stamp === stamp) store.set(key, document);
    return { document };
  }

  /** Concurrent requests share one rendering. */
  function renderOnce(request: Rendering): Promise<RenderResult> {
    const { key } = request;
    const current = rendering.get(key);
    if (current) return current;
    const pending = renderDocument(request).finally(() => rendering.delete(key));
    rendering.set(key, pending);
    return pending;
  }

  async function respond(
    request: IncomingMessage,
    response: ServerResponse,
    address: PublicAddress,
    stamp: string,
  ): Promise<void> {
    const variant = readVariant(request);
    const key = buildKey(address, variant, stamp, build);
    const known = store.get(key);
    const found: RenderResult = known
      ? { document: known }
      : await renderOnce({ key, stamp, address, variant });
    setDocumentPolicy(request, response);
    if ("page" in found) sendPage(request, response, found.page);
    else sendDocument(request, response, found.document, buildEtag(key));
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const address = findPublicAddress(request);
    if (!address) return false;
    const status = await readCurrentStatus(address, (stamp) =>
      store.has(buildKey(address, readVariant(request), stamp, build)),
    );
    if (status === null || status.kind === "moved") return false;
    if (status.kind !== "shown") {
      if (await redirectMoved(response, status, address)) return true;
      request.url = address.notFoundPage;
      return false;
    }
    try {
      await respond(request, response, address, status.stamp);
    } catch (error) {
      if (response.headersSent) throw error;
      log.warn({ err: error }, "a public page could not be rendered");
      return false;
    }
    return true;
  };
}

/** Redirects from the address that a page had at another service. It is looked up only where there is no page here. */
async function redirectMoved(
  response: ServerResponse,
  { kind }: PublicPageStatus,
  { findMoved }: PublicAddress,
): Promise<boolean> {
  const moved = kind === "unknown" && findMoved ? await findMoved() : null;
  if (moved === null) return false;
  // The record may be moved again.
  response.writeHead(308, { Location: publicUrl(moved), "Cache-Control": "no-cache" }).end();
  return true;
}

async function tryReadStatus(address: Pick<PublicAddress, "readStatus">): Promise<PublicPageStatus | null> {
  try {
    return await address.readStatus();
  } catch (error) {
    // The page reads it again, and reports the error.
    log.warn({ err: error }, "the status of a public page could not be read");
    return null;
  }
}

const STATUSES_CAPACITY = 1024 * 1024;
const viewStatuses = createSnapshotCache<PublicPageStatus>(STATUSES_CAPACITY, () => 512);

/** Reads the status of a page, unless nothing was committed to the database since it was last read. */
async function readUnchangedStatus({
  page,
  readStatus,
  isUncached,
}: PublicAddress): Promise<PublicPageStatus> {
  if (isUncached) return readStatus();
  const statuses = await viewStatuses();
  const known = statuses.find(page);
  if (known) return known;
  const status = await readStatus();
  statuses.keep(page, status);
  return status;
}

/**
 * Reads the status of a page. A replica, if there is one, only says that a cached page is current. The primary says
 * that a page has changed or does not exist, so that a new page is found at once.
 */
async function readCurrentStatus(
  address: PublicAddress,
  isCached: (stamp: string) => boolean,
): Promise<PublicPageStatus | null> {
  if (hasReplica()) {
    const readStatus = () => readFromReplica(null, address.readStatus);
    const status = await tryReadStatus({ readStatus });
    if (status?.kind === "shown" && isCached(status.stamp)) return status;
  }
  return tryReadStatus({ readStatus: () => readUnchangedStatus(address) });
}
