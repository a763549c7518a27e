import { availableParallelism } from "node:os";
import { join } from "node:path";
import { MessageChannel } from "node:worker_threads";
import { Piscina } from "piscina";
import { busy } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import { findCompiledProgram } from "@/lib/kernel/programs";
import { limitConcurrency } from "@/lib/platform/limits/limit-concurrency";
import type { Proof } from "./schema";
import type { ProofKey } from "./sign";
import type { ProofResult } from "./verify";

// JSON-LD takes the processor for milliseconds, and for much longer when a stranger's document is made for that. So proofs are
// made and verified in threads: requests go on meanwhile, several credentials are signed at once, and a document that takes too
// long ends with its thread.

const MAX_THREADS = Math.min(availableParallelism(), 4);
const MAX_WAITING = 200;
const IDLE_MS = 30_000;
const MAX_MEMORY_MB = 256;
/** A real document takes milliseconds. */
const VERIFY_MS = 10_000;
/** The start of a thread takes a second or two on a busy machine, and more on one without time to spare. */
const START_MS = 30_000;

/** The compiled program if this process runs from a build, otherwise its source. */
const findProgram = (): string =>
  findCompiledProgram("proofs") ?? join(process.cwd(), "scripts/proofs-from-source.js");

function createPool(): Piscina {
  const pool = new Piscina({
    filename: findProgram(),
    execArgv: [],
    minThreads: 0,
    maxThreads: MAX_THREADS,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    // Contexts are bundled and keys are given: the threads need no secrets.
    env: {},
  });
  // A thread that ends while it has nothing to do. One that has something to do fails its task.
  pool.on("error", (error: unknown) => log.warn({ err: error }, "a thread for proofs ended"));
  return pool;
}

let pool: Piscina | null = null;

/** Threads start when they are first needed, and end when they have had nothing to do for half a minute. */
const getPool = (): Piscina => (pool ??= createPool());

// Not the pool's own queue: the time limit of a task must not begin while it waits.
const runLimited = limitConcurrency("Signing or verifying a document", MAX_THREADS, MAX_WAITING);

/**
 * Signs a document as `signDocument` does, in a thread.
 *
 * @throws HttpError 503 when two hundred others are waiting, and what `signDocument` throws
 */
export const signInThread = <Document extends JsonLdDocument>(
  document: Document,
  key: ProofKey,
  created: string,
): Promise<Document & { proof: Proof[] }> =>
  runLimited(() => getPool().run([document, key, created], { name: "sign" }));

// The time limit of a document must not include the start of its thread: a genuine one would be refused on a busy machine.
async function runVerification(args: unknown[]): Promise<ProofResult> {
  const { port1: started, port2: begin } = new MessageChannel();
  const ending = new AbortController();
  const endAfter = (ms: number) => setTimeout(() => ending.abort(), ms);
  let hasStarted = false;
  let limit = endAfter(START_MS);
  started.once("message", () => {
    hasStarted = true;
    clearTimeout(limit);
    limit = endAfter(VERIFY_MS);
  });
  try {
    const options = { name: "verify", signal: ending.signal, transferList: [begin] };
    return (await getPool().run({ args, begin }, options)) as ProofResult;
  } catch (error) {
    const isTimeout = ending.signal.aborted && (error as Error).name === "AbortError";
    if (isTimeout && !hasStarted) throw busy();
    if (!isTimeout && !isOutOfMemory(error)) throw error;
    log.warn({ err: error }, "the proof of a document was not verified");
    return { isValid: null, problem: "unprocessable", detail: null };
  } finally {
    clearTimeout(limit);
    started.close();
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY";

/**
 * Verifies a proof as `verifyProof` does, in a thread. A document that takes more than ten seconds, or more memory than a
 * thread has, cannot be processed.
 *
 * @throws HttpError 503 when two hundred others are waiting, or no thread could start within half a minute
 */
export const verifyInThread = (
  document: JsonLdDocument,
  proof: JsonLdDocument,
  method: JsonLdDocument,
  previous: JsonLdDocument[] = [],
): Promise<ProofResult> => runLimited(() => runVerification([document, proof, method, previous]));
