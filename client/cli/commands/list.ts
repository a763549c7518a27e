import type { Badge, BadgesClient, ListItem, ListOptions, ListPath } from "../../src/client.ts";
import { text, texts, wholeNumber, type Command, type Values } from "../command.ts";
import { connect } from "../connect.ts";
import { printJson, printNote, printTable, usageError } from "../terminal.ts";

const DEFAULT_LIMIT = 50;

/** Reads as many items of a list as wanted. `hasMore`: the list goes on. */
async function take<P extends ListPath>(client: BadgesClient, path: P, options: ListOptions, limit: number) {
  const items: ListItem<P>[] = [];
  for await (const item of client.list(path, options)) {
    if (items.length === limit) return { items, hasMore: true };
    items.push(item);
  }
  return { items, hasMore: false };
}

function readLimit(values: Values): number {
  if (values.all === true) return Infinity;
  return wholeNumber(values, "limit", 1) ?? DEFAULT_LIMIT;
}

/** Reads `--filter key=value`, which may be repeated. */
function readFilters(values: Values): Record<string, string> {
  const pairs = texts(values, "filter").map((pair) => {
    const [, key, value] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
    if (key === undefined || value === undefined)
      throw usageError(`--filter takes key=value, not “${pair}”. Example: --filter state=pending`);
    return [key, value] as const;
  });
  const named = { state: "state", template: "badge_template_id", email: "recipient_email", query: "query" };
  const others = Object.entries(named).flatMap(([option, key]) => {
    const value = text(values, option);
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries([...pairs, ...others]);
}

/** Prints items as a table, or each as a line of JSON. */
function show<T>(
  values: Values,
  items: T[],
  hasMore: boolean,
  headings: string[],
  toRow: (item: T) => string[],
) {
  if (values.json === true) for (const item of items) printJson(item);
  else if (items.length === 0) printNote("No results.");
  else printTable(headings, items.map(toRow));
  if (hasMore) printNote(`There are more. Add --all, or --limit with a larger number than ${items.length}.`);
}

const badgeRow = (badge: Badge): string[] => [
  badge.id,
  badge.state,
  badge.recipient_email ?? "",
  badge.issued_to ?? "",
  badge.badge_template.name,
  badge.issued_at_date ?? "",
];

export const list: Command = {
  name: "list",
  summary: "List issued badges",
  help: `Usage: badges list [options]

Lists issued badges, 50 unless you say otherwise.

Options:
  --state STATE          pending, accepted, rejected or revoked; several separated by commas
  --template ID          Badges of this template
  --email ADDRESS        Badges of this address
  --query TEXT           Search in names and addresses
  --filter KEY=VALUE     Any other filter of the interface; can be repeated
  --sort KEY             For example -issued_at, the newest first
  --limit NUMBER         How many; --all for every one (a list ends at 10,000)
  --json                 One badge per line, with all fields

Examples:
  badges list --state pending --sort issued_at
  badges list --filter issued_at_min=2026-01-01 --all --json > badges.jsonl`,
  options: {
    state: { type: "string" },
    template: { type: "string" },
    email: { type: "string" },
    query: { type: "string" },
    filter: { type: "string", multiple: true },
    sort: { type: "string" },
    limit: { type: "string" },
    all: { type: "boolean" },
    json: { type: "boolean" },
  },
  async run(values, signal) {
    const sort = text(values, "sort");
    const options = { filter: readFilters(values), signal, ...(sort === undefined ? {} : { sort }) };
    const limit = readLimit(values);
    const path = "/organizations/{organization_id}/badges";
    const { items, hasMore } = await take(await connect(), path, options, limit);
    show(values, items, hasMore, ["ID", "STATE", "E-MAIL", "NAME", "TEMPLATE", "ISSUED"], badgeRow);
    return 0;
  },
};

export const templates: Command = {
  name: "templates",
  summary: "List the badge templates that you can issue",
  help: `Usage: badges templates [options]

Lists active badge templates that you can issue, also those of organizations you issue for.

Options:
  --query TEXT      Search
  --limit NUMBER    How many (50); --all for every one
  --json            One template per line, with all fields

Example:
  badges templates --query welding`,
  options: {
    query: { type: "string" },
    limit: { type: "string" },
    all: { type: "boolean" },
    json: { type: "boolean" },
  },
  async run(values, signal) {
    const query = text(values, "query");
    const options = { signal, ...(query === undefined ? {} : { filter: { query } }) };
    const limit = readLimit(values);
    const path = "/organizations/{organization_id}/issuable_badge_templates";
    const { items, hasMore } = await take(await connect(), path, options, limit);
    show(values, items, hasMore, ["ID", "NAME", "OWNER"], ({ id, name, owner }) => [id, name, owner.name]);
    return 0;
  },
};
