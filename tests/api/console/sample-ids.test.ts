import { beforeAll, describe, expect, it } from "vitest";
import { flushRequests } from "@/lib/access/api-requests/service";
import { findSampleIds } from "@/lib/console/sample-ids/service";
import { createApplication } from "../../support/applications/oauth";
import {
  badgeBody,
  createEmployee,
  createRecommendation,
  createTemplate,
  createTestOrganization,
  type TestOrganization,
} from "../../support/builders";
import { createConnectedIntegration, createTestLearningApp } from "../../support/learning/learning";
import { countQueries } from "../../support/platform/database";

/** The operation that reads the thing with each id, and its scope. */
const READS: Record<string, string> = {
  badge_template_id: "/badge_templates/",
  badge_id: "/badges/",
  employee_id: "/employees/",
  event_id: "/events/",
  webhook_delivery_id: "/webhook_deliveries/",
  oauth_application_id: "/oauth_applications/",
  recommendation_id: "/recommendations/",
  member_id: "/members/",
  learning_app_id: "/learning_apps/",
  learning_integration_id: "/learning_integrations/",
  api_request_id: "/api_requests/",
};
const NAMES = Object.keys(READS);

let organization: TestOrganization;
let empty: TestOrganization;

beforeAll(async () => {
  [organization, empty] = [await createTestOrganization(), await createTestOrganization()];
  await organization.client.put("/webhook_settings", { webhook_url: "https://example.org/hook" });
  await createApplication(organization);
  await createEmployee(organization);
  await createRecommendation(organization);
  const template = await createTemplate(organization);
  await organization.client.post("/badges", badgeBody(template.id));
  await createConnectedIntegration(await createTestLearningApp(organization));
  await organization.client.post("/webhook_test_events", {});
  await flushRequests();
});

describe("sample ids", () => {
  it.each(NAMES)("%s is of something that the organization can read", async (name) => {
    const id = (await findSampleIds(organization.caller, [name]))[name];
    expect(id).toBeDefined();
    expect((await organization.client.get(`${READS[name]}${id}`)).status).toBe(200);
  });

  it("are found with one statement for each name", async () => {
    expect(await countQueries(() => findSampleIds(organization.caller, NAMES))).toBe(NAMES.length);
    expect(await countQueries(() => findSampleIds(organization.caller, ["x", "constructor"]))).toBe(0);
  });

  it("are of the own organization only, and leave out what the caller may not read", async () => {
    const own = await findSampleIds(organization.caller, NAMES);
    const others = await findSampleIds(empty.caller, NAMES);
    for (const [name, id] of Object.entries(others)) expect(id, name).not.toBe(own[name]);
    expect(others.badge_template_id).toBeUndefined();
    const limited = { ...organization.caller, scopes: new Set(["events"] as const) };
    expect(Object.keys(await findSampleIds(limited, NAMES)).toSorted()).toEqual([
      "event_id",
      "webhook_delivery_id",
    ]);
  });
});
