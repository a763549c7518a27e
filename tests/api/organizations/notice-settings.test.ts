import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { recordNotices } from "@/lib/organizations/notices/record";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { choose, listNotices, webhookNotice } from "../../support/delivery/notices";
import { send } from "../../support/http/client";
import { insertMembership } from "@/lib/organizations/profile/queries";
import { claimAddress, createEarner } from "../../support/accounts/earners";
import { createMember, createPerson, type Person } from "../../support/accounts/members";
import { sql } from "../../support/platform/database";

let organization: TestOrganization;
let administrator: Person;

beforeEach(async () => {
  organization = await createTestOrganization();
  administrator = await createMember(organization.id, "administrator");
});

const change = ({ headers }: Person, id: string, isRead: boolean) =>
  send("PATCH", `/me/notices/${id}`, { headers, body: { is_read: isRead } });
const markAll = ({ headers }: Person) => send("POST", "/me/notices/mark_read", { headers, body: {} });
const readSettings = async ({ headers }: Person) =>
  (await send("GET", "/me/notice_settings", { headers })).data.settings as {
    organization: { id: string } | null;
    kind: string;
    mail: boolean;
    console: boolean;
  }[];

describe("GET /me/notices", () => {
  it("lists in pages, and filters those that were not read", async () => {
    await recordNotices([1, 2, 3].map(() => webhookNotice(organization.id)));
    const [first] = await listNotices(administrator, "?per=2");
    expect(await listNotices(administrator, "?per=2&page=2")).toHaveLength(1);
    expect((await change(administrator, String(first?.id), true)).data).toMatchObject({ is_read: true });
    expect(await listNotices(administrator, "?filter=read::false")).toHaveLength(2);
    expect(await listNotices(administrator, "?filter=read::true")).toMatchObject([{ id: first?.id }]);
    const { headers } = administrator;
    expect((await send("GET", "/me/notices?filter=read::perhaps", { headers })).status).toBe(400);
    expect((await send("GET", "/me/notices?sort=kind", { headers })).status).toBe(400);
  });

  it("shows each person their own, of each of their organizations", async () => {
    const other = await createTestOrganization();
    const both = await createPerson();
    await insertMembership(organization.id, both.id, "administrator");
    await insertMembership(other.id, both.id, "administrator");
    await recordNotices([webhookNotice(organization.id), webhookNotice(other.id)]);
    const shown = async (person: Person) =>
      (await listNotices(person)).map((notice) => String(notice.organization?.id)).toSorted();
    expect(await shown(both)).toEqual([organization.id, other.id].toSorted());
    expect(await shown(administrator)).toEqual([organization.id]);
    const [own] = await listNotices(both);
    expect((await change(administrator, String(own?.id), true)).status).toBe(404);
    expect((await change(administrator, newId(), true)).status).toBe(404);
    expect((await listNotices(both)).every((notice) => !notice.is_read)).toBe(true);
  });

  it("hides what a lower role may not act on, and an organization whose second factor is missing", async () => {
    await recordNotices([webhookNotice(organization.id)]);
    await sql("UPDATE organizations SET requires_second_factor = true WHERE id = $1", [organization.id]);
    expect(await listNotices(administrator)).toEqual([]);
    await sql("UPDATE sessions SET has_second_factor = true WHERE user_id = $1", [administrator.id]);
    const [notice] = await listNotices(administrator);
    expect(notice).toBeDefined();
    await sql("UPDATE memberships SET role = 'issuer' WHERE user_id = $1", [administrator.id]);
    expect(await listNotices(administrator)).toEqual([]);
    expect((await change(administrator, String(notice?.id), true)).status).toBe(404);
  });
});

describe("marking as read", () => {
  it("marks one, unmarks it, and marks all of the person", async () => {
    const other = await createMember(organization.id, "administrator");
    await recordNotices([webhookNotice(organization.id), webhookNotice(organization.id)]);
    const [first] = await listNotices(administrator);
    await change(administrator, String(first?.id), true);
    expect((await change(administrator, String(first?.id), false)).data.is_read).toBe(false);
    expect((await markAll(administrator)).data).toEqual({ read_count: 2 });
    expect((await markAll(administrator)).data).toEqual({ read_count: 0 });
    expect(await listNotices(administrator, "?filter=read::false")).toEqual([]);
    expect(await listNotices(other, "?filter=read::false")).toHaveLength(2);
  });
});

describe("PUT /me/notice_settings", () => {
  it("lists what each role gets, with everything on at first", async () => {
    const viewer = await createMember(organization.id, "viewer");
    const issuer = await createMember(organization.id, "issuer");
    const kinds = async (person: Person) => (await readSettings(person)).map(({ kind }) => kind);
    expect(await kinds(administrator)).toEqual([
      "webhooks_failing",
      "token_ending",
      "domain_failing",
      "import_finished",
      "new_sign_in",
    ]);
    expect(await kinds(issuer)).toEqual(["import_finished", "new_sign_in"]);
    expect(await kinds(viewer)).toEqual(["new_sign_in"]);
    expect(await kinds(await createPerson())).toEqual([]);
    expect((await readSettings(administrator)).every(({ mail, console }) => mail && console)).toBe(true);
  });

  it("changes the named settings and no others, also at the same time", async () => {
    const setting = {
      organization_id: organization.id,
      kind: "token_ending",
      mail: false,
      console: true,
    } as const;
    const own = { organization_id: null, kind: "new_sign_in", mail: false, console: false } as const;
    const answers = await Promise.all([setting, setting, own, own].map((one) => choose(administrator, one)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(
      (await readSettings(administrator)).filter(({ mail, console }) => !mail || !console),
    ).toMatchObject([
      { kind: "token_ending", organization: { id: organization.id }, mail: false, console: true },
      { kind: "new_sign_in", organization: null, mail: false, console: false },
    ]);
  });

  it("422: refuses other organizations and kinds of higher roles, and then changes nothing", async () => {
    const other = await createTestOrganization();
    const issuer = await createMember(organization.id, "issuer");
    const kind = "import_finished" as const;
    const own = { organization_id: organization.id, kind, mail: false, console: true };
    const { status } = await send("PUT", "/me/notice_settings", {
      headers: issuer.headers,
      body: { settings: [own, { ...own, organization_id: other.id }] },
    });
    expect(status).toBe(422);
    expect((await choose(issuer, { ...own, kind: "token_ending" })).status).toBe(422);
    expect((await choose(issuer, { ...own, organization_id: null })).status).toBe(422);
    expect((await readSettings(issuer)).every(({ mail }) => mail)).toBe(true);
  });
});

describe("an account", () => {
  it("exports its notices and settings", async () => {
    await recordNotices([webhookNotice(organization.id)]);
    const { data } = await send("GET", "/me/data", { headers: administrator.headers });
    expect(data.notices).toMatchObject([{ kind: "webhooks_failing" }]);
    expect(data.notice_settings).toHaveLength(5);
  });

  it("gets the notices and settings of the one that is merged into it, and keeps its own", async () => {
    const survivor = await createEarner();
    const source = await createEarner();
    await insertMembership(organization.id, source.id, "administrator");
    await insertMembership(organization.id, survivor.id, "administrator");
    const shared = webhookNotice(organization.id);
    await recordNotices([shared, { ...webhookNotice(organization.id), userId: source.id }]);
    const setting = { organization_id: organization.id, kind: "token_ending" } as const;
    await choose(source, { ...setting, mail: false, console: false });
    const { id, token } = await claimAddress(survivor, source.email);
    expect((await survivor.client.post("/merge", { email_id: id, token })).status).toBe(200);
    const rows = await sql("SELECT user_id FROM notices WHERE user_id = ANY ($1::uuid[])", [
      [source.id, survivor.id],
    ]);
    expect(rows).toEqual([{ user_id: survivor.id }, { user_id: survivor.id }]);
    expect(
      await sql("SELECT user_id, kind, mail FROM notice_choices WHERE user_id = ANY ($1::uuid[])", [
        [source.id, survivor.id],
      ]),
    ).toEqual([{ user_id: survivor.id, kind: "token_ending", mail: false }]);
  });
});
