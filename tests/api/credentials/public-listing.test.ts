import { beforeEach, describe, expect, it } from "vitest";
import { listKeyOwners } from "@/lib/credentials/issuer-keys/service";
import {
  countPages,
  filterPublishedImages,
  listPublicBadges,
  listPublicOrganizations,
  listPublicProfiles,
  listPublicTemplates,
} from "@/lib/credentials/public-pages/listing";
import { readBadgePageStatus } from "@/lib/credentials/public-pages/service";
import { listStatusLists } from "@/lib/credentials/status-lists/service";
import { newId } from "@/lib/kernel/ids";
import { BEFORE_ALL_IDS } from "@/lib/kernel/list/id-batch";
import {
  authorizeIssuer,
  createTemplate,
  createTestOrganization,
  type TestOrganization,
} from "../../support/builders";
import { createPendingBadge } from "../../support/badges/badges";
import { createEarner, issueAcceptedBadge, type TestEarner } from "../../support/accounts/earners";
import { send } from "../../support/http/client";
import { countQueries, sql } from "../../support/platform/database";

// What the static export reads: everything public, in batches, with stamps that change with what is shown.

let organization: TestOrganization;
let earner: TestEarner;

beforeEach(async () => {
  organization = await createTestOrganization();
  earner = await createEarner();
});

const REASON = { reason: "Wrong." };
const revoke = (id: string) => organization.client.put(`/badges/${id}/revoke`, REASON);

async function replace(id: string): Promise<string> {
  const template = await createTemplate(organization);
  const body = { badge_template_id: template.id, issued_at: "2026-05-01T08:00:00Z" };
  const { status, data } = await organization.client.post(`/badges/${id}/replace`, body);
  expect(status).toBe(201);
  return String(data.id);
}

const describeBadges = async (ids: string[]) => {
  const { rows } = await listPublicBadges({ ids });
  return Object.fromEntries(rows.map(({ id, shows }) => [id, shows]));
};

describe("the list of badges", () => {
  it("has what their addresses show, in every state", async () => {
    const issue = async (isPrivate = false) => (await issueAcceptedBadge(organization, earner, isPrivate)).id;
    const [shown, hidden, revoked, hiddenRevoked, deleted, replaced, chained] = [
      await issue(),
      await issue(true),
      await issue(),
      await issue(true),
      await issue(),
      await issue(),
      await issue(),
    ];
    const pending = (await createPendingBadge(organization, (await createTemplate(organization)).id)).id;
    const never = (await createPendingBadge(organization, (await createTemplate(organization)).id)).id;
    for (const id of [revoked, hiddenRevoked, never]) await revoke(id);
    await organization.client.delete(`/badges/${deleted}`);
    const newest = await replace(replaced);
    const middle = await replace(chained);
    const last = await replace(middle);
    const ids = [
      shown,
      hidden,
      revoked,
      hiddenRevoked,
      deleted,
      replaced,
      chained,
      pending,
      never,
      newest,
      middle,
      last,
    ];
    const described = await describeBadges([...ids, newId()]);
    for (const id of ids) {
      const { kind } = await readBadgePageStatus(id);
      const expected = {
        shown: "badge",
        revoked: "revocation",
        replaced: "revocation",
        moved: "badge",
        unknown: undefined,
      };
      expect(described[id], `${ids.indexOf(id)}`).toEqual(expected[kind]);
    }
    // The successors are pending, and the one in the middle was never accepted.
    expect([replaced, newest, chained, middle, last].map((id) => described[id])).toEqual([
      "revocation",
      undefined,
      "revocation",
      undefined,
      undefined,
    ]);

    await earner.client.post(`/badges/${last}/accept`, { private: false });
    const documents = { [chained]: "badge", [middle]: "badge", [last]: "badge" };
    expect(await describeBadges([chained, middle, last])).toEqual(documents);
    await revoke(last);
    expect(await describeBadges([chained])).toEqual({ [chained]: "revocation" });
    await organization.client.delete(`/badges/${last}`);
    expect(await describeBadges([chained, middle])).toEqual({ [chained]: "revocation" });
  });

  it("is read in batches in the order of ids, with the same number of statements whatever their length", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push((await issueAcceptedBadge(organization, earner)).id);
    await replace(ids[1] ?? "");
    const found: string[] = [];
    let after: string | null = BEFORE_ALL_IDS;
    while (after !== null) {
      const { rows, last } = await listPublicBadges({ after, limit: 2 });
      expect(rows.length).toBeLessThanOrEqual(2);
      found.push(...rows.map(({ id }) => id));
      after = last;
    }
    expect(found).toEqual(found.toSorted());
    expect(found.filter((id) => ids.includes(id))).toEqual(ids.toSorted());
    expect(await countQueries(() => listPublicBadges({ ids }))).toBe(3);
  });

  it("has another stamp for a replaced badge after a change of its successor", async () => {
    const { id } = await issueAcceptedBadge(organization, earner);
    const newest = await replace(id);
    await earner.client.post(`/badges/${newest}/accept`, { private: false });
    const readStamp = async () => (await listPublicBadges({ ids: [id] })).rows[0]?.stamp;
    const before = await readStamp();
    expect(await readStamp()).toBe(before);
    await revoke(newest);
    expect(await readStamp()).not.toBe(before);
  });
});

describe("the list of people", () => {
  const find = async () => (await listPublicProfiles({ ids: [earner.id] })).rows;

  it("has those with a public badge and a confirmed address", async () => {
    expect(await find()).toEqual([]);
    const { id } = await issueAcceptedBadge(organization, earner);
    expect(await find()).toMatchObject([{ id: earner.id, total: 1 }]);
    await sql("UPDATE user_emails SET confirmed_at = NULL WHERE user_id = $1", [earner.id]);
    expect(await find()).toEqual([]);
    await sql("UPDATE user_emails SET confirmed_at = now() WHERE user_id = $1", [earner.id]);
    await earner.client.patch(`/badges/${id}`, { public: false });
    expect(await find()).toEqual([]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["their name", () => earner.client.patch("", { first_name: "Augusta" })],
    ["another badge", () => issueAcceptedBadge(organization, earner)],
    ["the name of the issuer", () => organization.client.put("", { name: `Harbor ${newId()}` })],
    [
      "the expiration of a badge",
      () => sql("UPDATE issued_badges SET expires_at = now() WHERE user_id = $1", [earner.id]),
    ],
  ])("has another stamp after a change of %s", async (_name, change) => {
    await issueAcceptedBadge(organization, earner);
    const [before] = await find();
    expect(await find()).toEqual([before]);
    await change();
    expect((await find())[0]?.stamp).not.toBe(before?.stamp);
  });
});

describe("the lists of organizations and templates", () => {
  it("an organization has another stamp after a change of its name or of a public template", async () => {
    const read = async () => (await listPublicOrganizations({ ids: [organization.id] })).rows[0];
    const stamps = [await read()];
    const template = await createTemplate(organization);
    stamps.push(await read());
    await organization.client.put(`/badge_templates/${template.id}`, { name: "Otherwise" });
    stamps.push(await read());
    await organization.client.put("", { name: `Harbor ${newId()}` });
    stamps.push(await read());
    expect(new Set(stamps.map((row) => row?.stamp)).size).toBe(4);
    expect(stamps.map((row) => row?.total)).toEqual([0, 1, 1, 1]);
  });

  it("a template is listed while its badge class answers, with those who issued it in their own name", async () => {
    const grantor = await createTestOrganization();
    const template = await createTemplate(grantor, { public: false });
    const read = async () => (await listPublicTemplates({ ids: [template.id] })).rows;
    const classStatus = async (query = "") =>
      (await send("GET", `/v1/obi/v2/badge_classes/${template.id}${query}`)).status;
    expect([await read(), await classStatus()]).toEqual([[], 404]);
    await authorizeIssuer(grantor, organization, { display_issuer_as: "issuer" });
    const { status } = await organization.client.post("/badges", {
      recipient_email: earner.email,
      issued_to_first_name: "Ada",
      issued_to_last_name: "Okafor",
      badge_template_id: template.id,
      issued_at: "2026-04-01T09:41:00Z",
    });
    expect(status).toBe(201);
    expect(await read()).toEqual([]);
    await sql(
      "UPDATE issued_badges SET state = 'accepted', accepted_at = now(), public = TRUE WHERE badge_template_id = $1",
      [template.id],
    );
    expect(await read()).toMatchObject([{ hasPage: false, issuerIds: [organization.id] }]);
    expect([await classStatus(), await classStatus(`?issuer_id=${organization.id}`)]).toEqual([200, 200]);
  });

  it("counts the pages that are served", () => {
    expect([0, 1, 24, 25, 9_600, 9_601].map(countPages)).toEqual([1, 1, 1, 2, 400, 400]);
  });
});

describe("the images that may be published", () => {
  const imageOf = async (table: string, column: string, id: string): Promise<string> =>
    String((await sql(`SELECT ${column} AS image FROM ${table} WHERE id = $1`, [id]))[0]?.image);
  const newImage = async (): Promise<string> => {
    const id = newId();
    await sql("INSERT INTO images (id, sha256, bytes) VALUES ($1, '', '')", [id]);
    return id;
  };
  const isPublished = async (id: string) => (await filterPublishedImages([id])).has(id);

  it("a photo while the person has a public page", async () => {
    const photo = await newImage();
    await sql("UPDATE users SET photo_id = $1 WHERE id = $2", [photo, earner.id]);
    expect(await isPublished(photo)).toBe(false);
    const { id } = await issueAcceptedBadge(organization, earner);
    expect(await isPublished(photo)).toBe(true);
    await earner.client.patch(`/badges/${id}`, { public: false });
    expect(await isPublished(photo)).toBe(false);
  });

  it("the art of a template that is public or has public badges, and former art", async () => {
    const template = await createTemplate(organization, { public: false });
    const art = await imageOf("badge_templates", "image_id", template.id);
    expect(await isPublished(art)).toBe(false);
    await organization.client.put(`/badge_templates/${template.id}`, { public: true });
    expect(await isPublished(art)).toBe(true);
    const next = await newImage();
    await sql("UPDATE badge_templates SET image_id = $1 WHERE id = $2", [next, template.id]);
    expect([await isPublished(art), await isPublished(next)]).toEqual([true, true]);
    await sql("DELETE FROM images WHERE id = $1", [art]);
    expect(await isPublished(art)).toBe(false);
  });
});

it("keys and status lists of all issuers are listed in batches, in the order of ids", async () => {
  const { id } = await issueAcceptedBadge(organization, earner);
  expect((await send("GET", `/v1/obi/v3/credentials/${id}`)).status).toBe(200);
  const owners = await listKeyOwners({ after: BEFORE_ALL_IDS, limit: 1_000 });
  const lists = await listStatusLists({ after: BEFORE_ALL_IDS, limit: 1_000 });
  expect(owners).toContain(organization.id);
  expect(lists).toContainEqual({
    id: expect.any(String) as string,
    organizationId: organization.id,
    number: 1,
  });
  expect(owners).toEqual([...new Set(owners)].toSorted());
  expect(await listKeyOwners({ after: BEFORE_ALL_IDS, limit: 1 })).toEqual(owners.slice(0, 1));
  expect(await listKeyOwners({ after: owners[0] ?? "", limit: 1_000 })).toEqual(owners.slice(1));
  expect(await listStatusLists({ ids: lists.slice(0, 1).map((list) => list.id) })).toEqual(lists.slice(0, 1));
});
