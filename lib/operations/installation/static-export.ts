import { readFile, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { ExportFolder } from "@/lib/credentials/static-export/folder";
import { exportPublicFiles } from "@/lib/credentials/static-export/service";
import type { ExportSummary } from "@/lib/credentials/static-export/schema";
import { runAsJob } from "@/lib/kernel/db";
import { publicUrl } from "@/lib/kernel/env";
import { buildIfNeeded } from "./build";
import { fork, type ChildProcess } from "node:child_process";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { buildSocketOption } from "@/lib/http/server/socket-option";
import { programPath } from "@/lib/kernel/programs";
import { printProgress } from "@/lib/kernel/program-log";

const RESPONSE_TIMEOUT_MS = 120_000;
const CONNECTIONS = 8;

/** A response of the service, complete. */
type AnonymousResponse = { status: number; location: string | null; body: Buffer };

/** A server process of the service that only this process can reach. */
type AnonymousServer = {
  /** Requests a path and query without any credential or preference of a language or type. */
  read: (address: string) => Promise<AnonymousResponse>;
  stop: () => Promise<void>;
};

/**
 * The environment of the process. It has no limits, because nobody else reaches it, and reads nothing from a replica,
 * which may be behind.
 */
const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: "production",
  NEXT_TELEMETRY_DISABLED: "1",
  LOG_LEVEL: "error",
  RATE_LIMIT: "off",
  READ_DATABASE_URL: "",
  DATABASE_POOL: "5",
});

/** Resolves when the process is ready to serve. */
const whenReady = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    child.once("message", (message) => {
      if (message === "ready") resolve();
    });
    child.once("error", reject);
    child.once("exit", (code, signal) =>
      reject(new Error(`The server process could not start (${String(signal ?? code)}).`)),
    );
  });

const whenEnded = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once("exit", () => resolve());
  });

function send(options: { agent: Agent; socket: string; host: string }, path: string) {
  const { agent, socket, host } = options;
  return new Promise<AnonymousResponse>((resolve, reject) => {
    const headers = { host };
    const sent = request({ agent, socketPath: socket, path, headers, timeout: RESPONSE_TIMEOUT_MS });
    sent.once("timeout", () => sent.destroy(new Error(`${path} did not respond in time.`)));
    sent.once("error", reject);
    sent.once("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          location: response.headers.location ?? null,
          body: Buffer.concat(chunks),
        }),
      );
    });
    sent.end();
  });
}

/**
 * Starts a server process on a socket in a folder that only this account can open. It ends with this process. `host` is
 * the public host of the service.
 */
async function startAnonymousServer(host: string): Promise<AnonymousServer> {
  const folder = await mkdtemp(join(tmpdir(), "badges-export-"));
  const socket = join(folder, "http");
  const child = fork(programPath("web"), [buildSocketOption(socket)], {
    env: environment(),
    // The output of the command is its result.
    stdio: ["ignore", process.stderr, process.stderr, "ipc"],
  });
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const stop = async (): Promise<void> => {
    agent.destroy();
    if (child.connected) child.send("stop");
    await whenEnded(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await whenReady(child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { read: (path) => send({ agent, socket, host }, path), stop };
}

/**
 * Exports what anyone can read of the service into a folder (decision 0102). The pages and documents are those of a server
 * process of its own, so the service may run or not.
 */
export async function exportStatic(
  directory: string,
  { isFull }: { isFull: boolean },
): Promise<ExportSummary> {
  const { origin, host } = new URL(publicUrl("/"));
  const folder = await ExportFolder.open(directory, origin);
  try {
    await buildIfNeeded({ announce: () => printProgress("Building (about a minute) …") });
    const build = await readFile(join(".next", "BUILD_ID"), "utf8");
    const { read, stop } = await startAnonymousServer(host);
    try {
      return await runAsJob(() =>
        exportPublicFiles({ folder, origin, build, isFull, read, report: printProgress }),
      );
    } finally {
      await stop();
    }
  } finally {
    await folder.close();
  }
}
