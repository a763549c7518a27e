import { log } from "./log";

/**
 * Writes what node would print by itself as log lines: its warnings, and the error that ends the process because nothing
 * caught it.
 */
export function logProcessFaults(): void {
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log.warn({ err: warning }, "a warning of node"));
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "an error that nothing caught ends the process");
    process.exit(1);
  });
}
