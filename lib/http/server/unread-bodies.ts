import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** A body up to this size is read to its end after the answer, so that the connection can be used again. */
const DRAIN_BYTES = 256 * 1_024;

// A client that is still sending loses an answer that it has not read when its connection is reset: what it goes on to
// send is read for a while and thrown away (RFC 9112, 9.6).
const LINGER_MS = 30_000;
const LINGER_BYTES = 64 * 1_024 * 1_024;
const LINGER_MS_AT_STOP = 1_000;
const CHECK_MS = 100;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** The size of a request's body in bytes; infinite when the request does not declare it. */
const bodySize = ({ headers }: IncomingMessage): number =>
  headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : Infinity;

/**
 * Reads on without keeping anything. This is what node does with the body of a request that nothing has begun to read.
 * It has no public name, and `resume` does nothing for a stream that its reader has destroyed.
 */
function discard(request: IncomingMessage & { _dump?: () => void }, socket: Socket): void {
  request._dump?.();
  socket.resume();
}

/**
 * Answers the requests of a server, and decides what becomes of a connection when an answer is finished before the
 * body of its request was read. A small body is read to its end, and the connection stays open. With a larger one, or
 * one of unknown size, the answer says `Connection: close`; the connection is then ended for writing, read for a limited
 * time so that the client can read its answer, and closed.
 *
 * Returns what shortens that time to a second, for the end of the server.
 */
export function answerRequests(server: Server, answer: Answer): () => void {
  const closing = new WeakSet<Socket>();
  let isStopping = false;

  function readOn(request: IncomingMessage, socket: Socket): void {
    const [since, bytesBefore] = [Date.now(), socket.bytesRead];
    const check = setInterval(() => {
      const limitMs = isStopping ? LINGER_MS_AT_STOP : LINGER_MS;
      const isTooMuch = Date.now() - since > limitMs || socket.bytesRead - bytesBefore > LINGER_BYTES;
      if (request.complete || isTooMuch || socket.destroyed) finish(isTooMuch);
    }, CHECK_MS);
    const finish = (isTooMuch: boolean): void => {
      clearInterval(check);
      // Gives node its own method back.
      Reflect.deleteProperty(socket, "destroySoon");
      if (isTooMuch || closing.has(socket)) socket.destroy();
    };
    discard(request, socket);
  }

  function handle(request: IncomingMessage, response: ServerResponse, respond: Answer): void {
    const { socket } = request;
    // After an answer with `Connection: close` nothing that arrives is a request (RFC 9112, 9.6).
    if (closing.has(socket)) return;
    if (bodySize(request) > DRAIN_BYTES && response.shouldKeepAlive) {
      response.shouldKeepAlive = false;
      request.once("end", () => {
        if (!response.headersSent) response.shouldKeepAlive = !isStopping;
      });
    }
    // Comes before node's own listener, which would destroy the connection, and unread answers with it.
    response.prependOnceListener("finish", () => {
      if (request.complete || socket.destroyed) return;
      socket.destroySoon = () => {
        closing.add(socket);
        socket.end();
      };
      readOn(request, socket);
    });
    respond(request, response);
  }

  server.on("request", (request, response) => handle(request, response, answer));
  // node answers these by itself, and would read their bodies without a limit.
  server.on("checkExpectation", (request, response) =>
    handle(request, response, () => void response.writeHead(417).end()),
  );
  return () => {
    isStopping = true;
  };
}
