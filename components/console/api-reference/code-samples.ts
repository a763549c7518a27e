import type { ReferenceOperation } from "@/lib/http/reference/schema";

/** A request to an operation as the samples send it. Words in capitals are for the reader to fill in. */
type SampleRequest = {
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
function buildSampleRequest(
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

const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function writeCurl({ method, url, credentials, body }: SampleRequest): string {
  const data =
    body && "form" in body
      ? body.form.map(([name, value]) => `-d ${name}=${value}`)
      : body
        ? ["-H 'Content-Type: application/json'", `-d ${quoteForShell(JSON.stringify(body.json))}`]
        : [];
  return [
    "curl",
    ...(method === "GET" ? [] : [`-X ${method}`]),
    ...(credentials
      ? [`-u "$${credentials.user}:${credentials.password ? `$${credentials.password}` : ""}"`]
      : []),
    quoteForShell(url),
    ...data,
  ].join(" ");
}

const indent = (text: string, by: string): string => text.replaceAll("\n", `\n${by}`);

// JSON.stringify writes these two, which older JavaScript does not accept in a literal.
const writeJavaScript = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");

function nodeHeaders({ credentials, body }: SampleRequest): string[] {
  const user = credentials && `\${process.env.${credentials.user}}`;
  const password = credentials?.password ? `\${process.env.${credentials.password}}` : "";
  return [
    ...(credentials ? [`Authorization: \`Basic \${btoa(\`${user}:${password}\`)}\``] : []),
    ...(body && "json" in body ? ['"Content-Type": "application/json"'] : []),
  ];
}

function nodeBody({ body }: SampleRequest): string[] {
  if (!body) return [];
  const [write, value] =
    "json" in body ? ["JSON.stringify", body.json] : ["new URLSearchParams", Object.fromEntries(body.form)];
  return [`body: ${write}(${indent(writeJavaScript(value), "  ")})`];
}

function writeNode(request: SampleRequest): string {
  const headers = nodeHeaders(request);
  const options = [
    `method: ${JSON.stringify(request.method)}`,
    ...(headers.length > 0 ? [`headers: {\n    ${headers.join(",\n    ")},\n  }`] : []),
    ...nodeBody(request),
  ];
  return [
    `const response = await fetch(${JSON.stringify(request.url)}, {`,
    ...options.map((option) => `  ${option},`),
    "});",
    "console.log(response.status, await response.text());",
  ].join("\n");
}

/** Writes a JSON value as Python. A JSON string is a Python string. */
function writePython(value: unknown, depth = 0): string {
  const [inner, outer] = ["    ".repeat(depth + 1), "    ".repeat(depth)];
  const wrap = (open: string, items: string[], close: string) =>
    items.length === 0
      ? open + close
      : `${open}\n${items.map((item) => `${inner}${item},\n`).join("")}${outer}${close}`;
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value))
    return wrap(
      "[",
      value.map((item) => writePython(item, depth + 1)),
      "]",
    );
  if (typeof value !== "object") return JSON.stringify(value);
  const items = Object.entries(value).map(
    ([name, item]) => `${JSON.stringify(name)}: ${writePython(item, depth + 1)}`,
  );
  return wrap("{", items, "}");
}

const pythonVariable = (name: string): string => `{os.environ['${name}']}`;

function pythonCredentials({ credentials }: SampleRequest): string[] {
  if (!credentials) return [];
  const { user, password } = credentials;
  const pair = `${pythonVariable(user)}:${password ? pythonVariable(password) : ""}`;
  return [
    `credentials = base64.b64encode(f"${pair}".encode()).decode()`,
    'request.add_header("Authorization", f"Basic {credentials}")',
  ];
}

function pythonBody({ body }: SampleRequest): string[] {
  if (!body) return [];
  if ("form" in body)
    return [
      `body = ${writePython(Object.fromEntries(body.form))}`,
      "request.data = urllib.parse.urlencode(body).encode()",
    ];
  return [
    `body = ${writePython(body.json)}`,
    "request.data = json.dumps(body).encode()",
    'request.add_header("Content-Type", "application/json")',
  ];
}

function writePythonSample(request: SampleRequest): string {
  const lines = [
    `request = urllib.request.Request(${JSON.stringify(request.url)}, method=${JSON.stringify(request.method)})`,
    ...pythonCredentials(request),
    ...pythonBody(request),
    "with urllib.request.urlopen(request) as response:",
    "    print(response.status, response.read().decode())",
  ];
  const modules = ["base64.", "json.", "os.", "urllib.parse.", "urllib.request."]
    .filter((name) => lines.some((line) => line.includes(name)))
    .map((name) => `import ${name.slice(0, -1)}`);
  return [...modules, "", ...lines].join("\n");
}

export type CodeSample = { language: string; label: string; code: string };

/**
 * Writes the samples of an operation, with the `known` values in its path. Empty for operations that accept only a
 * session. `TOKEN` is an environment variable with an authorization token. The reader fills in other words in capitals.
 */
export function buildCodeSamples(
  operation: ReferenceOperation,
  origin: string,
  known: Record<string, string>,
): CodeSample[] {
  const request = buildSampleRequest(operation, origin, known);
  if (!request) return [];
  return [
    { language: "curl", label: "curl command", code: writeCurl(request) },
    { language: "Node", label: "Node code", code: writeNode(request) },
    { language: "Python", label: "Python code", code: writePythonSample(request) },
  ];
}
