import { parseArgs, type ParseArgsConfig } from "node:util";
import { usageError } from "./terminal.ts";

export type Options = NonNullable<ParseArgsConfig["options"]>;
export type Values = Record<string, string | boolean | (string | boolean)[] | undefined>;

/** A command of `badges`. */
export type Command = {
  name: string;
  /** One line in the list of commands. */
  summary: string;
  /** The text of `--help`. */
  help: string;
  options: Options;
  /** `signal` aborts when the person presses Ctrl-C. Returns the exit code. */
  run: (values: Values, signal: AbortSignal) => Promise<number>;
};

const EXPLANATIONS: Record<string, (message: string) => string> = {
  ERR_PARSE_ARGS_UNKNOWN_OPTION: (message) => /'[^']+'/.exec(message)?.[0] ?? "",
  ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL: (message) => /'[^']+'/.exec(message)?.[0] ?? "",
};

/** Parses the arguments of a command. Throws with exit code 2. */
export function parseCommandLine({ name, options }: Command, args: string[]): Values {
  try {
    const all: Options = { ...options, help: { type: "boolean", short: "h" } };
    return parseArgs({ args, options: all, allowPositionals: false }).values as Values;
  } catch (error) {
    const { code = "", message } = error as Error & { code?: string };
    const word = EXPLANATIONS[code]?.(message);
    const text = word === undefined ? `${message.split(". ")[0]}.` : `“badges ${name}” has no ${word}.`;
    throw usageError(`${text} See “badges ${name} --help”.`);
  }
}

/** Returns the text of an option. */
export const text = (values: Values, name: string): string | undefined => {
  const value = values[name];
  return typeof value === "string" ? value : undefined;
};

/** Returns the texts of an option that may be repeated. */
export const texts = (values: Values, name: string): string[] => {
  const value = values[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
};

/** Returns a whole number from `least`. */
export function wholeNumber(values: Values, name: string, least: number): number | undefined {
  const given = text(values, name);
  if (given === undefined) return undefined;
  if (/^\d{1,9}$/.test(given) && Number(given) >= least) return Number(given);
  throw usageError(`--${name} takes a whole number from ${least}, not “${given}”.`);
}
