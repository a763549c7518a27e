import { setTimeout as sleep } from "node:timers/promises";

const WAIT_MS = 2_000;
const POLL_MS = 50;

const hasFileRequest = (): boolean => process.getActiveResourcesInfo().includes("FSReqPromise");

/**
 * Ends this process with an exit code. Node waits at its end for requests of files, which on a network disk that does not respond
 * may take for ever. Kills the process when they take longer than two seconds.
 */
export async function endProcess(code: number, warn: (message: string) => void): Promise<void> {
  for (let waited = 0; hasFileRequest() && waited < WAIT_MS; waited += POLL_MS) await sleep(POLL_MS);
  if (hasFileRequest()) {
    warn("A disk does not respond, so this process ends without waiting for it (SIGKILL).");
    process.kill(process.pid, "SIGKILL");
  }
  process.exit(code);
}
