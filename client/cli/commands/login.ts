import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text as readAll } from "node:stream/consumers";
import { parseBaseUrl, unwrap } from "../../src/client.ts";
import { text, type Command } from "../command.ts";
import { connectWith } from "../connect.ts";
import { loginFile, removePrivate, writePrivate } from "../stored-files.ts";
import { printLine, printNote, usageError } from "../terminal.ts";

/** Asks for the token without showing it. */
async function askToken(signal: AbortSignal): Promise<string> {
  process.stderr.write("Authorization token: ");
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: process.stdin, output: hidden, terminal: true });
  // In this mode Ctrl-C is a key and sends no signal.
  prompt.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  try {
    return await prompt.question("", { signal });
  } finally {
    prompt.close();
    process.stderr.write("\n");
  }
}

const readToken = async (signal: AbortSignal): Promise<string> =>
  (process.stdin.isTTY ? await askToken(signal) : await readAll(process.stdin)).trim();

export const login: Command = {
  name: "login",
  summary: "Store the address of the service and a token",
  help: `Usage: badges login --url URL

Asks for an authorization token and stores it with the address in a file that only you can read. Create a token in the
console under Developer → Authorization tokens. The token is never an argument, because other people on this machine
can see those.

Options:
  --url URL       The address of the service
  --allow-http    Send the token over http to another machine

Examples:
  badges login --url https://badges.example.org
  badges login --url https://badges.example.org < token.txt

Instead of a login, you can set BADGES_URL and BADGES_TOKEN (and BADGES_ALLOW_HTTP=1).`,
  options: { url: { type: "string" }, "allow-http": { type: "boolean" } },
  async run(values, signal) {
    const given = text(values, "url");
    if (given === undefined)
      throw usageError("--url is missing. Example: badges login --url https://badges.example.org");
    const allowHttp = values["allow-http"] === true;
    const url = parseBaseUrl(given, allowHttp);
    const token = await readToken(signal);
    if (!/^[\x21-\x7e]+$/.test(token)) throw usageError("No token was entered, or it contains spaces.");
    const client = connectWith({ url, token, allowHttp });
    const path = { organization_id: await client.organizationId() };
    const organization = unwrap(
      await client.api.GET("/organizations/{organization_id}", { params: { path } }),
    );
    await writePrivate(loginFile(), { url, token, ...(allowHttp ? { allowHttp } : {}) });
    printLine(`Signed in to ${url} for ${organization.name}.`);
    printNote(`The token is in ${loginFile()}.`);
    return 0;
  },
};

export const logout: Command = {
  name: "logout",
  summary: "Delete the stored token",
  help: `Usage: badges logout

Deletes the token from this machine. It stays valid: delete it in the console if others may know it.`,
  options: {},
  async run() {
    printLine(
      (await removePrivate(loginFile())) ? "The token was deleted from this machine." : "No token is stored.",
    );
    return 0;
  },
};
