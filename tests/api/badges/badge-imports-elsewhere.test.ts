import { describe, expect, it } from "vitest";
import { importBody, makeImport, PATH } from "../../support/badges/badge-imports";
import { makeOrganization, makeTemplate } from "../../support/builders";
import { basic, send, statusesOf } from "../../support/http/client";

describe("another organization", () => {
  it("404: cannot see an import, and cannot issue from a template of others", async () => {
    const [organization, other] = [await makeOrganization(), await makeOrganization()];
    const template = await makeTemplate(organization);
    const { id } = await makeImport(organization);
    const answers = await Promise.all([
      other.client.get(`${PATH}/${id}`),
      other.client.get(`${PATH}/${id}/rows`),
      other.client.get(`${PATH}/${id}/result`),
      other.client.patch(`${PATH}/${id}`, {}),
      other.client.post(`${PATH}/${id}/start`, {}),
      other.client.post(`${PATH}/${id}/cancel`, {}),
      other.client.delete(`${PATH}/${id}`),
      send("GET", `/v1/organizations/${organization.id}${PATH}/${id}`, {
        headers: basic(other.authorization_token),
      }),
    ]);
    expect(statusesOf(answers)).toEqual(Array.from({ length: 8 }, () => 404));
    expect((await other.client.get(PATH)).data).toEqual([]);
    expect((await other.client.post(PATH, importBody(template.id))).status).toBe(422);
  });
});
