import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

/** A delivery as it arrived. */
export type Received = {
  path: string;
  method: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** `webhook-id`. */
  id: string;
  at: Date;
};

/** What the receiver does: a status, a full response, no response, or a broken connection. */
export type Reply =
  number | { status: number; headers?: Record<string, string>; body?: string } | "silence" | "reset";
type ChooseReply = (received: Received) => Reply | Promise<Reply>;

export type Receiver = {
  /** Its address. Receivers of several organizations differ by path. */
  url: (path?: string) => string;
  /** All deliveries, in order. */
  received: Received[];
  of: (path: string) => Received[];
  /** Replies to the next requests, in order. After them, the default of `answer` applies. */
  script: (...replies: Reply[]) => void;
  /** Sets the default reply (initially 200). */
  answer: (chooseReply: ChooseReply | Reply) => void;
  /** Resolves when `condition` holds for the deliveries so far. It is checked with each delivery. */
  wait: (
    description: string,
    condition: (received: Received[]) => boolean,
    timeoutMs?: number,
  ) => Promise<Received[]>;
  close: () => Promise<void>;
};

/** Returns the event summary in a delivery. Throws unless it was signed with the secret. */
export const verifyDelivery = ({ headers, body }: Received, secret: string) =>
  new Webhook(secret).verify(body, {
    "webhook-id": String(headers["webhook-id"]),
    "webhook-timestamp": String(headers["webhook-timestamp"]),
    "webhook-signature": String(headers["webhook-signature"]),
  }) as { id: string; event_type: string };

/** Blocks requests until `open` is called. */
export function createGate(): { opened: Promise<void>; open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

async function readDelivery(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return {
    path: request.url ?? "",
    method: request.method ?? "",
    headers: request.headers,
    body: Buffer.concat(chunks).toString("utf8"),
    id: String(request.headers["webhook-id"] ?? ""),
    at: new Date(),
  };
}

function sendReply(reply: Reply, response: ServerResponse): void {
  if (reply === "silence") return;
  if (reply === "reset") {
    response.socket?.resetAndDestroy();
    return;
  }
  const { status, headers = {}, body = "" } = typeof reply === "number" ? { status: reply } : reply;
  response.writeHead(status, headers).end(body);
}

type Waiter = { check: () => void };

function createWait(received: Received[], waiters: Set<Waiter>): Receiver["wait"] {
  return (description, condition, timeoutMs = 60_000) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiters.delete(waiter);
        reject(
          new Error(
            `Waited ${timeoutMs} ms in vain for ${description}; ${received.length} requests arrived.`,
          ),
        );
      }, timeoutMs);
      const waiter: Waiter = {
        check: () => {
          if (!condition(received)) return;
          clearTimeout(timer);
          waiters.delete(waiter);
          resolve(received);
        },
      };
      waiters.add(waiter);
      waiter.check();
    });
}

/** Starts a receiver of webhooks on a free port of this machine, which tests control. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const waiters = new Set<Waiter>();
  const scripted: Reply[] = [];
  let chooseReply: ChooseReply = () => 200;
  const server = createServer((request, response) => {
    readDelivery(request)
      .then(async (arrived) => {
        received.push(arrived);
        const reply = scripted.shift() ?? chooseReply(arrived);
        for (const waiter of waiters) waiter.check();
        sendReply(await reply, response);
      })
      // A client that gave up in the middle, or a test that is over.
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path = "/hook") => `http://127.0.0.1:${port}${path}`,
    received,
    of: (path) => received.filter((arrived) => arrived.path === path),
    script: (...replies) => void scripted.push(...replies),
    answer: (how) => {
      chooseReply = typeof how === "function" ? how : () => how;
    },
    wait: createWait(received, waiters),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
