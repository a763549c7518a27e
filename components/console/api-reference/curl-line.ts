import type { ReferenceOperation } from "@/lib/http/reference/schema";

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** What stands in a line for a value that only its reader knows. */
const placeholder = (name: string): string => name.toUpperCase().replaceAll("-", "_");

const pathOf = (path: string, known: Record<string, string>): string =>
  path.replace(/\{(\w+)\}/g, (_match, name: string) => known[name] ?? placeholder(name));

function credentialOf({ access }: ReferenceOperation): string[] {
  if (access === "organization") return [`-u "$TOKEN:"`];
  return access === "owner" ? [`-u "$EMAIL:$PASSWORD"`] : [];
}

const queryOf = ({ access, parameters }: ReferenceOperation): string => {
  const required = parameters.filter(({ in: place, required: must }) => place === "query" && must);
  const names = required.map(({ name }) => `${name}=${placeholder(name)}`);
  const query = [...(access === "learning" ? ["access_token=ACCESS_TOKEN"] : []), ...names].join("&");
  return query === "" ? "" : `?${query}`;
};

function bodyOf({ body, method, id }: ReferenceOperation): string[] {
  if (!body) return [];
  const isToken = id === "grantAccessToken";
  if (isToken) {
    const fields = ["client_id=CLIENT_ID", "client_secret=CLIENT_SECRET", "scope=issued_badges"];
    return ["grant_type=client_credentials", ...fields].map((field) => `-d ${field}`);
  }
  const hasNone = Object.keys((body.example ?? {}) as object).length === 0;
  if (hasNone && method === "POST") return [];
  return ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body.example))}`];
}

/**
 * A line for a terminal that asks an operation, with `known` values in its path; null for what only a person's session
 * opens. `TOKEN` is an authorization token in a variable; other words in capitals are for the reader to fill in.
 */
export function curlLine(
  operation: ReferenceOperation,
  origin: string,
  known: Record<string, string>,
): string | null {
  if (operation.access === "session") return null;
  const url = quoted(origin + pathOf(operation.path, known) + queryOf(operation));
  const method = operation.method === "GET" ? [] : [`-X ${operation.method}`];
  return ["curl", ...method, ...credentialOf(operation), url, ...bodyOf(operation)].join(" ");
}
