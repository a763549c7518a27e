import { pino } from "pino";

type Level = "info" | "warn" | "error" | "fatal";

/** Writes one message of a program: of the start and the end of the service, of migrations, of the archive and of backups. */
export type ProgramLog = (message: string, level?: Level) => void;

/**
 * Creates the log of a program on a stream: JSON lines with time and level, as in the log of the service, or plain text
 * for a person at a terminal. LOG_LEVEL does not apply, because passwords of the first start are shown once.
 */
export function createProgramLog(stream: NodeJS.WriteStream): ProgramLog {
  if (stream.isTTY) return (message) => void stream.write(`${message}\n`);
  // Node writes to pipes and files at once, so that nothing is lost when the program ends.
  const log = pino({ base: null }, { write: (line) => void stream.write(line) });
  return (message, level = "info") => log[level](message.trim());
}

/** The progress and the errors of a command, whose result goes to the standard output. */
export const printProgress = createProgramLog(process.stderr);
