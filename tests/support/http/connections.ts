import { readdir, readFile, readlink } from "node:fs/promises";
import { Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect, type Socket } from "node:net";
import { platform } from "node:os";
import { runCommand } from "@/lib/platform/postgres/binaries";
import type { Product } from "../platform/product";

// A client's individual connections: which server process has one, and requests that no library would send.

type Data = any; // oxlint-disable-line typescript/no-explicit-any

export type Reply = { status: number; headers: IncomingHttpHeaders; text: string; data: Data };

export type KeepAliveRequest = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Sends the body in chunks of this many bytes, without its length. */
  chunk?: number;
};

const parseData = (text: string): Data => {
  try {
    return (JSON.parse(text) as { data: Data }).data;
  } catch {
    return undefined;
  }
};

/** One connection that stays open, for consecutive requests. */
export function openKeepAliveConnection(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { hostname, port } = new URL(origin);
  let socket: Socket | null = null;

  const ask = ({ method = "GET", path, headers = {}, body, chunk }: KeepAliveRequest): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const length = chunk || body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
      const options = { agent, hostname, port, method, path, headers: { ...length, ...headers } };
      const asked = httpRequest(options, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.once("error", reject);
        response.once("end", () => {
          const text = Buffer.concat(parts).toString("utf8");
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            data: parseData(text),
          });
        });
      });
      asked.once("socket", (own) => {
        socket = own;
      });
      asked.once("error", reject);
      const bytes = Buffer.from(body ?? "");
      const size = chunk ?? bytes.length;
      const send = () => {
        for (let at = 0; at < bytes.length; at += size) asked.write(bytes.subarray(at, at + size));
        asked.end();
      };
      // A client that sends `Expect: 100-continue` waits for the response before it sends the body.
      if (headers.expect) asked.once("continue", send);
      else send();
      if (headers.expect) asked.flushHeaders();
    });
  return {
    ask,
    localPort: () => socket?.localPort ?? 0,
    close: () => agent.destroy(),
  };
}

export type KeepAliveConnection = ReturnType<typeof openKeepAliveConnection>;

/** Sends a text unchanged. Returns the whole response until the server ends the connection. */
export function rawExchange(origin: string, text: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.on("data", (part: Buffer) => parts.push(part));
    socket.once("error", reject);
    socket.once("close", () => resolve(Buffer.concat(parts).toString("utf8")));
  });
}

/** Finds the inode of the server's end of a connection in the kernel's table. */
async function findServerInode(clientPort: number, serverPort: number): Promise<string | null> {
  const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, "0");
  for (const table of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    const lines = (await readFile(table, "utf8").catch(() => "")).split("\n").slice(1);
    for (const line of lines) {
      const [, local = "", remote = "", , , , , , , inode = "0"] = line.trim().split(/\s+/);
      const isIt = local.endsWith(`:${hex(serverPort)}`) && remote.endsWith(`:${hex(clientPort)}`);
      if (isIt && inode !== "0") return inode;
    }
  }
  return null;
}

const hasSocketOpen = async (pid: number, name: string): Promise<boolean> => {
  const files = await readdir(`/proc/${pid}/fd`);
  const names = await Promise.all(files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => "")));
  return names.includes(name);
};

/** Lists which of these processes have the other end of a connection. */
async function listSocketHolders(
  connection: KeepAliveConnection,
  pids: number[],
  serverPort: number,
): Promise<number[]> {
  const port = connection.localPort();
  if (platform() !== "linux") {
    const { output } = await runCommand("lsof", ["-nP", "-t", `-iTCP:${port}`]);
    return pids.filter((pid) => output.split("\n").includes(String(pid)));
  }
  const name = `socket:[${await findServerInode(port, serverPort)}]`;
  const holds = await Promise.all(pids.map((pid) => hasSocketOpen(pid, name)));
  return pids.filter((_pid, index) => holds[index]);
}

/** Finds the server process that has a connection. */
async function findServerProcess(product: Product, connection: KeepAliveConnection): Promise<number> {
  const pids = (await product.servers()).map(({ pid }) => pid);
  const [holder] = await listSocketHolders(connection, pids, Number(new URL(product.origin).port));
  if (holder === undefined) throw new Error("No server process holds the connection.");
  return holder;
}

/** Opens a connection to each server process of a product. The caller must close them. */
export async function connectToEachServer(product: Product): Promise<KeepAliveConnection[]> {
  const byServer = new Map<number, KeepAliveConnection>();
  const wanted = (await product.servers()).length;
  for (let attempt = 0; byServer.size < wanted && attempt < 50; attempt += 1) {
    const connection = openKeepAliveConnection(product.origin);
    await connection.ask({ path: "/healthz" });
    const pid = await findServerProcess(product, connection);
    if (byServer.has(pid)) connection.close();
    else byServer.set(pid, connection);
  }
  if (byServer.size < wanted) throw new Error("Not every server process takes connections.");
  return [...byServer.values()];
}
