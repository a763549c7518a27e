import type { ReferenceOperation } from "@/lib/http/reference/schema";

/** A request to an operation as the samples send it. Words in capitals are for the reader to fill in. */
export type SampleRequest = {
  method: string;
  url: string;
  /** The user and password of HTTP Basic, as names of environment variables. */
  credentials: { user: string; password: string | null } | null;
  body: { json: unknown } | { form: [name: string, value: string][] } | null;
};

/** The placeholder for a value that only the reader knows. */
const placeholder = (name: string): string => name.toUpperCase().replaceAll("-", "_");

const fillPath = (path: string, known: Record<string, string>): string =>
  path.replace(/\{(\w+)\}/g, (_match, name: string) => known[name] ?? placeholder(name));

const CREDENTIALS: Partial<Record<ReferenceOperation["access"], SampleRequest["credentials"]>> = {
  organization: { user: "TOKEN", password: null },
  owner: { user: "EMAIL", password: "PASSWORD" },
};

const buildQueryString = ({ access, parameters }: ReferenceOperation): string => {
  const required = parameters.filter(
    ({ in: place, required: isRequired }) => place === "query" && isRequired,
  );
  const names = required.map(({ name }) => `${name}=${placeholder(name)}`);
  const query = [...(access === "learning" ? ["access_token=ACCESS_TOKEN"] : []), ...names].join("&");
  return query === "" ? "" : `?${query}`;
};

const TOKEN_REQUEST: [string, string][] = [
  ["grant_type", "client_credentials"],
  ["client_id", "CLIENT_ID"],
  ["client_secret", "CLIENT_SECRET"],
  ["scope", "issued_badges"],
];

function buildBody({ body, method, id }: ReferenceOperation): SampleRequest["body"] {
  if (!body) return null;
  if (id === "grantAccessToken") return { form: TOKEN_REQUEST };
  const isEmpty = Object.keys((body.example ?? {}) as object).length === 0;
  return isEmpty && method === "POST" ? null : { json: body.example };
}

/**
 * Describes the request of an operation for its samples, with the `known` values in its path. Null for operations that
 * accept only a session.
 */
export function buildSampleRequest(
  operation: ReferenceOperation,
  origin: string,
  known: Record<string, string>,
): SampleRequest | null {
  if (operation.access === "session") return null;
  return {
    method: operation.method,
    url: origin + fillPath(operation.path, known) + buildQueryString(operation),
    credentials: CREDENTIALS[operation.access] ?? null,
    body: buildBody(operation),
  };
}
