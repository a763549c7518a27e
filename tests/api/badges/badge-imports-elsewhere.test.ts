import { describe, expect, it } from "vitest";
import { importBody, createCheckedImport, PATH } from "../../support/badges/badge-imports";
import { createTestOrganization, createTemplate } from "../../support/builders";
import { basicHeaders, send, sortedStatuses } from "../../support/http/client";
import { sql } from "../../support/platform/database";

it("422: more than 200 imports of an organization, also of requests that come at once", async () => {
  const organization = await createTestOrganization();
  const template = await createTemplate(organization);
  const { id } = await createCheckedImport(organization, { badge_template_id: template.id });
  const rows = await sql(
    "SELECT column_name FROM information_schema.columns WHERE table_name = 'badge_imports' AND column_name <> 'id' AND is_generated = 'NEVER'",
  );
  const columns = rows.map((row) => `"${String(row.column_name)}"`).join(", ");
  await sql(
    `INSERT INTO badge_imports (id, ${columns})
     SELECT gen_random_uuid(), ${columns} FROM badge_imports, generate_series(1, 198) WHERE id = $1`,
    [id],
  );
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => organization.client.post(PATH, importBody(template.id))),
  );
  expect(sortedStatuses(answers)).toEqual([201, 422, 422, 422, 422, 422]);
  expect(answers.map(({ data }) => data.code).filter(Boolean)).toEqual(
    Array.from({ length: 5 }, () => "too_many_imports"),
  );
});

describe("another organization", () => {
  it("404: cannot see an import, and cannot issue from a template of others", async () => {
    const [organization, other] = [await createTestOrganization(), await createTestOrganization()];
    const template = await createTemplate(organization);
    const { id } = await createCheckedImport(organization);
    const responses = await Promise.all([
      other.client.get(`${PATH}/${id}`),
      other.client.get(`${PATH}/${id}/rows`),
      other.client.get(`${PATH}/${id}/result`),
      other.client.patch(`${PATH}/${id}`, {}),
      other.client.post(`${PATH}/${id}/start`, {}),
      other.client.post(`${PATH}/${id}/cancel`, {}),
      other.client.delete(`${PATH}/${id}`),
      send("GET", `/v1/organizations/${organization.id}${PATH}/${id}`, {
        headers: basicHeaders(other.authorization_token),
      }),
    ]);
    expect(sortedStatuses(responses)).toEqual(Array.from({ length: 8 }, () => 404));
    expect((await other.client.get(PATH)).data).toEqual([]);
    expect((await other.client.post(PATH, importBody(template.id))).status).toBe(422);
  });
});
