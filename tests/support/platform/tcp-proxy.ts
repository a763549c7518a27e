import { createServer, connect, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

/** A TCP proxy that can drop traffic without notifying either side, as behind a firewall. */
export type TcpProxy = {
  port: number;
  /** Drops all traffic from now on: connections stay open and new ones are accepted, but nothing is forwarded. */
  dropAll: () => void;
  /** Drops the traffic of existing connections and forwards new ones. */
  dropExisting: () => void;
  /** Forwards new connections again. The dropped ones stay dropped. */
  forward: () => void;
  /** Delivers what the target sends this much later from now on, as over a long line. */
  delay: (ms: number) => void;
  /** The number of connections accepted so far. */
  accepted: () => number;
  stop: () => Promise<void>;
};

/** Starts a proxy on loopback that forwards to `target`. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let dropped = new WeakSet<Socket>();
  let isDropping = false;
  let accepted = 0;
  let delayMs = 0;

  const trackSocket = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  };
  const forwardBytes = (from: Socket, send: (bytes: Buffer) => unknown, to: Socket): void => {
    from.on("data", (bytes) => {
      if (!dropped.has(from)) send(bytes);
    });
    from.on("end", () => {
      if (!dropped.has(from)) to.end();
    });
  };
  const server = createServer({ allowHalfOpen: true }, (near) => {
    accepted += 1;
    trackSocket(near);
    if (isDropping) {
      dropped.add(near);
      near.resume();
      return;
    }
    const far = connect({ ...target, allowHalfOpen: true });
    trackSocket(far);
    forwardBytes(near, (bytes) => far.write(bytes), far);
    const deliver = (bytes: Buffer): void => void near.write(bytes);
    forwardBytes(
      far,
      (bytes) => (delayMs === 0 ? deliver(bytes) : setTimeout(deliver, delayMs, bytes)),
      near,
    );
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const dropExisting = (): void => {
    dropped = new WeakSet(sockets);
  };
  return {
    port: (server.address() as AddressInfo).port,
    dropAll: () => {
      isDropping = true;
      dropExisting();
    },
    dropExisting: dropExisting,
    forward: () => {
      isDropping = false;
    },
    delay: (ms) => {
      delayMs = ms;
    },
    accepted: () => accepted,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((done) => void server.close(() => done()));
    },
  };
}
