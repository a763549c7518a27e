import { createServer, connect, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

/** A way to a server on which traffic can get lost without either side being told, as behind a firewall. */
export type TcpProxy = {
  port: number;
  /** From now on nothing arrives: connections stay open, new ones are accepted, and nobody is answered. */
  loseAll: () => void;
  /** Connections there are get lost, new ones are forwarded. */
  loseOld: () => void;
  /** New connections are forwarded again; what was lost stays lost. */
  forward: () => void;
  /** How many connections were taken so far. */
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
