import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A TCP load balancer that gives each new connection to the next host that accepts it. */
export type TcpBalancer = {
  origin: string;
  /** Sets the ports of the hosts behind it. */
  setHosts: (ports: number[]) => void;
  /** The number of connections that each port got so far. */
  counts: () => Map<number, number>;
  stop: () => Promise<void>;
};

const tryConnect = (port: number): Promise<Socket | null> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    socket.once("connect", () => resolve(socket)).once("error", () => resolve(null));
  });

const WAIT_MS = 100;

/**
 * Gives new connections only to the hosts whose /healthz returns 200, each asked apart from the others, as balancers do: one that
 * starts may take seconds to answer. Returns the end of it.
 */
export function followHealth(balancer: TcpBalancer, ports: number[]): () => Promise<void> {
  const healthy = new Set<number>();
  const end = new AbortController();
  const isHealthy = (port: number): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/healthz`, { signal: end.signal })
      .then(async (response) => (await response.text()) !== "" && response.ok)
      .catch(() => false);
  const follow = async (port: number): Promise<void> => {
    while (!end.signal.aborted) {
      if (await isHealthy(port)) healthy.add(port);
      else healthy.delete(port);
      balancer.setHosts(ports.filter((one) => healthy.has(one)));
      await sleep(WAIT_MS);
    }
  };
  const following = Promise.all(ports.map(follow));
  return async () => {
    end.abort();
    await following;
  };
}

/**
 * Starts a balancer on loopback. It knows nothing of HTTP: the connection of a host that dies is cut. `waits`: it holds
 * a new connection until a host accepts it.
 */
export async function startTcpBalancer({ waits = false } = {}): Promise<TcpBalancer> {
  const sockets = new Set<Socket>();
  const counts = new Map<number, number>();
  let ports: number[] = [];
  let next = 0;
  let isStopped = false;

  async function connectWhenPossible(): Promise<Socket | null> {
    for (;;) {
      const socket = await connectToHost();
      if (socket || !waits || isStopped) return socket;
      await sleep(WAIT_MS);
    }
  }

  async function connectToHost(): Promise<Socket | null> {
    const first = (next += 1);
    for (let attempt = 0; attempt < ports.length; attempt += 1) {
      const port = ports[(first + attempt) % ports.length] ?? 0;
      const socket = await tryConnect(port);
      if (!socket) continue;
      counts.set(port, (counts.get(port) ?? 0) + 1);
      return socket;
    }
    return null;
  }

  function link(one: Socket, other: Socket): void {
    sockets.add(one);
    one
      .on("error", () => other.destroy())
      .on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
    one.pipe(other);
  }

  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (near) => {
    near.on("error", () => undefined);
    void connectWhenPossible().then((far) => {
      if (!far) {
        near.destroy();
        return;
      }
      link(near, far);
      link(far, near);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setHosts: (chosen) => {
      ports = chosen;
    },
    counts: () => new Map(counts),
    stop: () => {
      isStopped = true;
      for (const socket of sockets) socket.destroy();
      return new Promise((done) => void server.close(() => done()));
    },
  };
}
