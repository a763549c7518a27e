import { beforeEach, describe, expect, it } from "vitest";
import { env } from "@/lib/kernel/env";
import { findNewIds } from "@/lib/moving/redirects/queries";
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
  TOKEN,
} from "../../support/moving/service-moves";
import { stopClock } from "../../support/delivery/outbox";
import { sql } from "../../support/platform/database";
import { deleteOldMoves } from "@/lib/moving/service-moves/jobs";

let organization: TestOrganization;
const TEMPLATES = [template("t1"), template("t2")];
const BADGES = [
  badge("1"),
  badge("2", { state: "accepted", user: { id: "u2", email: "earner-2@example.org", confirmed: true } }),
  badge("3", { state: "revoked", revocation_reason: "Issued by mistake" }),
];

beforeEach(async () => {
  organization = await createTestOrganization();
  serve(buildAnswers({ templates: TEMPLATES, badges: BADGES, employees: [employee("1")] }));
});

const readBadges = () =>
  sql(
    `SELECT id, recipient_email AS email, state, user_id, public, issued_to FROM issued_badges
     WHERE organization_id = $1 ORDER BY recipient_email`,
    [organization.id],
  );
const countRows = async (table: string): Promise<number> =>
  Number((await sql(`SELECT count(*)::int AS count FROM ${table}`))[0]?.count);
const readToken = async (id: string) =>
  (await sql("SELECT token FROM service_moves WHERE id = $1", [id]))[0]?.token;

describe("an installation that does not allow moves", () => {
  it("refuses to look at another service, and to start a move that is ready", async () => {
    const { id } = await createServiceMove(organization);
    Object.assign(env(), { SERVICE_MOVES: false });
    try {
      const body = { base_url: BASE_URL, token: "t" };
      for (const { status, data } of [
        await organization.client.post("/service_moves", body),
        await organization.client.post(`/service_moves/${id}/start`, {}),
      ])
        expect([status, data.code]).toEqual([403, "service_moves_off"]);
    } finally {
      Object.assign(env(), { SERVICE_MOVES: true });
    }
  });
});

describe("a move", () => {
  it("shows what the token can read, before anything is moved", async () => {
    const move = await createServiceMove(organization);
    expect(move).toMatchObject({ state: "ready", base_url: BASE_URL, has_token: true, report: null });
    expect(move.inspection).toEqual({
      name: "Acme",
      lists: [
        { name: "badge_templates", is_readable: true, count: 2 },
        { name: "badges", is_readable: true, count: 3 },
        { name: "employees", is_readable: true, count: 1 },
        { name: "recommendations", is_readable: false, count: null },
      ],
    });
    expect(await readBadges()).toEqual([]);
  });

  it("moves templates, badges and employees, without messages or events", async () => {
    const messages = await countRows("outbox_messages WHERE kind IN ('mail', 'webhook')");
    const events = await countRows("events");
    const move = await moveAll(organization);
    expect(move).toMatchObject({ state: "done", has_token: false, report: { refused: 0, changed: 0 } });
    expect(move.report.kinds).toMatchObject({
      badge_template: { created: 2 },
      issued_badge: { created: 3 },
      employee: { created: 1 },
    });
    expect((await readBadges()).map(({ state }) => state)).toEqual(["pending", "pending", "revoked"]);
    expect(await countRows("outbox_messages WHERE kind IN ('mail', 'webhook')")).toBe(messages);
    expect(await countRows("events")).toBe(events);
  });

  it("writes in a second run only what has changed", async () => {
    await moveAll(organization);
    const before = await readBadges();
    expect((await moveAll(organization)).report).toMatchObject({ created: 0, changed: 0, refused: 0 });
    expect(await readBadges()).toEqual(before);
    serve(buildAnswers({ templates: [template("t1", { level: "Foundational" })], badges: BADGES }));
    expect((await moveAll(organization)).report).toMatchObject({ created: 0, changed: 1, refused: 0 });
  });

  it("is refused in a test organization", async () => {
    await sql(
      "UPDATE organizations SET test_of_id = (SELECT id FROM organizations WHERE id <> $1 LIMIT 1) WHERE id = $1",
      [organization.id],
    );
    const answer = await organization.client.post(PATH, { base_url: BASE_URL, token: TOKEN });
    expect(answer).toMatchObject({ status: 422, data: { code: "test_mode" } });
  });
});

describe("people", () => {
  it("get neither accounts nor confirmed addresses, and accept their badges themselves", async () => {
    const [users, addresses] = [await countRows("users"), await countRows("user_emails")];
    await moveAll(organization);
    expect(await countRows("users")).toBe(users);
    expect(await countRows("user_emails")).toBe(addresses);
    expect(await countRows("issued_badges WHERE user_id IS NOT NULL")).toBe(0);
    expect(
      await sql("SELECT state, user_id FROM employees WHERE organization_id = $1", [organization.id]),
    ).toEqual([{ state: "created", user_id: null }]);
  });

  it("are inactive employees if they are so there, and stay as they are here after that", async () => {
    const at = "2026-10-01T00:00:00.000Z";
    const readStatus = () =>
      sql("SELECT deactivated_at, last_name FROM employees WHERE organization_id = $1", [organization.id]);
    serve(buildAnswers({ employees: [employee("1", { deactivated_at: at })] }));
    await moveAll(organization);
    expect(await readStatus()).toEqual([{ deactivated_at: new Date(at), last_name: null }]);
    serve(buildAnswers({ employees: [employee("1", { deactivated_at: null, last_name: "Xu" })] }));
    await moveAll(organization);
    expect(await readStatus()).toEqual([{ deactivated_at: new Date(at), last_name: "Xu" }]);
  });

  it.each(["accepted", "rejected", "revoked"])(
    "keep every field of a badge that is %s here",
    async (state) => {
      await moveAll(organization);
      await sql("UPDATE issued_badges SET state = $2::badge_state WHERE organization_id = $1", [
        organization.id,
        state,
      ]);
      const before = await readBadges();
      const changed = BADGES.map((one) => ({
        ...one,
        issued_to: "Mallory",
        recipient_email: "mallory@example.org",
        public: true,
        state: "revoked",
      }));
      serve(buildAnswers({ templates: TEMPLATES, badges: changed }));
      expect((await moveAll(organization)).report.kinds.issued_badge).toMatchObject({ changed: 0 });
      expect(await readBadges()).toEqual(before);
    },
  );

  it("keep the address of a pending badge, which the source may otherwise change", async () => {
    await moveAll(organization);
    serve(
      buildAnswers({
        templates: TEMPLATES,
        badges: [badge("1", { issued_to: "Ada", recipient_email: "mallory@example.org", state: "revoked" })],
      }),
    );
    await moveAll(organization);
    expect((await readBadges())[0]).toMatchObject({
      email: "earner-1@example.org",
      issued_to: "Ada",
      state: "revoked",
    });
  });
});

describe("ids", () => {
  const id = "0190b3a0-0000-4000-8000-000000000001";
  it("of the source are never taken, and lead nowhere", async () => {
    serve(buildAnswers({ templates: TEMPLATES, badges: [badge(id)] }));
    await moveAll(organization);
    const [moved] = await readBadges();
    expect(moved?.id).not.toBe(id);
    expect(await findNewIds("issued_badge", id)).toEqual([]);
    // They do not take the redirect of an organization that the operator moved in, either.
    const other = await createTestOrganization();
    await sql(
      `INSERT INTO moved_records (organization_id, kind, old_id, new_id, digest, is_created)
       VALUES ($1, 'issued_badge', $2, $3, '\\x00', true)`,
      [other.id, id, other.id],
    );
    expect(await findNewIds("issued_badge", id)).toEqual([other.id]);
  });

  it("of templates stay when the source changes them", async () => {
    await moveAll(organization);
    const ids = () =>
      sql("SELECT id FROM badge_templates WHERE organization_id = $1 ORDER BY id", [organization.id]);
    const before = await ids();
    serve(buildAnswers({ templates: [template("t1", { name: "New" }), template("t2")], badges: BADGES }));
    await moveAll(organization);
    expect(await ids()).toEqual(before);
  });

  it("of pictures are new where the picture changed, so that none of others is overwritten", async () => {
    serve(buildAnswers({ templates: [template("t1")] }));
    await moveAll(organization);
    const shown = () =>
      sql("SELECT image_id AS id FROM badge_templates WHERE organization_id = $1", [organization.id]);
    const [first] = await shown();
    // Another organization shows the same picture.
    const other = await createTestOrganization();
    await sql("UPDATE organizations SET photo_id = $2 WHERE id = $1", [other.id, first?.id]);
    const readBytes = () =>
      sql("SELECT encode(bytes, 'base64') AS bytes FROM images WHERE id = $1", [first?.id]);
    const before = await readBytes();
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="5" height="5"/></svg>',
    );
    serve(buildAnswers({ templates: [template("t1")] }), (url) =>
      url.pathname.startsWith("/art/") ? { bytes: svg } : null,
    );
    await moveAll(organization);
    expect(await readBytes()).toEqual(before);
    expect((await shown())[0]?.id).not.toBe(first?.id);
  });
});

describe("runs", () => {
  it("start once when two callers start at the same time", async () => {
    const { id } = await createServiceMove(organization);
    const start = () => organization.client.post(`${PATH}/${id}/start`, {});
    const answers = await Promise.all([start(), start()]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422]);
    expect(await sql("SELECT id FROM outbox_messages WHERE subject_id = $1", [id])).toHaveLength(1);
  });

  it("stop only if the caller names the run", async () => {
    const { id } = await createServiceMove(organization);
    const { run_id: first } = await startServiceMove(organization, id);
    const stop = (run: string) => organization.client.post(`${PATH}/${id}/stop`, { run_id: run });
    expect((await stop(first)).status).toBe(200);
    const { run_id: second } = await startServiceMove(organization, id);
    expect(await stop(first)).toMatchObject({ status: 422, data: { code: "other_run" } });
    expect(second).not.toBe(first);
    expect(await getServiceMove(organization, id)).toMatchObject({ state: "running" });
  });

  it("send no request more after a stop while they read, and continue later", async () => {
    const answers = buildAnswers({ templates: TEMPLATES, badges: BADGES });
    const { id } = await createServiceMove(organization);
    const { run_id: run } = await startServiceMove(organization, id);
    serve(answers, async ({ pathname }) => {
      if (pathname.endsWith("/badge_templates"))
        await organization.client.post(`${PATH}/${id}/stop`, { run_id: run });
      return null;
    });
    expect(await runMoveTurn(id)).toBe(false);
    expect(requests.at(-1)?.url).toContain("/badge_templates");
    expect(await getServiceMove(organization, id)).toMatchObject({ state: "stopped", has_token: true });
    expect(await readBadges()).toEqual([]);
    serve(answers);
    await startServiceMove(organization, id);
    expect(await runMove(organization, id)).toMatchObject({ state: "done" });
  });

  it("write no batch after a stop while they write", async () => {
    const { id } = await createServiceMove(organization);
    await startServiceMove(organization, id);
    // The first batch of templates stops the run, as a request beside it would before the next batch.
    await sql(`CREATE FUNCTION stop_moves() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN UPDATE service_moves SET state = 'stopped' WHERE state = 'running'; RETURN NULL; END $$`);
    await sql(
      "CREATE TRIGGER stop_moves AFTER INSERT ON badge_templates FOR EACH STATEMENT EXECUTE FUNCTION stop_moves()",
    );
    try {
      await runMoveTurn(id);
    } finally {
      await sql("DROP TRIGGER stop_moves ON badge_templates");
      await sql("DROP FUNCTION stop_moves");
    }
    expect(await getServiceMove(organization, id)).toMatchObject({ state: "stopped" });
    expect(
      await sql("SELECT 1 FROM badge_templates WHERE organization_id = $1", [organization.id]),
    ).toHaveLength(2);
    expect(await readBadges()).toEqual([]);
    await startServiceMove(organization, id);
    expect(await runMove(organization, id)).toMatchObject({ state: "done", report: { refused: 0 } });
    expect(await readBadges()).toHaveLength(3);
  });

  it.each([1, 3, 5, 8])("continue after the process died at request %i", async (last) => {
    const answers = buildAnswers({ templates: TEMPLATES, badges: BADGES });
    const { id } = await createServiceMove(organization);
    await startServiceMove(organization, id);
    serve(answers, () => {
      if (requests.length >= last) throw new Error("The process ends here.");
      return null;
    });
    await runMoveTurn(id);
    serve(answers);
    await makeTurnDue(id);
    expect(await runMove(organization, id)).toMatchObject({ state: "done", report: { refused: 0 } });
    expect(await readBadges()).toHaveLength(3);
  });

  it("are worked on by one process, and by another host only when the first one is silent", async () => {
    const { id } = await createServiceMove(organization);
    await startServiceMove(organization, id);
    await sql(
      `UPDATE service_moves SET host_id = gen_random_uuid(), host_seen_at = now(), runner_id = gen_random_uuid(),
       runner_until = now() + interval '2 minutes' WHERE id = $1`,
      [id],
    );
    serve(buildAnswers({}));
    expect(await runMoveTurn(id)).toBe(true);
    await sql("UPDATE service_moves SET runner_until = now() - interval '1 second' WHERE id = $1", [id]);
    await makeTurnDue(id);
    expect(await runMoveTurn(id)).toBe(true);
    expect(requests).toEqual([]);
    await sql("UPDATE service_moves SET host_seen_at = now() - interval '6 minutes' WHERE id = $1", [id]);
    await makeTurnDue(id);
    expect(await runMove(organization, id)).toMatchObject({ state: "done" });
  });
});

describe("the token", () => {
  it("is in no response, log or report, and deleted at the end", async () => {
    serve(buildAnswers({ templates: [template(TOKEN, { skills: TOKEN, level: 7 })] }));
    const { id } = await createServiceMove(organization);
    expect(Buffer.from((await readToken(id)) as Buffer).toString()).not.toContain(TOKEN);
    await startServiceMove(organization, id);
    const move = await runMove(organization, id);
    expect(JSON.stringify(move)).not.toContain(TOKEN);
    expect(move.report.skipped).toHaveLength(1);
    expect(await readToken(id)).toBeNull();
    for (const table of ["audit_entries", "api_requests", "move_runs", "service_moves", "outbox_messages"])
      expect(JSON.stringify(await sql(`SELECT * FROM ${table}`)), table).not.toContain(TOKEN);
  });

  it("is deleted when the move fails", async () => {
    const { id } = await createServiceMove(organization);
    await startServiceMove(organization, id);
    serve({ ...buildAnswers({}), "/organizations": { status: 401 } });
    expect(await runMove(organization, id)).toMatchObject({ state: "failed", has_token: false });
    expect(await readToken(id)).toBeNull();
  });

  it("is deleted after 7 days", async () => {
    const { id } = await createServiceMove(organization);
    const clock = stopClock();
    clock.advance(7 * 24 * 3_600_000 + 1_000);
    while (await deleteOldMoves());
    clock.restore();
    expect(await readToken(id)).toBeNull();
    expect(await getServiceMove(organization, id)).toMatchObject({ state: "failed" });
  });
});
