import { beforeAll, describe, expect, it } from "vitest";
import { flushUses } from "@/lib/accounts/authentication/usage";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { send } from "../../support/http/client";
import { sql } from "../../support/platform/database";
import {
  bearerHeaders,
  createBearerHeaders,
  tokenRequestFields,
  obtainAccessToken,
  createApplication,
  requestToken,
} from "../../support/applications/oauth";

const PATH = "/oauth_applications";

let organization: TestOrganization;

beforeAll(async () => {
  organization = await createTestOrganization();
});

describe("DELETE /organizations/{id}/oauth_applications/{id}", () => {
  it("204: revokes its tokens immediately, and no others", async () => {
    const application = await createApplication(organization);
    const [headers, others] = [
      bearerHeaders(await obtainAccessToken(application)),
      await createBearerHeaders(organization),
    ];
    const get = (from: Record<string, string>) =>
      send("GET", `/v1/organizations/${organization.id}`, { headers: from });
    expect((await get(headers)).status).toBe(200);
    expect((await organization.client.delete(`${PATH}/${application.id}`)).status).toBe(204);
    expect([(await get(headers)).status, (await get(others)).status]).toEqual([401, 200]);
    expect((await requestToken(tokenRequestFields(application))).body.error).toBe("invalid_client");
    expect(
      await sql("SELECT 1 FROM oauth_access_tokens WHERE application_id = $1", [application.id]),
    ).toEqual([]);
    expect((await organization.client.delete(`${PATH}/${application.id}`)).status).toBe(404);
  });

  it("204: the audit log covers the whole life of an application, without its secret", async () => {
    const own = await createTestOrganization();
    const { id, secret } = await createApplication(own);
    await own.client.put(`${PATH}/${id}`, { name: "Renamed" });
    await own.client.delete(`${PATH}/${id}`);
    const { data } = await own.client.get(`/audit_entries?filter=subject_id::${id}`);
    expect(data.map(({ action }: { action: string }) => action)).toEqual([
      "oauth_application.delete",
      "oauth_application.update",
      "oauth_application.create",
    ]);
    expect(JSON.stringify(data)).not.toContain(secret);
  });

  it("204: allows an application to delete itself", async () => {
    const application = await createApplication(organization);
    const headers = bearerHeaders(await obtainAccessToken(application, "oauth_applications"));
    const path = `/v1/organizations/${organization.id}${PATH}/${application.id}`;
    expect((await send("DELETE", path, { headers })).status).toBe(204);
    expect((await send("DELETE", path, { headers })).status).toBe(401);
    await flushUses();
  });
});
