import { brokenBody, happens, oddJson, oddPart, oddText, oneOf, wellFormed, type Random } from "./odd-values";

/**
 * One operation or page: a pattern with `{name}` parts, its method, and the names of its query parameters and fields.
 */
export type Place = {
  method: string;
  pattern: string;
  fields: string[];
  parameters: string[];
  /** Whether it accepts forms instead of JSON. */
  isForm: boolean;
};

/** Valid values of an installation: by name, for path parts, parameters and fields, and whole header lines. */
export type Known = { values: Record<string, string[]>; credentials: string[] };

type Schema = { $ref?: string; properties?: Record<string, unknown> } & Partial<
  Record<"anyOf" | "oneOf" | "allOf", Schema[]>
>;
type Operation = {
  parameters?: { name: string; in: string }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  servers?: unknown;
};
export type Description = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const METHODS = ["get", "post", "put", "patch", "delete"];
const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";

function namesOf(schema: Schema, all: Record<string, Schema>): string[] {
  const { $ref, properties = {}, anyOf = [], oneOf: eitherOf = [], allOf = [] } = schema;
  const named = $ref && all[$ref.replace(/^.*\//, "")];
  if (named) return namesOf(named, all);
  const parts = [...anyOf, ...eitherOf, ...allOf];
  return [...Object.keys(properties), ...parts.flatMap((part) => namesOf(part, all))];
}

function placeOf(pattern: string, method: string, operation: Operation, all: Record<string, Schema>): Place {
  const content = operation.requestBody?.content ?? {};
  return {
    method: method.toUpperCase(),
    pattern: operation.servers ? pattern : `/v1${pattern}`,
    fields: [...new Set(Object.values(content).flatMap(({ schema = {} }) => namesOf(schema, all)))],
    parameters: (operation.parameters ?? []).filter((one) => one.in === "query").map(({ name }) => name),
    isForm: FORM in content && !(JSON_TYPE in content),
  };
}

/** Lists all operations of the API's description. */
export const operationPlaces = ({ paths, components }: Description): Place[] =>
  Object.entries(paths).flatMap(([pattern, operations]) =>
    Object.entries(operations)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => placeOf(pattern, method, operation, components.schemas)),
  );

/** Lists pages and addresses outside the described API, by their patterns as the folders of `app` spell them. */
export const pagePlaces = (patterns: string[], method: "GET" | "POST"): Place[] =>
  patterns.map((pattern) => ({
    method,
    pattern: pattern.replace(/\[(?:\.\.\.)?(\w+)\]/g, "{$1}") || "/",
    fields: ["email", "password", "answer", "csrfToken", "file", "url"],
    parameters: ["token", "url", "email", "callbackUrl", "query"],
    isForm: true,
  }));

const valueOf = <Odd>(random: Random, name: string, { values }: Known, odd: () => Odd): Odd | string => {
  const known = values[name];
  return known && happens(random, 0.8) ? oneOf(random, known) : odd();
};

function pathOf(random: Random, pattern: string, known: Known): string {
  const path = pattern.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    valueOf(random, name, known, () => oddPart(random)),
  );
  if (happens(random, 0.9)) return path;
  return oneOf(random, [
    `${path}/`,
    `/${path}`,
    `${path}/${oddPart(random)}`,
    path.replace("/v1/", "/v1//"),
    `${path};a=b`,
    path.toUpperCase(),
  ]);
}

const QUERY_NAMES = [
  "page",
  "per",
  "sort",
  "filter",
  "filter[]",
  "filter[name]",
  "callbackUrl",
  "lang",
  "token",
  "_rsc",
];

function queryOf(random: Random, { parameters }: Place, known: Known): string {
  const names = [...parameters, oneOf(random, QUERY_NAMES)].filter((name) =>
    happens(random, name in known.values ? 0.9 : 0.2),
  );
  const pairs = names.map((name) => `${name}=${valueOf(random, name, known, () => oddPart(random))}`);
  return `?${pairs.join("&")}`;
}

const line = (name: string, value: string): string => `${name}: ${wellFormed(value).replace(/\p{Cc}/gu, "")}`;

/** Returns a header of a browser, a proxy or the framework with an unexpected value. */
function oddHeader(random: Random): string {
  const text = oddText(random);
  return oneOf(random, [
    () => line("Accept", oneOf(random, ["*/*;q=9", "text/html", "application/json", ";;,", text])),
    () => line("Accept-Language", oneOf(random, ["de", "zz-ZZ-x", "*;q=0", text])),
    () => line("Accept-Encoding", oneOf(random, ["gzip", "br;q=x", text])),
    () => line("Authorization", oneOf(random, ["Basic", "Basic !!!", "Bearer ", "Token x", text])),
    () => line("Content-Encoding", oneOf(random, ["gzip", "br", "nonsense"])),
    () =>
      line("Cookie", oneOf(random, ["next-auth.session-token=x", "a", "=;=;", "lang=%ff", "b=%00", text])),
    () => line("Expect", "100-continue"),
    () => line("Forwarded", text),
    () => line("Idempotency-Key", text),
    () => line("If-Modified-Since", text),
    () => line("If-None-Match", text),
    () => line("Next-Action", text),
    () => line("Next-Router-Prefetch", "1"),
    () => line("Next-Router-State-Tree", oneOf(random, ["%5B%22%22%5D", "[", text])),
    () => line("Origin", text),
    () => line("Range", oneOf(random, ["bytes=0-", "bytes=9-1", text])),
    () => line("Referer", text),
    () => line("RSC", "1"),
    () => line("Transfer-Encoding", oneOf(random, ["gzip", "chunked, chunked", "identity"])),
    () => line("Upgrade", oneOf(random, ["h2c", "websocket", text])),
    () => line("User-Agent", text),
    () => line("X-Forwarded-For", text),
    () => line("X-Forwarded-Host", text),
    () => line("X-Forwarded-Proto", text),
    () => line("X-HTTP-Method-Override", text),
    () => line("x-matched-path", text),
    () => line("x-middleware-subrequest", "middleware:middleware"),
    () => line("x-nextjs-data", "1"),
  ])();
}

const TYPES = [
  JSON_TYPE,
  FORM,
  "multipart/form-data; boundary=x",
  "multipart/form-data",
  "text/csv",
  "text/plain; charset=utf-7",
  "application/json; charset=utf-16",
  "image/svg+xml",
  "nonsense",
];

function bodyOf(random: Random, { fields, isForm }: Place, known: Known): { type: string; body: Buffer } {
  if (happens(random, 0.25)) return { type: oneOf(random, TYPES), body: brokenBody(random) };
  const entries = [...fields, "id", "__proto__"]
    .filter((name) => happens(random, name in known.values ? 0.9 : 0.6))
    .map((name): [string, unknown] => [name, valueOf(random, name, known, () => oddJson(random))]);
  if (happens(random, isForm ? 0.1 : 0.9)) {
    return { type: JSON_TYPE, body: Buffer.from(JSON.stringify(Object.fromEntries(entries))) };
  }
  const pairs = entries.map(([name, value]): [string, string] => [name, wellFormed(String(value))]);
  return { type: FORM, body: Buffer.from(new URLSearchParams(pairs).toString()) };
}

const OTHER_METHODS = ["HEAD", "OPTIONS", "TRACE", "PROPFIND", "LINK", "PURGE", "get", "UPDATE", "QUERY"];

/** Returns the method of the operation in most cases, else another one. */
const methodOf = (random: Random, { method }: Place): string => {
  if (happens(random, 0.8)) return method;
  return oneOf(random, [...METHODS.map((one) => one.toUpperCase()), ...OTHER_METHODS]);
};

const targetOf = (random: Random, place: Place, known: Known): string => {
  if (happens(random, 0.02)) {
    return oneOf(random, [
      "*",
      "http://elsewhere.example/",
      "//",
      "/..",
      "\\",
      "/%",
      "elsewhere:80",
      "?",
      "/_next/x",
    ]);
  }
  return pathOf(random, place.pattern, known) + queryOf(random, place, known);
};

/** Returns a whole request as bytes. The server closes the connection after it. */
export function oddRequest(random: Random, place: Place, known: Known): Buffer {
  const method = methodOf(random, place);
  const target = Buffer.from(targetOf(random, place, known).replace(/\s/g, ""), "utf8").toString("latin1");
  const lines = [`${method} ${target} HTTP/1.1`, "Connection: close"];
  lines.push(line("Host", happens(random, 0.98) ? "127.0.0.1" : oddText(random)));
  if (happens(random, 0.8)) lines.push(oneOf(random, known.credentials));
  while (happens(random, 0.4)) lines.push(oddHeader(random));
  const hasBody = place.method !== "GET" || happens(random, 0.1);
  const { type, body } = hasBody ? bodyOf(random, place, known) : { type: "", body: Buffer.alloc(0) };
  if (hasBody) lines.push(`Content-Type: ${type}`, `Content-Length: ${body.length}`);
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), body]);
}
