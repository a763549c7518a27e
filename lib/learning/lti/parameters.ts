/** Collects the parameters of a signed request from its raw text (RFC 5849, 3.4.1.3.1). */

/**
 * A decoded name and its value. Order and repetitions are part of the signature, and names such as `__proto__` are
 * allowed, so parameters are a list and never an object.
 */
export type Parameter = readonly [name: string, value: string];

export type SignedRequest = {
  method: string;
  /** Origin of the service (APP_URL). The Host header is never used. */
  origin: string;
  /** The path as it was sent, still encoded, without the query. */
  path: string;
  /** The query as it was sent, with or without its question mark. */
  query: string;
  authorization: string | null;
  contentType: string | null;
  /** The text of the body as it was sent. */
  body: string;
};

export type CollectedParameters = {
  query: Parameter[];
  header: Parameter[];
  body: Parameter[];
  /** Something could not be parsed: a broken encoding, a broken header, or too many parameters. */
  isMalformed: boolean;
};

/**
 * A limit, because sorting and encoding take time before the client is authenticated. Real launches have 30 to 100
 * parameters.
 */
const MAX_PARAMETERS = 1_000;

type ParsedParameters = { parameters: Parameter[]; isMalformed: boolean };

/** Removes the percent-encoding; null when it is broken, or when the text has no UTF-8 form (a lone surrogate). */
function percentDecode(text: string): string | null {
  try {
    const value = decodeURIComponent(text);
    encodeURIComponent(value);
    return value;
  } catch {
    return null;
  }
}

function decodePairs(
  pairs: (readonly [string, string])[],
  decode: (text: string) => string | null,
): ParsedParameters {
  const parameters: Parameter[] = [];
  for (const [rawName, rawValue] of pairs.slice(0, MAX_PARAMETERS)) {
    const [name, value] = [decode(rawName), decode(rawValue)];
    if (name !== null && value !== null) parameters.push([name, value]);
  }
  return { parameters, isMalformed: parameters.length !== pairs.length };
}

/** Parses `a=b&c` as application/x-www-form-urlencoded: `+` is a space, `;` has no special meaning. */
function parseForm(text: string): ParsedParameters {
  const parts = text.split("&").filter((part) => part !== "");
  const pairs = parts.map((part): [string, string] => {
    const at = part.indexOf("=");
    return at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
  });
  return decodePairs(pairs, (part) => percentDecode(part.replaceAll("+", " ")));
}

const SCHEME_PATTERN = /^\s*OAuth(?=\s|$)/i;
/** `name="value"` or `name=value`, after white space or commas and before another pair or the end. */
const PAIR_PATTERN = /[\s,]*([^\s,="]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*))(?=[\s,]|$)/y;

/** Parses the pairs of an Authorization header of the scheme OAuth; none for another scheme (RFC 5849, 3.5.1). */
function parseAuthorizationHeader(header: string): ParsedParameters {
  const scheme = SCHEME_PATTERN.exec(header);
  if (!scheme) return { parameters: [], isMalformed: false };
  const text = header.slice(scheme[0].length);
  const pairs: [string, string][] = [];
  let end = 0;
  PAIR_PATTERN.lastIndex = 0;
  for (let match = PAIR_PATTERN.exec(text); match; match = PAIR_PATTERN.exec(text)) {
    const [, name = "", quoted, bare = ""] = match;
    // `realm` belongs to HTTP: it is neither signed nor encoded.
    if (name !== "realm") pairs.push([name, quoted?.replace(/\\(.)/g, "$1") ?? bare]);
    end = PAIR_PATTERN.lastIndex;
  }
  const { parameters, isMalformed } = decodePairs(pairs, percentDecode);
  return { parameters, isMalformed: isMalformed || /[^\s,]/.test(text.slice(end)) };
}

const isFormType = (contentType: string | null): boolean =>
  /^\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType ?? "");

const NO_PARAMETERS: ParsedParameters = { parameters: [], isMalformed: false };

/** Collects all parameters that are part of the signature, by where they were sent. A body counts when it is a form. */
export function collectParameters(request: SignedRequest): CollectedParameters {
  const query = parseForm(request.query.replace(/^\?/, ""));
  const header =
    request.authorization === null ? NO_PARAMETERS : parseAuthorizationHeader(request.authorization);
  const body = isFormType(request.contentType) ? parseForm(request.body) : NO_PARAMETERS;
  const all = [query, header, body];
  const count = all.reduce((sum, { parameters }) => sum + parameters.length, 0);
  return {
    query: query.parameters,
    header: header.parameters,
    body: body.parameters,
    isMalformed: count > MAX_PARAMETERS || all.some(({ isMalformed }) => isMalformed),
  };
}
