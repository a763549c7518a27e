import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

type TerminalResponse = { status: number; body: any }; // oxlint-disable-line typescript/no-explicit-any
type Variables = Record<string, string>;

const hasCurl = run("curl", ["--version"]).then(
  () => true,
  () => false,
);

async function runWithCurl(line: string, variables: Variables): Promise<TerminalResponse> {
  const env = { NODE_ENV: "test" as const, PATH: process.env.PATH ?? "", ...variables };
  const { stdout } = await run("sh", ["-c", `${line} -s -w '\\n%{http_code}'`], { env });
  const at = stdout.lastIndexOf("\n");
  return { status: Number(stdout.slice(at + 1)), body: JSON.parse(stdout.slice(0, at)) };
}

/** Splits a line into words as a shell does: quotes of both kinds, variables outside of single quotes. */
const splitWords = (line: string, variables: Variables): string[] =>
  [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replace(
      /'([^']*)'|"([^"]*)"|([^'"]+)/g,
      (_part, literal?: string, quoted?: string, bare?: string) =>
        literal === undefined
          ? (quoted ?? bare ?? "").replace(/\$(\w+)/g, (_name, name: string) => variables[name] ?? "")
          : literal,
    ),
  );

type ParsedRequest = { url: string; method: string; headers: Headers; data: string[] };

/** How each option of a printed line changes the request. */
const OPTIONS: Record<string, (asked: ParsedRequest, value: string) => void> = {
  "-X": (asked, value) => void (asked.method = value),
  "-u": ({ headers }, value) =>
    headers.set("authorization", `Basic ${Buffer.from(value).toString("base64")}`),
  "-H": ({ headers }, value) => headers.set(...(value.split(": ") as [string, string])),
  "-d": ({ data }, value) => void data.push(value),
  "--data-urlencode": ({ data }, value) => void data.push(value.replace(/(?<==).*/s, encodeURIComponent)),
};

/** Sends the same request with fetch where curl is missing. Supports what the printed lines use. */
async function runWithFetch(line: string, variables: Variables): Promise<TerminalResponse> {
  const [, ...words] = splitWords(line, variables);
  const asked: ParsedRequest = { url: "", method: "", headers: new Headers(), data: [] };
  for (let next = words.shift(); next !== undefined; next = words.shift()) {
    const option = OPTIONS[next];
    if (option) option(asked, words.shift() ?? "");
    else asked.url = next;
  }
  const { url, headers, data } = asked;
  const isForm = data.length > 0 && !headers.has("content-type");
  if (isForm) headers.set("content-type", "application/x-www-form-urlencoded");
  const method = asked.method || (data.length > 0 ? "POST" : "GET");
  const body = data.length > 0 ? data.join("&") : null;
  const response = await fetch(url, { method, headers, body });
  return { status: response.status, body: await response.json() };
}

/** Runs a curl line as if it were pasted into a terminal, and reads its JSON response. */
export const runCurlLine = async (line: string, variables: Variables = {}): Promise<TerminalResponse> =>
  (await hasCurl) ? runWithCurl(line, variables) : runWithFetch(line, variables);
