import { describe, expect, it } from "vitest";
import { importBody, createCheckedImport, PATH } from "../../support/badges/badge-imports";
import { createTestOrganization, createTemplate } from "../../support/builders";
import { basicHeaders, send, sortedStatuses } from "../../support/http/client";

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
