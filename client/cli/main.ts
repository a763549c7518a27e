#!/usr/bin/env node
import { BadgesApiError, BadgesConnectionError } from "../src/client.ts";
import { VERSION } from "../src/version.ts";
import { parseCommandLine, type Command } from "./command.ts";
import { issue } from "./commands/issue.ts";
import { list, templates } from "./commands/list.ts";
import { listen } from "./commands/listen.ts";
import { login, logout } from "./commands/login.ts";
import { watch } from "./commands/watch.ts";
import { CommandError, EXIT, printLine, printNote, usageError } from "./terminal.ts";

const COMMANDS: Command[] = [login, logout, templates, issue, list, watch, listen];

const HELP = `Usage: badges COMMAND [options]

Commands:
${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(11)}${summary}`).join("\n")}

“badges COMMAND --help” shows the options and examples of a command.

Exit codes: 0 done, 1 refused or partly failed, 2 wrong arguments or file, 3 not signed in or token refused,
4 service not reachable, 130 interrupted. NO_COLOR turns colors off.`;

function explainApiError(error: BadgesApiError): string {
  const fields = error.errors.map(({ field, message }) => `\n  ${field}: ${message}`).join("");
  const id = error.requestId === null ? "" : `\nRequest id: ${error.requestId}`;
  const hint = error.status === 410 ? " Start without --after and --resume." : "";
  return `${error.message}${hint}${fields}${id}`;
}

/** Explains what went wrong in plain words. Returns the exit code. */
function reportFailure(error: unknown): number {
  const print = (text: string) => {
    for (const line of `badges: ${text}`.split("\n")) printNote(line);
  };
  if (error instanceof CommandError) {
    print(error.message);
    return error.exitCode;
  }
  if (error instanceof BadgesApiError) {
    print(explainApiError(error));
    return [401, 403].includes(error.status) ? EXIT.credential : EXIT.failed;
  }
  if (error instanceof BadgesConnectionError) {
    print(`The service cannot be reached: ${error.message}`);
    return EXIT.connection;
  }
  print((error as Error).message);
  return error instanceof TypeError ? EXIT.usage : EXIT.failed;
}

async function runCommand(args: string[], signal: AbortSignal): Promise<number> {
  const [name = "--help", ...rest] = args;
  if (["--help", "-h", "help"].includes(name)) printLines(HELP);
  else if (name === "--version") printLine(VERSION);
  else {
    const command = COMMANDS.find((one) => one.name === name);
    if (!command) throw usageError(`There is no command “${name}”. See “badges --help”.`);
    const values = parseCommandLine(command, rest);
    if (values.help !== true) return command.run(values, signal);
    printLines(command.help);
  }
  return 0;
}

const printLines = (text: string): void => {
  for (const line of text.split("\n")) printLine(line);
};

async function main(): Promise<void> {
  const interruption = new AbortController();
  const interrupt = () => {
    // A second signal ends the program at once.
    if (interruption.signal.aborted) process.exit(EXIT.interrupted);
    interruption.abort();
  };
  process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
  // The reader of a pipe, for example head, has seen enough.
  process.stdout.on("error", (error: NodeJS.ErrnoException) =>
    process.exit(error.code === "EPIPE" ? 0 : EXIT.failed),
  );
  const code = await runCommand(process.argv.slice(2), interruption.signal).catch((error: unknown) =>
    interruption.signal.aborted ? EXIT.interrupted : reportFailure(error),
  );
  process.exitCode = interruption.signal.aborted ? EXIT.interrupted : code;
}

await main();
