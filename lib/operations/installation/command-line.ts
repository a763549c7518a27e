import { parseArgs, type ParseArgsConfig } from "node:util";
import { z } from "zod";
import type { Page } from "@/lib/kernel/list/page";

/** A page of a list, as a command prints it. */
export type ListResult<Item> = { items: Item[]; page: number; total_pages: number; total_count: number };

/** Returns the page number and the totals of a list. */
export const pageMetadata = ({ page, per, total }: Page<unknown>): Omit<ListResult<never>, "items"> => ({
  page,
  total_pages: Math.max(1, Math.ceil(total / per)),
  total_count: total,
});

type Item = Record<string, unknown>;
type Result = Item | ListResult<Item>;
/** What a command may know of the installation (lib/operations/installation/prepare.ts). */
type Installation = { secretsFile: string | null };
type Work = (installation: Installation) => Promise<Result>;

/** A command of the operator: its name, what it does, and its options. */
export type Command = {
  /** Such as `organization update`. */
  name: string;
  usage: string;
  help: string;
  /** The options by their names, and how each of them is checked. */
  given: z.ZodRawShape;
  /** Validates the options, before anything is started, and returns the work. */
  options: z.ZodType<Work>;
  /**
   * Whether the command opens the database by itself, or needs none: it runs without `prepareInstallation`, which
   * migrates the database and refuses keys that do not fit.
   */
  isWithoutDatabase: boolean;
  /** The exit code after the command did its work: not 0 if the result has to be looked at. */
  exitCode: (result: Result) => number;
  /** Formats the result for people. Default: a line for each value, or a table. */
  format?: (result: Result) => string;
};

/** Defines a command without options that works on installations that cannot be prepared. */
export const commandWithoutPreparation = <Output extends object>(definition: {
  name: string;
  help: string;
  run: () => Promise<Output>;
  isFailure: (result: Output) => boolean;
  format: (result: Output) => string;
}): Command => ({
  name: definition.name,
  usage: "",
  help: definition.help,
  given: {},
  options: z.strictObject({}).transform(() => () => definition.run() as Promise<object> as Promise<Result>),
  exitCode: (result) => (definition.isFailure(result as Output) ? 1 : 0),
  format: (result) => definition.format(result as Output),
  isWithoutDatabase: true,
});

/** Defines a command. `given` describes its options; any other option is refused. */
export const command = <Shape extends z.ZodRawShape, Output extends object>(definition: {
  name: string;
  usage?: string;
  help: string;
  given: Shape;
  run: (given: z.output<z.ZodObject<Shape>>, installation: Installation) => Promise<Output>;
  isWithoutDatabase?: boolean;
  isFailure?: (result: Output) => boolean;
  /** Formats the result for people. Default: a line for each value, or a table. */
  format?: (result: Output) => string;
  /** Instead of `isFailure`, for other codes than 1. */
  exitCode?: (result: Output) => number;
  /** Returns what is wrong with options that do not go together; null for those that do. */
  findConflict?: (given: z.output<z.ZodObject<Shape>>) => { option: string; message: string } | null;
}): Command => ({
  name: definition.name,
  usage: definition.usage ?? "",
  help: definition.help,
  given: definition.given,
  options: z
    .strictObject(definition.given)
    .superRefine((given, context) => {
      const conflict = definition.findConflict?.(given as z.output<z.ZodObject<Shape>>);
      if (conflict) context.addIssue({ code: "custom", path: [conflict.option], message: conflict.message });
    })
    .transform(
      (given) => (installation: Installation) =>
        definition.run(
          given as z.output<z.ZodObject<Shape>>,
          installation,
        ) as Promise<object> as Promise<Result>,
    ),
  isWithoutDatabase: definition.isWithoutDatabase ?? false,
  ...(definition.format ? { format: (result) => definition.format?.(result as Output) ?? "" } : {}),
  exitCode: (result) =>
    definition.exitCode?.(result as Output) ?? (definition.isFailure?.(result as Output) ? 1 : 0),
});

type OptionTypes = NonNullable<ParseArgsConfig["options"]>;

/** How an option is given: alone, once with a value, or several times. */
function optionType(schema: z.core.$ZodType): OptionTypes[string] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return optionType(schema.unwrap());
  if (schema instanceof z.ZodBoolean) return { type: "boolean" };
  return schema instanceof z.ZodArray ? { type: "string", multiple: true } : { type: "string" };
}

/** The options of all commands. An option of one name is given in the same way to each of them. */
const listOptions = (commands: Command[]): OptionTypes => ({
  ...Object.fromEntries(
    commands.flatMap(({ given }) =>
      Object.entries(given).map(([name, schema]) => [name, optionType(schema)] as const),
    ),
  ),
  json: { type: "boolean" },
  help: { type: "boolean" },
});

const INTRODUCTION = "Usage: npm run -s admin -- COMMAND [OPTION…]";
const FOOTNOTE = `  --json  print one line of JSON and nothing else
  --help  explain a command, or all commands of one kind (organization --help)

Works while the installation is running or stopped: with DATABASE_URL and ENCRYPTION_KEY as for the server, or
with the embedded database of DATA_DIR (default .data). Links begin with APP_URL: set it as for the server. Passwords,
secrets and links are printed once. Exit codes: 0 done, 1 refused or failed, 2 wrong command or option.
`;

const formatCommandHelp = ({ name, usage, help }: Command): string =>
  `${`${name} ${usage}`.trim()}\n${help.replace(/^/gm, "  ")}\n`;

const helpText = (commands: Command[]): string =>
  [INTRODUCTION, "", ...commands.map(formatCommandHelp), FOOTNOTE].join("\n");

const formatValue = (value: unknown): string => {
  if (value === null || value === undefined) return "-";
  if (!Array.isArray(value)) return typeof value === "string" ? value : JSON.stringify(value);
  return value.length === 0 ? "-" : value.map(formatValue).join(" ");
};

const isListResult = (result: Result): result is ListResult<Item> => Array.isArray(result.items);

/** Formats items as the lines of a table, under the names of their fields. */
export function formatTable(items: Item[]): string[] {
  const [first] = items;
  if (!first) return ["None."];
  const rows = [Object.keys(first), ...items.map((item) => Object.values(item).map(formatValue))];
  const widths = Object.keys(first).map((_name, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** Formats a result as a line for each of its values. */
export const formatFields = (result: object): string =>
  Object.entries(result)
    .map(([key, value]) => `${key.padEnd(20)} ${formatValue(value)}`)
    .join("\n");

function formatResult(result: Result): string {
  if (!isListResult(result)) return formatFields(result);
  const { page, total_pages: pages, total_count: total } = result;
  return [...formatTable(result.items), "", `Page ${page} of ${pages}, ${total} in all`].join("\n");
}

/** What the program prints to which stream, and its exit code. */
type Outcome = { code: number; stdout: string; stderr: string };

const usageError = (reason: string, commands: Command[]): Outcome => ({
  code: 2,
  stdout: "",
  stderr: `${reason}\n\n${helpText(commands)}`,
});

const formatIssue = ({ path, message, code, ...rest }: z.core.$ZodIssue): string =>
  code === "unrecognized_keys" && "keys" in rest
    ? `  unknown option for this command: ${rest.keys.map((key) => `--${key}`).join(" ")}`
    : `  --${path.join(".")}: ${"input" in rest && rest.input === undefined && code !== "custom" ? "is required" : message}`;

type ParsedArguments = { topic: string; values: Record<string, unknown> } | { reason: string };

function parseArguments(args: string[], commands: Command[]): ParsedArguments {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: listOptions(commands),
      allowPositionals: true,
    });
    return { topic: positionals.join(" "), values };
  } catch (error) {
    return { reason: `  ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Does the work of a command, and formats the result. */
async function execute(
  command: Command,
  work: Work,
  isJson: boolean,
  withDatabase: (work: Work) => Promise<Result>,
): Promise<Outcome> {
  const result = await (command.isWithoutDatabase ? work({ secretsFile: null }) : withDatabase(work));
  const format = isJson ? JSON.stringify : (command.format ?? formatResult);
  return { code: command.exitCode(result), stdout: `${format(result)}\n`, stderr: "" };
}

/** Runs the command of these arguments. `during` prepares the database around the work. */
export async function runCommand(
  args: string[],
  commands: Command[],
  withDatabase: (work: Work) => Promise<Result>,
): Promise<Outcome> {
  const parsed = parseArguments(args, commands);
  if ("reason" in parsed) return usageError(parsed.reason, []);
  const { json, help, ...given } = parsed.values;
  const { topic } = parsed;
  const related = commands.filter(({ name }) => name === topic || name.startsWith(`${topic} `));
  const matching = topic === "" ? commands : related;
  if (help && matching.length > 0) return { code: 0, stdout: helpText(matching), stderr: "" };
  if (topic === "") return usageError("  no command given", commands);
  const found = commands.find(({ name }) => name === topic);
  if (!found) return usageError(`  unknown command: ${topic}`, matching);
  const options = found.options.safeParse(given, { reportInput: true });
  if (!options.success) return usageError(options.error.issues.map(formatIssue).join("\n"), [found]);
  return execute(found, options.data, json === true, withDatabase);
}
