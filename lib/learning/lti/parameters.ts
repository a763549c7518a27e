/** Collects the parameters of a signed request from its raw text (RFC 5849, 3.4.1.3.1). */

/**
 * A decoded name and its value. Order and repetitions take part in the signature, and names such as `__proto__` are
 * names like any other, so parameters stay a list and never become an object.
 */
export type Parameter = readonly [name: string, value: string];

export type SignedRequest = {
  method: string;
  /** Origin of the service (APP_URL): what the Host header says is never asked. */
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

export type Collected = {
  query: Parameter[];
  header: Parameter[];
  body: Parameter[];
  /** Something could not be read: broken encoding, a broken header, or more parameters than any launch has. */
  isMalformed: boolean;
};

/** Sorting and encoding cost time before anybody has proved anything; real launches have 30 to 100 parameters. */
const MOST_PARAMETERS = 1_000;

type Read = { parameters: Parameter[]; isMalformed: boolean };

/** Text without its percent-encoding; null when that is broken, or when the text has no UTF-8 (a lone surrogate). */
function decoded(text: string): string | null {
  try {
    const value = decodeURIComponent(text);
    encodeURIComponent(value);
    return value;
  } catch {
    return null;
  }
}

function decodedPairs(pairs: (readonly [string, string])[], decode: (text: string) => string | null): Read {
  const parameters: Parameter[] = [];
  for (const [rawName, rawValue] of pairs.slice(0, MOST_PARAMETERS)) {
    const [name, value] = [decode(rawName), decode(rawValue)];
    if (name !== null && value !== null) parameters.push([name, value]);
  }
  return { parameters, isMalformed: parameters.length !== pairs.length };
}

/** `a=b&c` as application/x-www-form-urlencoded, where `+` is a space and `;` is nothing special. */
function readForm(text: string): Read {
  const parts = text.split("&").filter((part) => part !== "");
  const pairs = parts.map((part): [string, string] => {
    const at = part.indexOf("=");
    return at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
  });
  return decodedPairs(pairs, (part) => decoded(part.replaceAll("+", " ")));
}

const SCHEME = /^\s*OAuth(?=\s|$)/i;
/** `name="value"` or `name=value`, behind white space or commas and before more of these or the end. */
const PAIR = /[\s,]*([^\s,="]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*))(?=[\s,]|$)/y;

/** The pairs of an Authorization header of the scheme OAuth; another scheme has none (RFC 5849, 3.5.1). */
function readHeader(header: string): Read {
  const scheme = SCHEME.exec(header);
  if (!scheme) return { parameters: [], isMalformed: false };
  const text = header.slice(scheme[0].length);
  const pairs: [string, string][] = [];
  let end = 0;
  PAIR.lastIndex = 0;
  for (let match = PAIR.exec(text); match; match = PAIR.exec(text)) {
    const [, name = "", quoted, bare = ""] = match;
    // `realm` belongs to HTTP: it is not signed, and not encoded either.
    if (name !== "realm") pairs.push([name, quoted?.replace(/\\(.)/g, "$1") ?? bare]);
    end = PAIR.lastIndex;
  }
  const { parameters, isMalformed } = decodedPairs(pairs, decoded);
  return { parameters, isMalformed: isMalformed || /[^\s,]/.test(text.slice(end)) };
}

const isForm = (contentType: string | null): boolean =>
  /^\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType ?? "");

const NONE: Read = { parameters: [], isMalformed: false };

/** Everything that takes part in the signature, by where it stood; bodies count when they are forms. */
export function collectParameters(request: SignedRequest): Collected {
  const query = readForm(request.query.replace(/^\?/, ""));
  const header = request.authorization === null ? NONE : readHeader(request.authorization);
  const body = isForm(request.contentType) ? readForm(request.body) : NONE;
  const all = [query, header, body];
  const count = all.reduce((sum, { parameters }) => sum + parameters.length, 0);
  return {
    query: query.parameters,
    header: header.parameters,
    body: body.parameters,
    isMalformed: count > MOST_PARAMETERS || all.some(({ isMalformed }) => isMalformed),
  };
}
