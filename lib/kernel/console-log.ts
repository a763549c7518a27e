import { format, stripVTControlCharacters } from "node:util";
import { log } from "./log";

/** The level of the log line for each method of the console. */
const LEVELS = { log: "info", info: "info", debug: "debug", warn: "warn", error: "error" } as const;

const METHODS = ["log", "info", "debug", "warn", "error"] as const;

/**
 * Writes what libraries print to the console into the log of the process, as log lines; what `isExpected` says that nothing can
 * be done about at the level debug. In development only warnings and errors: Next prints the rest for the person at the
 * terminal.
 */
export function redirectConsoleToLog({
  isExpected = () => false,
  isDevelopment = false,
}: { isExpected?: () => boolean; isDevelopment?: boolean } = {}): void {
  for (const method of isDevelopment ? (["warn", "error"] as const) : METHODS) {
    console[method] = (...parts: unknown[]) => {
      const level = isExpected() ? "debug" : LEVELS[method];
      const err = parts.find((part) => part instanceof Error);
      const message = stripVTControlCharacters(format(...parts.filter((part) => part !== err))).trim();
      log[level]({ err }, message === "" ? "printed by a library" : message);
    };
  }
}
