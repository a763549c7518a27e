import { connect, type AddressInfo, type Socket } from "node:net";
import { createServer } from "node:tls";
import type { LocalhostCertificate } from "./localhost-certificate";

/** A proxy that speaks TLS to its clients and plain TCP to a port of this machine. */
export type TlsProxy = {
  /** Starts with https://localhost. */
  origin: string;
  /** Sets the port behind it. Connections before that are closed. */
  forwardTo: (port: number) => void;
  stop: () => Promise<void>;
};

/** Starts a proxy on a free loopback port with the certificate of localhost. */
export async function startTlsProxy({ key, cert }: LocalhostCertificate): Promise<TlsProxy> {
  const sockets = new Set<Socket>();
  let target: number | null = null;

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
  const server = createServer({ key, cert }, (near) => {
    if (target === null) {
      near.destroy();
      return;
    }
    const far = connect(target, "127.0.0.1");
    link(near, far);
    link(far, near);
  });
  // Some clients resolve localhost to ::1 first and then try 127.0.0.1.
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    forwardTo: (port) => {
      target = port;
    },
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((done) => void server.close(() => done()));
    },
  };
}
