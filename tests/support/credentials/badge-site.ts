import http from "node:http";
import { vi } from "vitest";
import * as outbound from "@/lib/platform/outbound/send";
import { buildOpenBadge } from "./open-badges";
import {
  listen,
  createLookup,
  startHttpsReceiver,
  TEST_CA,
  type Handler,
} from "../platform/outbound-certificates";

type Content = object | string | Buffer | Handler | number;

/**
 * Makes the service trust the test certificates and resolve receiver.test to this machine, until mocks are restored.
 */
export function trustTestSites(): void {
  const sender = outbound.createSender({ ca: TEST_CA, lookup: createLookup(["127.0.0.1"]) });
  vi.spyOn(outbound, "sendOutbound").mockImplementation(sender);
}

const startContentSite =
  (contents: Map<string, Content>, requests: string[]): Handler =>
  (request, response) => {
    const path = request.url ?? "/";
    requests.push(path);
    const content = contents.get(path) ?? 404;
    if (typeof content === "function") return content(request, response);
    if (typeof content === "number") return void response.writeHead(content).end();
    const isBytes = typeof content === "string" || Buffer.isBuffer(content);
    response.end(isBytes ? content : JSON.stringify(content));
  };

/**
 * Starts another service, over https by default, with the given content for each path. `requests` lists the requested
 * paths.
 */
export async function startSite(scheme: "https" | "http" = "https") {
  const contents = new Map<string, Content>();
  const requests: string[] = [];
  const handler = startContentSite(contents, requests);
  const { port } = await (scheme === "https"
    ? startHttpsReceiver(handler)
    : listen(http.createServer(handler)));
  const publishBadge = scheme === "https" ? "receiver.test" : "127.0.0.1";
  const origin = `${scheme}://${publishBadge}:${port}`;
  return {
    origin,
    requests,
    at: (path: string) => origin + path,
    put: (path: string, content: Content) => void contents.set(path, content),
  };
}

export type Site = Awaited<ReturnType<typeof startSite>>;

/** Puts all documents of a badge on a site and returns them. */
export function publishBadge(site: Site, email: string, changes: Record<string, unknown> = {}) {
  const documents = buildOpenBadge(site.origin, email, changes);
  site.put("/assertion", documents.assertion);
  site.put("/class", documents.badgeClass);
  site.put("/issuer", documents.issuer);
  return documents;
}
