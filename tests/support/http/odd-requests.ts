import * as routerHeaders from "next/dist/client/components/app-router-headers";
import * as frameworkConstants from "next/dist/lib/constants";
import {
  brokenBody,
  isChosen,
  oddJson,
  oddPart,
  oddText,
  pickOne,
  wellFormed,
  type Random,
} from "./odd-values";

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
  /** Whether Next renders it. */
  isPage?: true;
};

/** Valid values of an installation: by name, for path parts, parameters and fields, and whole header lines. */
export type KnownValues = { values: Record<string, string[]>; credentials: string[] };

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

function listFieldNames(schema: Schema, all: Record<string, Schema>): string[] {
  const { $ref, properties = {}, anyOf = [], oneOf: eitherOf = [], allOf = [] } = schema;
  const named = $ref && all[$ref.replace(/^.*\//, "")];
  if (named) return listFieldNames(named, all);
  const parts = [...anyOf, ...eitherOf, ...allOf];
  return [...Object.keys(properties), ...parts.flatMap((part) => listFieldNames(part, all))];
}

function buildPlace(
  pattern: string,
  method: string,
  operation: Operation,
  all: Record<string, Schema>,
): Place {
  const content = operation.requestBody?.content ?? {};
  return {
    method: method.toUpperCase(),
    pattern: operation.servers ? pattern : `/v1${pattern}`,
    fields: [...new Set(Object.values(content).flatMap(({ schema = {} }) => listFieldNames(schema, all)))],
    parameters: (operation.parameters ?? []).filter((one) => one.in === "query").map(({ name }) => name),
    isForm: FORM in content && !(JSON_TYPE in content),
  };
}

/** Lists all operations of the API's description. */
export const listOperationPlaces = ({ paths, components }: Description): Place[] =>
  Object.entries(paths).flatMap(([pattern, operations]) =>
    Object.entries(operations)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => buildPlace(pattern, method, operation, components.schemas)),
  );

/** Lists pages and addresses outside the described API, by their patterns as the folders of `app` spell them. */
export const listPagePlaces = (patterns: string[], method: "GET" | "POST"): Place[] =>
  patterns.map((pattern) => ({
    method,
    pattern: pattern.replace(/\[(?:\.\.\.)?(\w+)\]/g, "{$1}") || "/",
    fields: ["email", "password", "answer", "csrfToken", "file", "url"],
    parameters: ["token", "url", "email", "callbackUrl", "query"],
    isForm: true,
    isPage: true,
  }));

const pickValue = <Odd>(
  random: Random,
  name: string,
  { values }: KnownValues,
  odd: () => Odd,
): Odd | string => {
  const known = values[name];
  return known && isChosen(random, 0.8) ? pickOne(random, known) : odd();
};

function buildPath(random: Random, pattern: string, known: KnownValues): string {
  const path = pattern.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    pickValue(random, name, known, () => oddPart(random)),
  );
  if (isChosen(random, 0.9)) return path;
  return pickOne(random, [
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

function buildQuery(random: Random, { parameters }: Place, known: KnownValues): string {
  const names = [...parameters, pickOne(random, QUERY_NAMES)].filter((name) =>
    isChosen(random, name in known.values ? 0.9 : 0.2),
  );
  const pairs = names.map((name) => `${name}=${pickValue(random, name, known, () => oddPart(random))}`);
  return `?${pairs.join("&")}`;
}

const formatHeader = (name: string, value: string): string =>
  `${name}: ${wellFormed(value).replace(/\p{Cc}/gu, "")}`;

/** Returns a header of a browser, a proxy or the framework with an unexpected value. */
function oddHeader(random: Random): string {
  const text = oddText(random);
  return pickOne(random, [
    () => formatHeader("Accept", pickOne(random, ["*/*;q=9", "text/html", "application/json", ";;,", text])),
    () => formatHeader("Accept-Language", pickOne(random, ["de", "zz-ZZ-x", "*;q=0", text])),
    () => formatHeader("Accept-Encoding", pickOne(random, ["gzip", "br;q=x", text])),
    () => formatHeader("Authorization", pickOne(random, ["Basic", "Basic !!!", "Bearer ", "Token x", text])),
    () => formatHeader("Content-Encoding", pickOne(random, ["gzip", "br", "nonsense"])),
    () =>
      formatHeader(
        "Cookie",
        pickOne(random, ["next-auth.session-token=x", "a", "=;=;", "lang=%ff", "b=%00", text]),
      ),
    () => formatHeader("Expect", "100-continue"),
    () => formatHeader("Forwarded", text),
    () => formatHeader("Idempotency-Key", text),
    () => formatHeader("If-Modified-Since", text),
    () => formatHeader("If-None-Match", text),
    () => formatHeader("Origin", text),
    () => formatHeader("Range", pickOne(random, ["bytes=0-", "bytes=9-1", text])),
    () => formatHeader("Referer", text),
    () => formatHeader("Transfer-Encoding", pickOne(random, ["gzip", "chunked, chunked", "identity"])),
    () => formatHeader("Upgrade", pickOne(random, ["h2c", "websocket", text])),
    () => formatHeader("User-Agent", text),
    () => formatHeader("X-Forwarded-For", text),
    () => formatHeader("X-Forwarded-Host", text),
    () => formatHeader("X-Forwarded-Proto", text),
    () => formatHeader("X-HTTP-Method-Override", text),
    () => formatHeader("x-middleware-subrequest", "middleware:middleware"),
  ])();
}

/** Every header that Next reads or sets for itself, by Next's own constants, and some that it names in no constant. */
const FRAMEWORK_HEADERS = [
  ...Object.values({ ...routerHeaders, ...frameworkConstants }).filter(
    (value) => typeof value === "string" && /^(?:rsc$|next-|x-)[a-z-]*$/.test(value),
  ),
  "x-invoke-path",
  "x-invoke-status",
  "x-middleware-prefetch",
  "x-middleware-set-cookie",
  "x-nextjs-data",
  "x-now-route-matches",
] as string[];

const ROUTER_STATES = [
  ["", {}],
  ["", { children: ["__PAGE__", {}] }, null, null, true],
  ["", { children: ["verify", { children: ["__PAGE__", {}, "/verify", "refetch"] }] }],
  ["", { children: [["badge_id", "x", "d"], {}] }],
  [[[]]],
  {},
  null,
].map((state) => encodeURIComponent(JSON.stringify(state)));

/** Returns a header of Next with a value that it may or may not expect. */
const frameworkHeader = (random: Random): string =>
  isChosen(random, 0.4)
    ? "RSC: 1"
    : formatHeader(
        pickOne(random, FRAMEWORK_HEADERS),
        pickOne(random, [
          ...ROUTER_STATES,
          "1",
          "/_tree",
          "/wallet",
          "[",
          "%",
          "x".repeat(50_000),
          oddText(random),
        ]),
      );

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

function buildBody(
  random: Random,
  { fields, isForm }: Place,
  known: KnownValues,
): { type: string; body: Buffer } {
  if (isChosen(random, 0.25)) return { type: pickOne(random, TYPES), body: brokenBody(random) };
  const entries = [...fields, "id", "__proto__"]
    .filter((name) => isChosen(random, name in known.values ? 0.9 : 0.6))
    .map((name): [string, unknown] => [name, pickValue(random, name, known, () => oddJson(random))]);
  if (isChosen(random, isForm ? 0.1 : 0.9)) {
    return { type: JSON_TYPE, body: Buffer.from(JSON.stringify(Object.fromEntries(entries))) };
  }
  const pairs = entries.map(([name, value]): [string, string] => [name, wellFormed(String(value))]);
  return { type: FORM, body: Buffer.from(new URLSearchParams(pairs).toString()) };
}

const OTHER_METHODS = ["HEAD", "OPTIONS", "TRACE", "PROPFIND", "LINK", "PURGE", "get", "UPDATE", "QUERY"];

/** Returns the method of the operation in most cases, else another one. */
const pickMethod = (random: Random, { method }: Place): string => {
  if (isChosen(random, 0.8)) return method;
  return pickOne(random, [...METHODS.map((one) => one.toUpperCase()), ...OTHER_METHODS]);
};

const buildTarget = (random: Random, place: Place, known: KnownValues): string => {
  if (isChosen(random, 0.02)) {
    return pickOne(random, [
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
  return buildPath(random, place.pattern, known) + buildQuery(random, place, known);
};

/** Returns a whole request as bytes. The server closes the connection after it. */
export function buildOddRequest(random: Random, place: Place, known: KnownValues): Buffer {
  const method = pickMethod(random, place);
  const target = Buffer.from(buildTarget(random, place, known).replace(/\s/g, ""), "utf8").toString("latin1");
  const lines = [`${method} ${target} HTTP/1.1`, "Connection: close"];
  lines.push(formatHeader("Host", isChosen(random, 0.98) ? "127.0.0.1" : oddText(random)));
  if (isChosen(random, 0.8)) lines.push(pickOne(random, known.credentials));
  while (isChosen(random, 0.4)) lines.push(oddHeader(random));
  while (place.isPage && isChosen(random, 0.7)) lines.push(frameworkHeader(random));
  const hasBody = place.method !== "GET" || isChosen(random, 0.1);
  const { type, body } = hasBody ? buildBody(random, place, known) : { type: "", body: Buffer.alloc(0) };
  if (hasBody) lines.push(`Content-Type: ${type}`, `Content-Length: ${body.length}`);
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), body]);
}
