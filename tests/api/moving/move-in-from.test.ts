import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { downloadOrganization } from "@/lib/moving/downloads/service";
import { moveIn } from "@/lib/operations/installation/moving";
import { setUpAdministrator } from "@/lib/operations/installation/service";
import { ORIGIN } from "../../support/http/client";
import { readContract } from "../../support/moving/contract";
import { createSourceSender } from "../../support/moving/source-service";
import {
  countEffects,
  createFullOrganization,
  createInstallations,
} from "../../support/moving/two-installations";
import { sql } from "../../support/platform/database";

let installations: Awaited<ReturnType<typeof createInstallations>>;
let ids: Awaited<ReturnType<typeof createFullOrganization>>;
const tokens = new Map<string, string>();
/** Pauses that a download made, in milliseconds. */
let pauses: number[] = [];
const { write } = process.stderr;

beforeAll(async () => {
  process.stderr.write = () => true; // the progress
  installations = await createInstallations();
  ids = await createFullOrganization();
  for (const id of [ids.id, ids.partnerId])
    tokens.set(id, (await setUpAdministrator(id, "reader@lumen.example")).authorization_token);
});
afterAll(async () => {
  process.stderr.write = write;
  await installations?.remove();
});
let target: string;
beforeEach(async () => {
  pauses = [];
  target = await installations.useEmpty();
  await installations.useSource();
});
afterEach(() => installations.useSource());

/** Reads an organization from the source, and moves it into the empty installation, which is used from then on. */
async function moveFrom(id: string, send = createSourceSender()) {
  await installations.useSource();
  const { path, report, remove } = await downloadOrganization({
    source: { baseUrl: ORIGIN, token: tokens.get(id) ?? "", allowInsecure: true },
    sourceOrganization: null,
    folder: installations.file("moving"),
    report: () => undefined,
    tools: { send, sleep: async (ms) => void pauses.push(ms) },
  });
  await installations.use(target);
  const moved = await moveIn({
    file: path,
    organization: undefined,
    adminEmail: "reader@lumen.example",
    isDryRun: false,
  });
  await remove();
  return { moved, report };
}

/** Moves the partner and the organization, which refer to each other. */
async function moveBoth() {
  await moveFrom(ids.partnerId);
  const result = await moveFrom(ids.id);
  await moveFrom(ids.partnerId);
  return result;
}

it("every answer of the interface is equal but for what the installations have of their own", async () => {
  const original = await readContract(ids.id, tokens.get(ids.id) ?? "");
  const { moved, report } = await moveBoth();
  expect(moved).toMatchObject({ refused: 0, refusals: [] });
  expect(report).toMatchObject({ unavailable: [], skipped: [] });
  const copied = await readContract(ids.id, moved.administrator?.authorization_token ?? "");
  expect(Object.keys(original).length).toBeGreaterThan(10);
  expect(copied).toEqual(original);
});

it("a second run changes nothing, and a later one only what has changed", async () => {
  await moveBoth();
  expect((await moveFrom(ids.id)).moved).toMatchObject({ created: 0, changed: 0, refused: 0 });
  await installations.useSource();
  await sql("UPDATE badge_templates SET level = 'Foundational' WHERE name = 'Mentor'");
  const { moved } = await moveFrom(ids.id);
  expect(moved).toMatchObject({ created: 0, changed: 1 });
  expect(await sql("SELECT level FROM badge_templates WHERE name = 'Mentor'")).toEqual([
    { level: "Foundational" },
  ]);
});

it("leaves what the interface does not show as it is here", async () => {
  await moveBoth();
  await sql("UPDATE organizations SET requires_second_factor = true WHERE id = $1", [ids.id]);
  await installations.useSource();
  await sql("UPDATE organizations SET bio = 'Changed' WHERE id = $1", [ids.id]);
  expect((await moveFrom(ids.id)).moved).toMatchObject({ changed: 1 });
  expect(await sql("SELECT bio, requires_second_factor FROM organizations WHERE id = $1", [ids.id])).toEqual([
    { bio: "Changed", requires_second_factor: true },
  ]);
});

it("nobody is notified", async () => {
  await moveBoth();
  expect(await countEffects()).toEqual({ events: 0, messages: 0, entries: 3 });
});

it("continues after an interruption without reading again what it has", async () => {
  let requests: string[] = [];
  const failing = (limit: number) =>
    createSourceSender((url) => {
      requests.push(url.pathname);
      if (requests.length > limit) throw new Error("The process ends here.");
      return null;
    });
  await moveFrom(ids.partnerId);
  for (let limit = 2; limit <= 6; limit += 2) {
    requests = [];
    await expect(moveFrom(ids.id, failing(limit))).rejects.toThrow("The process ends here.");
  }
  requests = [];
  const { moved } = await moveFrom(ids.id, failing(10_000));
  expect(moved).toMatchObject({ refused: 0 });
  expect(requests.filter((path) => path.endsWith("/badge_templates"))).toEqual([]);
});

it("waits when the service asks for it, and sends the token to no other address", async () => {
  let refusals = 3;
  const authorized = new Set<string>();
  const { moved } = await moveFrom(
    ids.partnerId,
    createSourceSender(({ origin, pathname }, { authorization }) => {
      if (authorization || !pathname.startsWith("/images/")) authorized.add(origin);
      if (!pathname.endsWith("/badge_templates") || refusals === 0) return null;
      refusals -= 1;
      return { status: refusals % 2 ? 429 : 503, headers: { "retry-after": "70" }, body: "" };
    }),
  );
  expect(refusals).toBe(0);
  // What is left of 70 seconds.
  expect(pauses.filter((ms) => ms <= 60_000 || ms > 70_000)).toEqual([]);
  expect(moved.kinds.badge_template?.created).toBeGreaterThan(0);
  expect([...authorized]).toEqual([ORIGIN]);
});

it("reports what the token may not read, and moves the rest", async () => {
  const { moved, report } = await moveFrom(
    ids.partnerId,
    createSourceSender(({ pathname }) =>
      pathname.endsWith("/oauth_applications") ? { status: 403, body: "{}" } : null,
    ),
  );
  expect(report.unavailable).toEqual([{ path: expect.stringMatching(/oauth_applications$/), status: 403 }]);
  expect(moved.kinds.badge_template?.created).toBeGreaterThan(0);
  expect(moved.kinds.oauth_application).toBeUndefined();
});
