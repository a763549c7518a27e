import { format, stripVTControlCharacters } from "node:util";
import { log } from "./log";

/** Writes the warnings and errors that libraries print to the console into the log of the process, as log lines. */
export function redirectConsoleToLog(): void {
  for (const level of ["warn", "error"] as const) {
    console[level] = (...parts: unknown[]) => {
      const err = parts.find((part) => part instanceof Error);
      const message = stripVTControlCharacters(format(...parts.filter((part) => part !== err))).trim();
      log[level]({ err }, message === "" ? "printed by a library" : message);
    };
  }
}
