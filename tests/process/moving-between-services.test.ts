import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withClient } from "@/lib/platform/postgres/database";
import { readContractWith } from "../support/moving/contract";
import { fillSource } from "../support/moving/served-source";
import { randomNumbers } from "../support/random";
import { insertManyBadges } from "../support/moving/many-badges";
import { isLong } from "../support/platform/long";
import { signal } from "../support/platform/processes";
import { startNewProduct } from "../support/platform/prepared-product";
import {
  createOrganization,
  ensureBuilt,
  runAdmin,
  startAdmin,
  startProduct,
  type Product,
} from "../support/platform/product";
import { until } from "../support/until";

// An organization moves from one served installation to another over the interface.

const KILLS = isLong ? 10 : 2;
const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);

type Report = {
  organization_id: string;
  created: number;
  changed: number;
  refused: number;
  refusals: unknown[];
  kinds: Record<string, { created: number; changed: number }>;
  administrator: { authorization_token: string } | null;
  download: { skipped: unknown[]; unavailable: unknown[] };
};

let [source, target]: Product[] = [];
let organization: Awaited<ReturnType<typeof fillSource>>;
let targetToken = "";

const products = () => {
  if (!source || !target) throw new Error("The products did not start.");
  return { source, target };
};

beforeAll(async () => {
  await ensureBuilt();
  source = await startNewProduct();
  target = await startProduct();
  organization = await fillSource(source);
});
afterAll(async () => {
  await source?.remove();
  await target?.remove();
});

const args = () => ["move-in", "--from", products().source.origin, "--json"];
const ADMINISTRATOR = ["--admin-email", "new@example.org"];
const options = (token = organization.authorization_token) => ({
  env: { ...products().target.env, MOVE_IN_TOKEN: token },
});

async function moveIn(token?: string): Promise<Report> {
  const { code, stdout, stderr } = await runAdmin(
    products().target.dataDir,
    // An account that exists already would be told of its new password.
    [...args(), ...(token === undefined ? ADMINISTRATOR : [])],
    options(token),
  );
  expect(code, stderr + stdout).toBe(0);
  expect(stdout + stderr).not.toContain(options(token).env.MOVE_IN_TOKEN);
  return JSON.parse(stdout) as Report;
}

/** Reads the interface of a product without its address in what it says. */
const readAnswers = async ({ origin }: Product, token: string) => {
  const authorization = `Basic ${Buffer.from(`${token}:`).toString("base64")}`;
  const base = `${origin}/v1/organizations/${organization.organization_id}`;
  return readContractWith(async (path) => {
    const response = await fetch(base + path, { headers: { authorization } });
    const text = (await response.text()).replaceAll(origin, "https://service.example");
    const isJson = response.headers.get("content-type")?.includes("json");
    const body = (isJson ? JSON.parse(text) : { data: text }) as { data?: unknown; metadata?: unknown };
    return { status: response.status, data: body.data, metadata: body.metadata };
  });
};

it(`a move that is killed ${KILLS} times ends with every answer equal (seed ${SEED})`, async () => {
  const random = randomNumbers(SEED);
  // It may issue for the organization, which refers to it.
  await moveIn(organization.partner.authorization_token);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const command = startAdmin(products().target.dataDir, args(), options());
    const lines = 1 + Math.floor(random() * 25);
    await until(
      `${lines} lines of progress`,
      () => command.stderr().split("\n").length > lines || command.hasEnded(),
      120_000,
    );
    signal(-command.pid, "SIGKILL");
    const { code, signal: ended } = await command.ended;
    expect(ended ?? code, command.stderr()).toSatisfy((end) => end === "SIGKILL" || end === 0);
  }
  const report = await moveIn();
  targetToken = report.administrator?.authorization_token ?? "";
  expect(report).toMatchObject({ refused: 0, refusals: [], download: { skipped: [], unavailable: [] } });
  const original = await readAnswers(products().source, organization.authorization_token);
  expect(await readAnswers(products().target, targetToken)).toEqual(original);
});

it.runIf(isLong)("a repetition moves nothing, and a later one only what has changed", async () => {
  expect(await moveIn()).toMatchObject({ created: 0, changed: 0 });
  await organization.changeOneTemplate();
  const { created, changed, kinds } = await moveIn();
  expect({ created, changed }).toEqual({ created: 0, changed: 1 });
  expect(kinds.badge_template?.changed).toBe(1);
  const original = await readAnswers(products().source, organization.authorization_token);
  expect(await readAnswers(products().target, targetToken)).toEqual(original);
});

it("nobody was mailed and no event was recorded", async () => {
  const { target: product } = products();
  const moved = `organization_id = '${organization.organization_id}'`;
  expect(
    await query(product, `SELECT kind FROM outbox_messages WHERE ${moved} AND kind <> 'credential'`),
  ).toEqual([]);
  expect(await query(product, `SELECT event_type FROM events WHERE ${moved}`)).toEqual([]);
  expect((await listMailed(product)).filter((address) => address !== DEMONSTRATION_EARNER)).toEqual([]);
});

/** The demonstration of each new installation sets her password, of which she is told. */
const DEMONSTRATION_EARNER = "chiyo.tanaka@lumen-academy.example";

/** Lists whom a product has mailed. Without a mail server, each mail is a file. */
async function listMailed({ dataDir }: Product): Promise<string[]> {
  const folder = join(dataDir, "mail");
  const names = await readdir(folder).catch(() => []);
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return mails.map((mail) => /^To: (.+)$/m.exec(mail)?.[1]?.trim() ?? "");
}

const query = async (product: Product, text: string): Promise<Record<string, unknown>[]> =>
  withClient(
    await product.databaseUrl(),
    async (client) => (await client.query(text)).rows as Record<string, unknown>[],
  );

const MANY = 100_000;

it.runIf(isLong)("moves 100,000 badges in less than ten minutes", async () => {
  const { source: from, target: to } = products();
  const many = await createOrganization(
    from.dataDir,
    { name: "Many", adminEmail: "many@example.org" },
    from.env,
  );
  await withClient(await from.databaseUrl(), (client) =>
    insertManyBadges(client, many.organization_id, MANY),
  );
  const started = performance.now();
  const command = startAdmin(to.dataDir, args(), options(many.authorization_token));
  const downloaded = until("it is read", () => /"msg":"image: /.test(command.stderr()), 600_000).then(
    () => performance.now() - started,
  );
  const { code } = await command.ended;
  expect(code, command.stderr()).toBe(0);
  const seconds = (performance.now() - started) / 1_000;
  // The figures of docs/performance.md.
  process.stdout.write(
    `100,000 badges: ${seconds.toFixed(0)} s, of which reading ${((await downloaded) / 1_000).toFixed(0)} s\n`,
  );
  const report = JSON.parse(command.stdout()) as Report;
  expect(report).toMatchObject({ refused: 0, download: { skipped: [], unavailable: [] } });
  expect(report.kinds.issued_badge?.created).toBe(MANY);
  expect(seconds).toBeLessThan(600);
});
