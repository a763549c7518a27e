import cluster, { type Worker } from "node:cluster";
import { fork, type ChildProcess } from "node:child_process";
import { RateLimiterClusterMaster } from "rate-limiter-flexible";
import { RUNNER_POOL } from "@/lib/kernel/connection-limits";
import { env } from "@/lib/kernel/env";
import { STOP_SECONDS } from "@/lib/kernel/stop-limits";
import { PROBE_OPTION, programPath, type Mode } from "@/lib/kernel/programs";
import { respondWithMetrics } from "./metrics";
import type { ProgramLog } from "@/lib/kernel/program-log";

// The delay before replacing a process that ended quickly, because a fault at the start would repeat at once.
const RESTART_MS = 1_000;
const SHORT_LIFE_MS = 5_000;
const stopTimeoutMs = (): number => (STOP_SECONDS + env().DRAIN_SECONDS) * 1_000;

/** All running processes, for their metrics. */
const running = new Set<ChildProcess>();

/** A process that is restarted until `stop`, which kills it when it has not ended after `timeoutMs`. */
type SupervisedProcess = { stop: (timeoutMs?: number) => Promise<void> };

const waitForExit = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once("exit", () => resolve());
  });

async function stopChild(child: ChildProcess, timeoutMs: number): Promise<void> {
  const killing = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
  if (child.connected) child.send("stop");
  await waitForExit(child);
  clearTimeout(killing);
}

/**
 * Runs a process and restarts it when it ends by itself. The promise resolves when the process first sends "ready", and
 * rejects when it ends before that.
 */
function supervise(name: string, start: () => ChildProcess, log: ProgramLog): Promise<SupervisedProcess> {
  let stopping = false;
  let child: ChildProcess;
  let timer: NodeJS.Timeout | undefined;
  const supervised: SupervisedProcess = {
    stop: async (timeoutMs = stopTimeoutMs()) => {
      stopping = true;
      clearTimeout(timer);
      await stopChild(child, timeoutMs);
    },
  };
  return new Promise((resolve, reject) => {
    let isReady = false;
    const startChild = (): void => {
      child = start();
      const started = Date.now();
      const current = child;
      running.add(current);
      child.once("exit", () => running.delete(current));
      child.on("message", (message) => {
        // A process that gets no response shows its own metrics.
        respondWithMetrics(message, current, running).catch((error: unknown) =>
          log(`No metrics: ${String(error)}`, "warn"),
        );
        if (message !== "ready") return;
        isReady = true;
        resolve(supervised);
      });
      const handleExit = (cause: string): void => {
        if (!isReady) reject(new Error(`The ${name} process could not start (${cause}).`));
        if (stopping || !isReady) return;
        log(`The ${name} process ended (${cause}); starting another one.`, "error");
        timer = setTimeout(startChild, Date.now() - started < SHORT_LIFE_MS ? RESTART_MS : 0);
      };
      child.once("exit", (code, signal) => handleExit(String(signal ?? code)));
      // The system could not start the process, or a message was sent to one that was just ending. Only in the first
      // case there is no "exit" event.
      child.on("error", (error) => {
        if (child.pid === undefined) handleExit(error.message);
      });
    };
    startChild();
  });
}

// On a machine with much memory, V8 lets the heap grow to twice what is needed. This halves the resident memory (npm
// run bench memory) without a hard limit, which a few large images could exceed. Less room for new objects takes another 40
// MB from the peak under large bodies, and no measurable time from issuing.
const execArgv = ["--heap-growing-percent=40", "--max-semi-space-size=8"];
/**
 * glibc keeps an area of memory for each thread that allocates, up to eight for each processor. Two take 30 MB less at the peak
 * under large bodies.
 */
const allocation = { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? "2" };

function forkWeb(mode: Mode): ChildProcess {
  const worker: Worker = cluster.fork({ ...allocation, NODE_ENV: mode, NEXT_TELEMETRY_DISABLED: "1" });
  // When a message is sent to a process that is just ending, the worker repeats the error that `keep` handles for the
  // process. Without a listener this "error" event would end the supervisor.
  worker.on("error", () => undefined);
  return worker.process;
}

// The process for jobs is idle most of the time: WebAssembly (Prisma's query compiler) is not optimized, and little memory
// is reserved for new objects. Both together take a third of its memory.
const runnerExecArgv = [...execArgv, "--liftoff-only", "--max-semi-space-size=2"];

const forkRunner = (mode: Mode, args: string[]): ChildProcess =>
  fork(programPath("runner", mode), args, {
    execArgv: runnerExecArgv,
    env: { ...process.env, ...allocation, NODE_ENV: mode, DATABASE_POOL: String(RUNNER_POOL) },
  });

/** Creates the demonstration on the first start and returns the text to print to the terminal. */
export function runWelcome(mode: Mode): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const child = fork(programPath("welcome", mode), {
      env: { ...process.env, NODE_ENV: mode },
    });
    let welcomeText: string | null = null;
    child.on("message", (message) => {
      if (typeof message === "string") welcomeText = message;
    });
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve(welcomeText) : reject(new Error("The demonstration could not be created.")),
    );
  });
}

/**
 * Runs server processes on one port and, if `jobs`, one process for jobs; resolves when all are ready. Without servers
 * the process for jobs uses the port (`startProbeServer`). `stop` lets current requests finish first.
 */
export async function startProcesses(
  { servers, jobs }: { servers: number; jobs: boolean },
  mode: Mode,
  log: ProgramLog,
): Promise<SupervisedProcess> {
  // Counts the limits of lib/platform/limits/rate-limit.ts for all server processes.
  new RateLimiterClusterMaster();
  cluster.setupPrimary({ exec: programPath("web", mode), execArgv });
  const starting = [
    ...Array.from({ length: servers }, () => supervise("server", () => forkWeb(mode), log)),
    ...(jobs ? [supervise("job", () => forkRunner(mode, servers === 0 ? [PROBE_OPTION] : []), log)] : []),
  ];
  const results = await Promise.allSettled(starting);
  const supervised = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const stop = async (timeoutMs?: number) => {
    await Promise.all(supervised.map((one) => one.stop(timeoutMs)));
  };
  const failed = results.find((result) => result.status === "rejected");
  if (!failed) return { stop };
  await stop();
  throw failed.reason;
}
