import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Piscina } from "piscina";
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
/** A real document takes milliseconds, and the start of a thread on a busy machine a second or two. */
const VERIFY_MS = 10_000;

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

const isTimeout = (signal: AbortSignal, error: unknown): boolean =>
  signal.aborted && (error as Error).name === "AbortError";

async function runVerification(args: unknown[]): Promise<ProofResult> {
  const signal = AbortSignal.timeout(VERIFY_MS);
  try {
    return (await getPool().run(args, { name: "verify", signal })) as ProofResult;
  } catch (error) {
    if (!isTimeout(signal, error) && !isOutOfMemory(error)) throw error;
    log.warn({ err: error }, "the proof of a document was not verified");
    return { isValid: null, problem: "unprocessable", detail: null };
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY";

/**
 * Verifies a proof as `verifyProof` does, in a thread. A document that takes more than ten seconds, or more memory than a
 * thread has, cannot be processed.
 *
 * @throws HttpError 503 when two hundred others are waiting
 */
export const verifyInThread = (
  document: JsonLdDocument,
  proof: JsonLdDocument,
  method: JsonLdDocument,
  previous: JsonLdDocument[] = [],
): Promise<ProofResult> => runLimited(() => runVerification([document, proof, method, previous]));
