import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { lockTarget, withMoveClient } from "@/lib/moving/imports/queries";
import { moveFolder } from "@/lib/moving/service-moves/folder";
import { MOVE_LIMITS } from "@/lib/moving/service-moves/limits";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import {
  badge,
  BASE_URL,
  buildAnswers,
  createServiceMove,
  employee,
  getServiceMove,
  makeTurnDue,
  moveAll,
  PATH,
  requests,
  runMove,
  runMoveTurn,
  serve,
  startServiceMove,
  template,
  type Given,
} from "../../support/moving/service-moves";
import { sql } from "../../support/platform/database";

// An administrator names any service: it may be hostile.

let organization: TestOrganization;
const limits = { ...MOVE_LIMITS };
const many = (count: number) => Array.from({ length: count }, (_, index) => index);
const ROOT = "/organizations/acme";

beforeEach(async () => {
  organization = await createTestOrganization();
  serve(buildAnswers({}));
});
afterEach(() => void Object.assign(MOVE_LIMITS, limits));

/** Starts a move from an empty service that then responds like this. Returns it when it has ended. */
async function moveFrom(answers: Record<string, Given>) {
  serve(buildAnswers({}));
  const { id } = await createServiceMove(organization);
  await startServiceMove(organization, id);
  serve(answers);
  return runMove(organization, id);
}

describe("a move ends with a reason", () => {
  it("at a response of more than 8 MiB", async () => {
    const move = await moveFrom({
      ...buildAnswers({}),
      [`${ROOT}/badge_templates`]: { bytes: Buffer.alloc(8 * 1024 * 1024 + 1, 32) },
    });
    expect(move).toMatchObject({ state: "failed", stop_reason: expect.stringContaining("too large") });
    expect(requests.every(({ onOverflow }) => onOverflow === "fail")).toBe(true);
  });

  it("at a page of more than 1,000 items", async () => {
    const move = await moveFrom(buildAnswers({ templates: many(1_001) }));
    expect(move).toMatchObject({ state: "failed", stop_reason: expect.stringContaining("1001 items") });
  });

  it.each([
    ["templates", { templates: many(4).map((n) => template(`t${n}`)) }],
    ["badges", { badges: many(4).map((n) => badge(`${n}`)) }],
    ["employees", { employees: many(4).map((n) => employee(`${n}`)) }],
  ] as const)("at too many %s", async (name, lists) => {
    MOVE_LIMITS[name] = 3;
    const move = await moveFrom(buildAnswers(lists));
    expect(move).toMatchObject({
      state: "failed",
      stop_reason: expect.stringContaining("more than 3 items"),
    });
    expect(await sql("SELECT 1 FROM badge_templates WHERE organization_id = $1", [organization.id])).toEqual(
      [],
    );
  });

  it("at too many bytes, while it reads and after it has read", async () => {
    const lists = { templates: many(40).map((n) => template(`t${n}`, { description: "x".repeat(500) })) };
    MOVE_LIMITS.storedBytes = 10_000;
    const reason = { state: "failed", stop_reason: expect.stringContaining("more data") };
    expect(await moveFrom(buildAnswers(lists))).toMatchObject(reason);
    expect(requests.at(-1)?.url).toContain("/badge_templates");
    // The pages fit, and the file of records that is made of them does not.
    MOVE_LIMITS.storedBytes = 110_000;
    expect(await moveFrom(buildAnswers(lists))).toMatchObject(reason);
    expect(requests.filter(({ url }) => url.includes("high_volume"))).not.toEqual([]);
  });

  it("at a page with too many values", async () => {
    MOVE_LIMITS.pageValues = 40;
    const move = await moveFrom(buildAnswers({ templates: many(10).map((n) => template(`t${n}`)) }));
    expect(move).toMatchObject({ state: "failed", stop_reason: expect.stringContaining("too many values") });
  });

  it("at too many templates that only badges name", async () => {
    MOVE_LIMITS.templates = 3;
    const badges = many(4).map((n) => badge(`${n}`, { badge_template: template(`t${n}`) }));
    const move = await moveFrom(buildAnswers({ badges }));
    expect(move).toMatchObject({
      state: "failed",
      stop_reason: expect.stringContaining("more than 3 badge templates"),
    });
  });

  it.each([
    ["templates", { templates: many(4).map((n) => template(`t${n}`, { description: "x".repeat(300) })) }],
    [
      "groups",
      {
        templates: [template("t1")],
        badges: many(4).map((n) =>
          badge(`${n}`, { issuer_earner_group: { external_id: `${n}`, name: "x".repeat(300) } }),
        ),
      },
    ],
  ])("at too much text in %s, which stay in memory", async (_name, lists) => {
    MOVE_LIMITS.keptLength = 2_500;
    expect(await moveFrom(buildAnswers({ templates: [template("t1")] }))).toMatchObject({ state: "done" });
    const move = await moveFrom(buildAnswers(lists));
    expect(move).toMatchObject({ state: "failed", stop_reason: expect.stringContaining("more text") });
  });

  it("when the disk is nearly full", async () => {
    MOVE_LIMITS.freeBytes = Infinity;
    const move = await moveFrom(buildAnswers({ templates: [template("t1")] }));
    expect(move).toMatchObject({ state: "failed", stop_reason: expect.stringContaining("free space") });
  });

  it("after an hour in which the service only fails", async () => {
    serve(buildAnswers({}));
    const { id } = await createServiceMove(organization);
    await startServiceMove(organization, id);
    serve({ "/organizations": { status: 503 } });
    expect(await runMoveTurn(id)).toBe(true);
    await makeTurnDue(id);
    await sql("UPDATE service_moves SET started_at = now() - interval '61 minutes' WHERE id = $1", [id]);
    expect(await runMoveTurn(id)).toBe(false);
    expect(await getServiceMove(organization, id)).toMatchObject({
      state: "failed",
      stop_reason: expect.stringContaining("has failed for 60 minutes"),
    });
  });

  it("after a day", async () => {
    const { id } = await createServiceMove(organization);
    await startServiceMove(organization, id);
    await sql("UPDATE service_moves SET started_at = now() - interval '25 hours' WHERE id = $1", [id]);
    await runMoveTurn(id);
    expect(await getServiceMove(organization, id)).toMatchObject({
      state: "failed",
      stop_reason: "The move took too long.",
    });
  });

  it("when the person who started it may no longer do it", async () => {
    const { id } = await createServiceMove(organization);
    await startServiceMove(organization, id);
    await sql("UPDATE service_moves SET started_by_id = gen_random_uuid()::text WHERE id = $1", [id]);
    await runMoveTurn(id);
    expect(await getServiceMove(organization, id)).toMatchObject({ state: "failed" });
    expect(requests.filter(({ url }) => url.includes("high_volume"))).toEqual([]);
  });
});

it("draws a limited number of pictures in a turn, and continues with those it has", async () => {
  MOVE_LIMITS.drawnInTurn = 2;
  const templates = many(5).map((n) => template(`t${n}`, { image_url: null }));
  serve(buildAnswers({ templates }));
  const { id } = await createServiceMove(organization);
  await startServiceMove(organization, id);
  let turns = 0;
  while (await runMoveTurn(id)) {
    turns += 1;
    await makeTurnDue(id);
  }
  expect(turns).toBeGreaterThanOrEqual(2);
  expect((await getServiceMove(organization, id)).report.kinds.badge_template).toMatchObject({ created: 5 });
});

it("takes a limited number of pictures, and asks once for each that cannot be read", async () => {
  MOVE_LIMITS.pictures = 2;
  MOVE_LIMITS.turnMs = 0;
  serve(buildAnswers({ templates: many(4).map((n) => template(`t${n}`)) }), ({ pathname }) =>
    pathname === "/art/t0.png" ? { bytes: Buffer.from("no picture") } : null,
  );
  const { report } = await moveAll(organization);
  expect(report.kinds.badge_template).toMatchObject({ created: 4, refused: 0 });
  const asked = requests.filter(({ url }) => url.includes("/art/")).map(({ url }) => url);
  expect(asked.toSorted()).toEqual([`${BASE_URL}/art/t0.png`, `${BASE_URL}/art/t1.png`]);
  expect(report.skipped.map(({ kind }: { kind: string }) => kind)).toEqual(["image", "image"]);
});

it("leaves out items that are too large, and ids and addresses that are too long, and moves the others", async () => {
  MOVE_LIMITS.itemLength = 2_500;
  const { report, state } = await moveFrom(
    buildAnswers({
      templates: [
        template("t1"),
        template("t2", { description: "x".repeat(2_500) }),
        template("t".repeat(101)),
      ],
      badges: [badge("1"), badge("2", { recipient_email: `${"x".repeat(320)}@example.org` })],
      employees: [employee("1", { first_name: "x".repeat(2_500) }), employee("2")],
    }),
  );
  expect(state).toBe("done");
  expect(report.kinds).toMatchObject({
    badge_template: { created: 1 },
    issued_badge: { created: 1 },
    employee: { created: 1 },
  });
  expect(report.skipped.map(({ reason }: { reason: string }) => reason)).toEqual(
    expect.arrayContaining(["It is too large.", expect.stringContaining("id: Too big")]),
  );
});

it("takes times up to the end of the year 9999, and no later ones", async () => {
  const histories = many(2).map((n) => ({ id: `h${n}`, employer_job_title: `Job ${n}` }));
  const at = (created: string) => ({ created_at: created, employment_histories: histories });
  const [last, later] = [
    employee("1", at("9999-12-31T23:59:59.999Z")),
    employee("2", at("+010000-01-01T00:00:00Z")),
  ];
  const answers = buildAnswers({ employees: [last, later] });
  const { report, state } = await moveFrom({
    ...answers,
    [`${ROOT}/employees/${encodeURIComponent(last.email)}/data`]: { body: { data: last } },
  });
  expect(state).toBe("done");
  expect(report.kinds).toMatchObject({ employee: { created: 1 }, employment_history: { created: 2 } });
});

it("waits while another move writes into the organization", async () => {
  serve(buildAnswers({ templates: [template("t1")] }));
  const { id } = await createServiceMove(organization);
  await startServiceMove(organization, id);
  await withMoveClient(async (client) => {
    await lockTarget(client, organization.id);
    expect(await runMoveTurn(id)).toBe(true);
  });
  expect(await getServiceMove(organization, id)).toMatchObject({ state: "running" });
  expect(await sql("SELECT 1 FROM badge_templates WHERE organization_id = $1", [organization.id])).toEqual(
    [],
  );
  await makeTurnDue(id);
  expect(await runMove(organization, id)).toMatchObject({ state: "done", report: { created: 2 } });
});

it("reads again what it had read before another move of the organization", async () => {
  MOVE_LIMITS.turnMs = 0;
  const countLists = () => requests.filter(({ url }) => url.endsWith("/badge_templates")).length;
  serve(buildAnswers({ templates: [template("t1")] }));
  const { id } = await createServiceMove(organization);
  const { run_id: run } = await startServiceMove(organization, id);
  await runMoveTurn(id);
  const stop = () => organization.client.post(`${PATH}/${id}/stop`, { run_id: run });
  expect((await stop()).status).toBe(200);
  expect((await moveAll(organization)).state).toBe("done");
  serve(buildAnswers({ templates: [template("t1", { name: "Newer" })] }));
  await startServiceMove(organization, id);
  expect(await runMove(organization, id)).toMatchObject({ state: "done", report: { changed: 1 } });
  expect(countLists()).toBe(1);
});

it("makes room for others only by downloads that nobody works on", async () => {
  Object.assign(MOVE_LIMITS, { hostBytes: 0, turnMs: 0 });
  serve(buildAnswers({ templates: [template("t1")] }));
  const { id } = await createServiceMove(organization);
  await startServiceMove(organization, id);
  await runMoveTurn(id);
  const isStored = async () => (await readdir(moveFolder(id)).catch(() => [])).length > 0;
  expect((await moveAll(await createTestOrganization())).state).toBe("done");
  expect(await isStored()).toBe(true);
  const before = new Date(Date.now() - 3_600_000);
  for (const { name, parentPath } of await readdir(moveFolder(id), { recursive: true, withFileTypes: true }))
    await utimes(join(parentPath, name), before, before);
  await utimes(moveFolder(id), before, before);
  expect((await moveAll(await createTestOrganization())).state).toBe("done");
  expect(await isStored()).toBe(false);
  await makeTurnDue(id);
  expect(await runMove(organization, id)).toMatchObject({ state: "done", report: { created: 2 } });
});

it("refuses records with characters that cannot be stored one by one, and moves the others", async () => {
  const odd = ["\u0000", "\ud800"];
  const { report, state } = await moveFrom(
    buildAnswers({
      templates: [
        template("t1"),
        ...odd.map((sign) => template(`t${sign}`)),
        template("t2", { cost: odd[0] }),
      ],
      badges: [
        badge("1"),
        ...odd.map((sign) => badge(`x${sign}`)),
        badge("2", { issued_to: odd[1] }),
        badge("3", { evidence: [{ type: "PlainTextEvidence", title: odd[0], description: "" }] }),
      ],
      employees: [employee("1"), employee("2", { team: odd[0] })],
    }),
  );
  expect(state).toBe("done");
  expect(report.kinds).toMatchObject({
    badge_template: { created: 1 },
    issued_badge: { created: 1 },
    employee: { created: 1 },
  });
  expect(report.skipped_count).toBeGreaterThanOrEqual(8);
});

it("refuses records with addresses that a browser would run, and with values that nest too deep", async () => {
  const text = `{"data":[${JSON.stringify(template("t1"))},${JSON.stringify(template("t2", { design: "DEEP" }))},
    ${JSON.stringify(template("t3", { criteria_url: "javascript:alert(1)" }))}]}`;
  const nested = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const move = await moveFrom({
    ...buildAnswers({}),
    [`${ROOT}/badge_templates`]: { bytes: Buffer.from(text.replace('"DEEP"', nested)) },
  });
  expect(move.state).toBe("done");
  expect(move.report.kinds.badge_template).toMatchObject({ created: 1, refused: 1 });
  expect(move.report.refusals[0]).toMatchObject({
    kind: "badge_template",
    reason: expect.stringContaining("criteria_url"),
  });
  expect(move.report.skipped).toHaveLength(1);
});
