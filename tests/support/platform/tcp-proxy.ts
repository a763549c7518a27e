import { createServer, connect, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

/** A TCP proxy that can drop traffic without notifying either side, as behind a firewall. */
export type TcpProxy = {
  port: number;
  /** Drops all traffic from now on: connections stay open and new ones are accepted, but nothing is forwarded. */
  loseAll: () => void;
  /** Drops the traffic of existing connections and forwards new ones. */
  loseOld: () => void;
  /** Forwards new connections again. The dropped ones stay dropped. */
  forward: () => void;
  /** The number of connections accepted so far. */
  taken: () => number;
  stop: () => Promise<void>;
};

/** Starts a proxy on loopback that forwards to `target`. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let lost = new WeakSet<Socket>();
  let isLosing = false;
  let taken = 0;

  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  };
  const pass = (from: Socket, to: Socket): void => {
    from.on("data", (bytes) => {
      if (!lost.has(from)) to.write(bytes);
    });
    from.on("end", () => {
      if (!lost.has(from)) to.end();
    });
  };
  const server = createServer({ allowHalfOpen: true }, (near) => {
    taken += 1;
    keep(near);
    if (isLosing) {
      lost.add(near);
      near.resume();
      return;
    }
    const far = connect({ ...target, allowHalfOpen: true });
    keep(far);
    pass(near, far);
    pass(far, near);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const loseOld = (): void => {
    lost = new WeakSet(sockets);
  };
  return {
    port: (server.address() as AddressInfo).port,
    loseAll: () => {
      isLosing = true;
      loseOld();
    },
    loseOld,
    forward: () => {
      isLosing = false;
    },
    taken: () => taken,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((done) => void server.close(() => done()));
    },
  };
}
