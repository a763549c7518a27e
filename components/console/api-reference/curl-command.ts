import type { ReferenceOperation } from "@/lib/http/reference/schema";

const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The placeholder for a value that only the reader knows. */
const placeholder = (name: string): string => name.toUpperCase().replaceAll("-", "_");

const fillPath = (path: string, known: Record<string, string>): string =>
  path.replace(/\{(\w+)\}/g, (_match, name: string) => known[name] ?? placeholder(name));

function credentialArguments({ access }: ReferenceOperation): string[] {
  if (access === "organization") return [`-u "$TOKEN:"`];
  return access === "owner" ? [`-u "$EMAIL:$PASSWORD"`] : [];
}

const buildQueryString = ({ access, parameters }: ReferenceOperation): string => {
  const required = parameters.filter(
    ({ in: place, required: isRequired }) => place === "query" && isRequired,
  );
  const names = required.map(({ name }) => `${name}=${placeholder(name)}`);
  const query = [...(access === "learning" ? ["access_token=ACCESS_TOKEN"] : []), ...names].join("&");
  return query === "" ? "" : `?${query}`;
};

function bodyArguments({ body, method, id }: ReferenceOperation): string[] {
  if (!body) return [];
  const isTokenRequest = id === "grantAccessToken";
  if (isTokenRequest) {
    const fields = ["client_id=CLIENT_ID", "client_secret=CLIENT_SECRET", "scope=issued_badges"];
    return ["grant_type=client_credentials", ...fields].map((field) => `-d ${field}`);
  }
  const isEmpty = Object.keys((body.example ?? {}) as object).length === 0;
  if (isEmpty && method === "POST") return [];
  return ["-H 'Content-Type: application/json'", `-d ${quoteForShell(JSON.stringify(body.example))}`];
}

/**
 * Returns a curl command for an operation, with the `known` values in its path. Returns null for operations that accept
 * only a session. `TOKEN` is a shell variable with an authorization token. The reader fills in other words in capitals.
 */
export function buildCurlCommand(
  operation: ReferenceOperation,
  origin: string,
  known: Record<string, string>,
): string | null {
  if (operation.access === "session") return null;
  const url = quoteForShell(origin + fillPath(operation.path, known) + buildQueryString(operation));
  const method = operation.method === "GET" ? [] : [`-X ${operation.method}`];
  return ["curl", ...method, ...credentialArguments(operation), url, ...bodyArguments(operation)].join(" ");
}
