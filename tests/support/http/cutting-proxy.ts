import { createServer, request as forward, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** An HTTP proxy in front of the product that loses responses. */
export type CuttingProxy = {
  origin: string;
  /** Carries out the next requests that match, but cuts the connection instead of returning their responses. */
  loseNext: (count: number, matches: (request: IncomingMessage) => boolean) => void;
  /** The number of responses lost so far. */
  lost: () => number;
  stop: () => Promise<void>;
};

/** Starts a proxy to the product at `origin`. */
export async function startCuttingProxy(origin: string): Promise<CuttingProxy> {
  let remaining = 0;
  let lost = 0;
  let matches: (request: IncomingMessage) => boolean = () => true;

  const relay = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const isLost = remaining > 0 && matches(incoming);
    if (isLost) remaining -= 1;
    const { method, headers, url = "/" } = incoming;
    const sent = forward(new URL(url, origin), { method: method ?? "GET", headers }, (response) => {
      if (!isLost) {
        outgoing.writeHead(response.statusCode ?? 500, response.headers);
        response.pipe(outgoing);
        return;
      }
      response.resume().on("end", () => {
        lost += 1;
        outgoing.socket?.resetAndDestroy();
      });
    });
    sent.on("error", () => outgoing.destroy());
    incoming.pipe(sent);
  };
  const server = createServer(relay);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    loseNext: (count, which) => {
      remaining = count;
      matches = which;
    },
    lost: () => lost,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
