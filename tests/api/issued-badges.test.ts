import { beforeAll, describe, expect, it } from "vitest";
import { badgeBody, makeOrganization, makeTemplate, type TestOrganization } from "../support/builders";

let organization: TestOrganization;
let template: { id: string };

beforeAll(async () => {
  organization = await makeOrganization();
  template = await makeTemplate(organization);
});

describe("POST /organizations/{id}/badges", () => {
  it("201: issues a pending badge with its address in Location", async () => {
    const body = badgeBody(template.id);
    const { status, data, headers } = await organization.client.post("/badges", body);
    expect(status, JSON.stringify(data)).toBe(201);
    expect(data).toMatchObject({
      state: "pending",
      recipient_email: body.recipient_email,
      issued_to: "Ada Okafor",
      issued_at: "2026-04-01T09:41:00.000Z",
      issued_at_date: "2026-04-01",
    });
    expect(headers.get("location")).toBe(data.badge_url);
  });
});
