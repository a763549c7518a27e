import { beforeAll, describe, expect, it } from "vitest";
import { issueAcceptedBadge, createEarner, type TestEarner } from "../../support/accounts/earners";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { assertionPath, credentialPath, fetchDocument } from "../../support/credentials/open-badge-documents";
import { countQueries, sql } from "../../support/platform/database";

let organization: TestOrganization;
let earner: TestEarner;

beforeAll(async () => {
  organization = await createTestOrganization("Cached University");
  earner = await createEarner();
});

const issue = () => issueAcceptedBadge(organization, earner);

const DOCUMENTS = {
  assertion: assertionPath,
  credential: credentialPath,
  status: (id: string) => `${credentialPath(id)}/status`,
};

describe.each(Object.entries(DOCUMENTS))("the %s of a public badge", (_name, path) => {
  it("is built once, and revalidated by its ETag, with one query each time", async () => {
    const { id } = await issue();
    const first = await fetchDocument(path(id));
    let again = first;
    expect(await countQueries(async () => void (again = await fetchDocument(path(id))))).toBe(1);
    expect(again.json).toEqual(first.json);
    const etag = String(first.headers.get("etag"));
    expect(again.headers.get("etag")).toBe(etag);
    expect((await fetchDocument(path(id), { "If-None-Match": etag })).status).toBe(304);
  });

  it("200, then 404 as soon as its earner makes it private, and 200 again", async () => {
    const { id } = await issue();
    const first = await fetchDocument(path(id));
    await earner.client.patch(`/badges/${id}`, { public: false });
    expect((await fetchDocument(path(id))).status).toBe(404);
    await earner.client.patch(`/badges/${id}`, { public: true });
    const again = await fetchDocument(path(id));
    expect([first.status, again.status]).toEqual([200, 200]);
  });

  it("says that it is revoked as soon as its issuer revokes it", async () => {
    const { id } = await issue();
    const first = await fetchDocument(path(id));
    await organization.client.put(`/badges/${id}/revoke`, { reason: "A mistake" });
    const revoked = await fetchDocument(path(id));
    expect(first.status).toBe(200);
    expect(JSON.stringify(revoked.json)).toContain("A mistake");
  });
});

describe("a credential stays as it was signed, byte for byte, when this changes", () => {
  // What it says of the issuer and of the template, by column.
  const CHANGES: [table: string, column: string, value: string][] = [
    ["organizations", "name", "Renamed"],
    ["organizations", "website_url", "https://renamed.example.org"],
    ["organizations", "support_email", "renamed@example.org"],
    ["organizations", "bio", "A renamed university."],
    ["badge_templates", "name", "Retitled"],
    ["badge_templates", "description", "Other words."],
    ["badge_templates", "criteria_url", "https://criteria.example.org/renamed"],
    ["badge_template_activities", "title", "Another exam"],
  ];
  it.each(CHANGES)("%s.%s", async (table, column, value) => {
    const { id } = await issue();
    const [template = {}] = await sql("SELECT badge_template_id AS id FROM issued_badges WHERE id = $1", [
      id,
    ]);
    await sql(
      `INSERT INTO badge_template_activities (id, organization_id, badge_template_id, position, title, activity_type)
       VALUES (gen_random_uuid(), $1, $2, 0, 'Exam', 'Assessment')`,
      [organization.id, template.id],
    );
    const read = async () => ({
      json: (await fetchDocument(credentialPath(id))).bytes.toString(),
      token: (await fetchDocument(credentialPath(id), { accept: "application/vc+jwt" })).bytes.toString(),
    });
    const before = await read();
    const key = table === "badge_template_activities" ? "badge_template_id" : "id";
    const row = table === "organizations" ? organization.id : template.id;
    await sql(`UPDATE ${table} SET ${column} = $2 WHERE ${key} = $1`, [row, value]);
    expect(await read()).toEqual(before);
    expect(before.json).not.toContain(value);
  });
});
