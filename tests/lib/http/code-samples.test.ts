import { execFile } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildCodeSamples } from "@/components/console/api-reference/code-samples";
import { fillSampleIds, listSampleIds } from "@/lib/http/reference/example";
import type { ReferenceOperation } from "@/lib/http/reference/schema";
import { getReference, listReference } from "@/lib/http/reference/service";

const run = promisify(execFile);

type Received = { method: string; url: string; authorization: string; type: string; body: string };
let server: Server;
let origin: string;
let received: Received[];

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const [authorization, type] = [headers.authorization ?? "", headers["content-type"] ?? ""];
      received.push({ method, url, authorization, type, body: Buffer.concat(parts).toString() });
      response.end('{"data":"seen"}');
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  received = [];
});
afterAll(() => server.close());

const TOKEN = 'bat_it\'s "secret"';
const RUNNERS: Record<string, (code: string) => [file: string, args: string[]]> = {
  curl: (code) => ["sh", ["-c", `${code} -s`]],
  Node: (code) => ["node", ["--input-type=module", "-e", code]],
  Python: (code) => ["python3", ["-c", code]],
};

const isInstalled = async (language: string): Promise<boolean> =>
  run(RUNNERS[language]?.("")[0] === "sh" ? "curl" : (RUNNERS[language]?.("")[0] ?? ""), ["--version"]).then(
    () => true,
    () => false,
  );

/** Runs the samples of an operation, in the languages that this machine has, and returns what the server received. */
async function runSamples(operation: ReferenceOperation, known: Record<string, string>) {
  const outputs: string[] = [];
  for (const { language, code } of buildCodeSamples(operation, origin, known)) {
    const command = RUNNERS[language]?.(code);
    if (!command || !(await isInstalled(language))) continue;
    const env = { NODE_ENV: "test" as const, PATH: process.env.PATH ?? "", TOKEN };
    outputs.push((await run(...command, { env })).stdout);
  }
  expect(outputs.length).toBeGreaterThan(0);
  for (const output of outputs) expect(output).toContain('{"data":"seen"}');
  return received;
}

const AUTHORIZATION = `Basic ${Buffer.from(`${TOKEN}:`).toString("base64")}`;

describe("code samples", () => {
  it("of a write send the same request in each language", async () => {
    const operation = await getReference("issueBadge");
    const body = {
      ...(operation.body?.example as object),
      name: "It’s a “test” \\ 'x' ${y} $z\n\u2028",
      flags: [true, null, {}, []],
    };
    const changed = { ...operation, body: operation.body && { ...operation.body, example: body } };
    for (const one of await runSamples(changed, { organization_id: "own" })) {
      expect(one).toMatchObject({
        method: "POST",
        url: "/v1/organizations/own/badges",
        authorization: AUTHORIZATION,
        type: "application/json",
      });
      expect(JSON.parse(one.body)).toEqual(body);
    }
  }, 60_000);

  it("of a read and of a token request likewise", async () => {
    const read = await getReference("getBadge");
    const known = { organization_id: "own", badge_id: "7" };
    for (const one of await runSamples(read, known))
      expect(one).toMatchObject({ method: "GET", url: "/v1/organizations/own/badges/7", body: "" });
    received = [];
    const grant = await getReference("grantAccessToken");
    for (const one of await runSamples(grant, {})) {
      expect(one).toMatchObject({ method: "POST", type: expect.stringContaining("x-www-form-urlencoded") });
      expect(new URLSearchParams(one.body).get("grant_type")).toBe("client_credentials");
    }
  }, 60_000);

  it("exist for every operation that a program may use", async () => {
    const groups = await listReference();
    for (const { id } of groups.flatMap(({ items }) => items)) {
      const operation = await getReference(id);
      const samples = buildCodeSamples(operation, "https://example.org", {});
      expect(
        samples.map(({ language }) => language),
        id,
      ).toEqual(operation.access === "session" ? [] : ["curl", "Node", "Python"]);
      for (const { code } of samples) expect(code, id).not.toContain("undefined");
    }
  });
});

describe("ids in examples", () => {
  it("are named, and replaced where they stand for any", async () => {
    const { body } = await getReference("issueBadge");
    expect(listSampleIds(body?.example)).toEqual(["badge_template_id"]);
    const filled = JSON.stringify(
      fillSampleIds(body?.example, { badge_template_id: "own", constructor: "x" }),
    );
    expect(filled).toContain('"badge_template_id":"own"');
    expect(fillSampleIds({ badge_template_id: "given" }, { badge_template_id: "own" })).toEqual({
      badge_template_id: "given",
    });
  });
});
