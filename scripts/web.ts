import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import next from "next";
import { flushRequests } from "@/lib/access/api-requests/service";
import { flushUses } from "@/lib/accounts/authentication/usage";
import { flushEngagement } from "@/lib/badges/engagement/service";
import { setRequestedAddressHeader } from "@/lib/http/server/requested-address";
import { countEngagement } from "@/lib/http/server/engagement";
import { prepareGracefulShutdown } from "@/lib/http/server/graceful-shutdown";
import { applyLanguageParameter } from "@/lib/http/server/language";
import { findFramingOrigins } from "@/lib/http/server/launch-framing";
import {
  createMalformedRequestFilter,
  type NextPath,
  rejectTunnels,
} from "@/lib/http/routing/malformed-request";
import { logRequest } from "@/lib/http/server/log-request";
import { normalizeRequest } from "@/lib/http/server/normalize-request";
import { createOtherBuildsHandler } from "@/lib/http/server/other-builds";
import { FRAME_PATH, registerFrameRenderer } from "@/lib/http/server/page-frame";
import { createPublicDocumentHandler } from "@/lib/http/server/public-documents";
import { type PageVariant, capturePage, type RenderedPage } from "@/lib/http/server/rendered-page";
import { sendError } from "@/lib/http/routing/send-error";
import { createApiHandler, type ApiRoute } from "@/lib/http/routing/serve-api";
import { setSecurityHeaders, setTransportSecurity } from "@/lib/http/server/security-headers";
import { readSocketOption } from "@/lib/http/server/socket-option";
import { ASSETS_FOLDER, createAssetHandler } from "@/lib/http/server/static-assets";
import { traceRequest } from "@/lib/http/server/trace-request";
import { isClientGone, withPageStatus } from "@/lib/http/server/page-status";
import { serveRequests } from "@/lib/http/server/unread-bodies";
import { setProcessKind } from "@/lib/kernel/application-name";
import { setClientAddressHeader } from "@/lib/kernel/client-address";
import { redirectConsoleToLog } from "@/lib/kernel/console-log";
import { disconnect } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { LANGUAGE_COOKIE } from "@/lib/kernel/locales";
import { log } from "@/lib/kernel/log";
import { logProcessFaults } from "@/lib/kernel/process-faults";
import { stopProcessing } from "@/lib/kernel/outbox/process-due";
import { reportMetrics } from "@/lib/platform/metrics/process-metrics";
import { drain } from "@/lib/platform/metrics/readiness";
import { PAGE_FILES_FOLDER } from "@/lib/platform/page-files/store";
import { startTracing, stopTracing } from "@/lib/platform/tracing/service";

type AsyncRequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Identifies what all pages depend on: the build, and the name and logo of the installation. */
async function readBuild(): Promise<string> {
  const id = await readFile(".next/BUILD_ID", "utf8");
  return [id, env().INSTALLATION_NAME, env().INSTALLATION_LOGO].join(" ");
}

type RouteTable = { routes: ApiRoute[]; nextPaths: NextPath[] };

/** Loads the table of routes, which the build puts next to this program. In development, Next knows them. */
const loadRouteTable = async (isDevelopment: boolean): Promise<RouteTable> =>
  isDevelopment
    ? { routes: [], nextPaths: [] }
    : ((await import(new URL("api-routes.js", import.meta.url).href)) as RouteTable);

/**
 * Creates the handler of requests, which serves our own files and documents or calls Next. In development, Next
 * compiles pages and routes as they change and opens a web socket on `server` for its hot reload. The headers and
 * everything before Next are the same.
 */
async function createRequestHandler(server: Server): Promise<AsyncRequestHandler> {
  const { PORT: port, NODE_ENV } = env();
  const dev = NODE_ENV === "development";
  // Next listens for upgrades on the server that it gets, although it supports none outside of development. node would
  // then leave every upgrade request without a response. A server that never listens avoids this.
  const httpServer = dev ? server : createServer();
  const app = next({ dev, dir: process.cwd(), port, hostname: "localhost", httpServer });
  await app.prepare();
  const handleWithNext = withPageStatus(app.getRequestHandler());
  const { routes, nextPaths } = await loadRouteTable(dev);
  const serveApi = createApiHandler(env().API_THROUGH_NEXT ? [] : routes);
  const rejectMalformed = await createMalformedRequestFilter("public", nextPaths);
  const serveAsset = dev ? () => false : await createAssetHandler(ASSETS_FOLDER, "/_next/static/");
  const serveOtherBuilds = dev
    ? () => Promise.resolve(false)
    : await createOtherBuildsHandler(PAGE_FILES_FOLDER);
  const render = (path: string, { locale, theme }: PageVariant): Promise<RenderedPage> =>
    capturePage(handleWithNext, path, {
      host: "localhost",
      cookie: `${LANGUAGE_COOKIE}=${locale}; theme=${theme}`,
    });
  const servePublicDocument = createPublicDocumentHandler(
    dev ? { build: "development", render, capacity: 1 } : { build: await readBuild(), render },
  );
  registerFrameRenderer((variant) => render(FRAME_PATH, variant));
  return async (request, response) => {
    setClientAddressHeader(request);
    if (serveAsset(request, response) || (await serveOtherBuilds(request, response))) return;
    setSecurityHeaders(request, response, await findFramingOrigins(request));
    setTransportSecurity(response, env().APP_URL);
    normalizeRequest(request);
    countEngagement(request, response);
    if (rejectMalformed(request, response) || (await serveApi(request, response))) return;
    setRequestedAddressHeader(request);
    applyLanguageParameter(request, response);
    if (await servePublicDocument(request, response)) return;
    await handleWithNext(request, response);
  };
}

/** Runs one server process, which handles requests until the supervisor stops it or ends. */
async function main(): Promise<void> {
  setProcessKind("web");
  redirectConsoleToLog({
    isExpected: isClientGone,
    isDevelopment: env().NODE_ENV === "development",
  });
  logProcessFaults();
  await startTracing("web");
  const server = createServer();
  const handler = await createRequestHandler(server);
  const closeServer = prepareGracefulShutdown(server);
  const stopLingering = serveRequests(server, (request, response) => {
    void traceRequest(request, response, () =>
      logRequest(request, response, () =>
        handler(request, response).catch((error: unknown) => sendError(request, response, error)),
      ),
    );
  });
  rejectTunnels(server);
  server.keepAliveTimeout = 65_000;
  let stopping = false;
  const stop = (drainSeconds: number): void => {
    if (stopping) return;
    stopping = true;
    stopLingering();
    void drain(drainSeconds)
      .then(() => Promise.all([closeServer(), stopProcessing()]))
      .then(() => Promise.all([flushUses(), flushEngagement(), flushRequests()]))
      .then(disconnect)
      .then(stopTracing)
      .finally(() => process.exit(0));
  };
  process.on("message", (message) => {
    if (message === "stop") stop(env().DRAIN_SECONDS);
  });
  reportMetrics();
  // The supervisor was killed, and the next one wants the port.
  process.on("disconnect", () => stop(0));
  // Ctrl-C reaches every process of the terminal, but only the supervisor decides the order in which they stop.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => stop(env().DRAIN_SECONDS));
  const socket = readSocketOption(process.argv);
  server.listen(socket === null ? { port: env().PORT, host: env().HOST } : { path: socket });
  // Rejects when the port was taken meanwhile. Without that, Next would log the error and this process would go on.
  await once(server, "listening");
  process.send?.("ready");
}

main().catch((error: unknown) => {
  log.fatal({ err: error }, "the server process could not start");
  process.exit(1);
});
