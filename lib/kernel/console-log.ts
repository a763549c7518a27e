import { format, stripVTControlCharacters } from "node:util";
import { log } from "./log";

/**
 * Writes the warnings and errors that libraries print to the console into the log of the process, as log lines; those of
 * which `isExpected` says that nothing can be done about them at the level debug.
 */
export function redirectConsoleToLog(isExpected: () => boolean = () => false): void {
  for (const printed of ["warn", "error"] as const) {
    console[printed] = (...parts: unknown[]) => {
      const level = isExpected() ? "debug" : printed;
      const err = parts.find((part) => part instanceof Error);
      const message = stripVTControlCharacters(format(...parts.filter((part) => part !== err))).trim();
      log[level]({ err }, message === "" ? "printed by a library" : message);
    };
  }
}
