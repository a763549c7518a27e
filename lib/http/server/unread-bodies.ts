import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** A body up to this size is read to its end after the response, so that the connection can be reused. */
const MAX_DRAIN_BYTES = 256 * 1_024;

// If the connection is reset while a client is still sending, the client loses a response that it has not read yet. So
// the rest is read for a while and discarded (RFC 9112, 9.6).
const LINGER_MS = 30_000;
const LINGER_BYTES = 64 * 1_024 * 1_024;
const LINGER_MS_AT_STOP = 1_000;
const CHECK_MS = 100;

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** The size of a request's body in bytes; infinite when the request does not declare it. */
const bodySize = ({ headers }: IncomingMessage): number =>
  headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : Infinity;

/**
 * Reads the rest and discards it, as node does with a body that no one has begun to read. node has no public function
 * for it, and `resume` does nothing for a stream that its reader has destroyed.
 */
function discardBody(request: IncomingMessage & { _dump?: () => void }, socket: Socket): void {
  request._dump?.();
  socket.resume();
}

/**
 * Serves the requests of a server, and decides what happens to a connection when the response is finished before the
 * body was read. A small body is read to its end, and the connection stays open. For a larger one, or one of unknown
 * size, the response says `Connection: close`; then the connection is closed for writing, read for a limited time so
 * that the client can read the response, and closed.
 *
 * Returns a function that shortens that time to a second, for shutting down.
 */
export function serveRequests(server: Server, answer: RequestHandler): () => void {
  const closing = new WeakSet<Socket>();
  let isStopping = false;

  function drainConnection(request: IncomingMessage, socket: Socket): void {
    const [since, bytesBefore] = [Date.now(), socket.bytesRead];
    const check = setInterval(() => {
      const limitMs = isStopping ? LINGER_MS_AT_STOP : LINGER_MS;
      const isTooMuch = Date.now() - since > limitMs || socket.bytesRead - bytesBefore > LINGER_BYTES;
      if (request.complete || isTooMuch || socket.destroyed) finish(isTooMuch);
    }, CHECK_MS);
    const finish = (isTooMuch: boolean): void => {
      clearInterval(check);
      // Restores node's own method.
      Reflect.deleteProperty(socket, "destroySoon");
      if (isTooMuch || closing.has(socket)) socket.destroy();
    };
    discardBody(request, socket);
  }

  function handle(request: IncomingMessage, response: ServerResponse, respond: RequestHandler): void {
    const { socket } = request;
    // After a response with `Connection: close`, nothing that arrives is a request (RFC 9112, 9.6).
    if (closing.has(socket)) return;
    if (bodySize(request) > MAX_DRAIN_BYTES && response.shouldKeepAlive) {
      response.shouldKeepAlive = false;
      request.once("end", () => {
        if (!response.headersSent) response.shouldKeepAlive = !isStopping;
      });
    }
    // Runs before node's own listener, which would destroy the connection together with unread responses.
    response.prependOnceListener("finish", () => {
      if (request.complete || socket.destroyed) return;
      socket.destroySoon = () => {
        closing.add(socket);
        socket.end();
      };
      drainConnection(request, socket);
    });
    respond(request, response);
  }

  server.on("request", (request, response) => handle(request, response, answer));
  // node responds to these itself, and would read their bodies without a limit.
  server.on("checkExpectation", (request, response) =>
    handle(request, response, () => void response.writeHead(417).end()),
  );
  return () => {
    isStopping = true;
  };
}
