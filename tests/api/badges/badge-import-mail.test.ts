import { beforeAll, describe, expect, it } from "vitest";
import { createCheckedImport, encodeFile, PATH } from "../../support/badges/badge-imports";
import { createTemplate, createTestOrganization, type TestOrganization } from "../../support/builders";

let organization: TestOrganization;
let importId = "";

const FILE = encodeFile(
  [
    "email,first name,last name,language,no e-mail",
    "amelie@example.org,Amélie,Durand,fr,",
    "zoe@example.org,Zoë,Öztürk,,yes",
    "not an address,Ada,Okafor,,",
  ].join("\n"),
);

beforeAll(async () => {
  organization = await createTestOrganization("Harbor College");
  const template = await createTemplate(organization, { name: "Tidal Zones" });
  ({ id: importId } = await createCheckedImport(organization, {
    badge_template_id: template.id,
    file: FILE,
  }));
});

const preview = (row: number | string, { client } = organization) =>
  client.get(`${PATH}/${importId}/rows/${row}/mail_preview`);

describe("GET /organizations/{id}/badge_imports/{badge_import_id}/rows/{row_number}/mail_preview", () => {
  it("200: is the mail that the recipient gets, in the words of the organization and the language of the row", async () => {
    const texts = { fr: { pending_badge: { subject: "{{badge_name}} pour {{recipient_name}}" } } };
    expect((await organization.client.put("/mail_design", { sender_name: "Harbor", texts })).status).toBe(
      200,
    );
    const { status, data } = await preview(2);
    expect([status, data.subject, data.locale, data.is_sent]).toEqual([
      200,
      "Tidal Zones pour Amélie Durand",
      "fr",
      true,
    ]);
    expect(data.from.name).toBe("Harbor");
    expect(data.to).toEqual({ name: "Amélie Durand", address: "amelie@example.org" });
    expect(data.html).toContain("Amélie");
    expect(data.text).toContain("Tidal Zones");
  });

  it("200: reports that no mail is sent when the row suppresses it", async () => {
    const { data } = await preview(3);
    expect([data.is_sent, data.locale]).toEqual([false, "en"]);
    expect(data.subject).toContain("Tidal Zones");
  });

  it("422: a row with errors; 404: no such row, and the import of another organization", async () => {
    expect((await preview(4)).data.code).toBe("row_has_errors");
    expect((await preview(5)).status).toBe(404);
    expect((await preview("first")).status).toBe(404);
    expect((await preview(2, await createTestOrganization())).status).toBe(404);
  });
});
