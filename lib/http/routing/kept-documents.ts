import type { RouteHandler } from "@/lib/http/endpoints/methods";
import type { RouteContext } from "@/lib/http/endpoints/incoming";
import { repeatResponse } from "@/lib/http/endpoints/request-log";
import type { FinishedResponse } from "@/lib/http/endpoints/responses";
import { createSnapshotCache } from "@/lib/kernel/database-snapshot";
import type { IncomingRequest } from "@/lib/kernel/incoming-request";

const CAPACITY = 16 * 1024 * 1024;
const MAX_KEY_LENGTH = 1_000;
/** The headers that select a document or its 304. */
const SELECTING_HEADERS = ["accept", "if-none-match"];

const viewDocuments = createSnapshotCache<FinishedResponse>(CAPACITY, ({ body }) => body?.length ?? 0);

/** Requests with the same key get the same document. */
const documentKey = ({ url, headers }: IncomingRequest): string =>
  [url, ...SELECTING_HEADERS.map((name) => headers.get(name) ?? "")].join("\n");

const isWorthKeeping = ({ status, setCookies }: FinishedResponse): boolean =>
  (status === 200 || status === 304) && setCookies.length === 0;

/** As bytes, so that they are encoded once. */
const inBytes = (response: FinishedResponse): FinishedResponse =>
  typeof response.body === "string" ? { ...response, body: Buffer.from(response.body) } : response;

/** Whether a handler responds with a public document, which is the same for everybody. */
export const isDocumentHandler = (handler: RouteHandler & { spec?: { operation: string } }): boolean =>
  handler.spec?.operation === "document";

/**
 * Responds to a request for a public document: from memory if nothing was committed to the database since the same
 * request was last handled, otherwise by its handler.
 */
export async function respondWithDocument(
  request: IncomingRequest,
  context: RouteContext,
  handler: RouteHandler,
): Promise<FinishedResponse> {
  const key = documentKey(request);
  if (key.length > MAX_KEY_LENGTH) return handler.respond(request, context);
  const started = performance.now();
  const documents = await viewDocuments();
  const known = documents.find(key);
  if (known) return repeatResponse(request, context, known, started);
  const response = inBytes(await handler.respond(request, context));
  if (isWorthKeeping(response)) documents.keep(key, response);
  return response;
}
