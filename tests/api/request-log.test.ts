import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { log } from "@/lib/kernel/log";
import { makeOrganization, type TestOrganization } from "../support/builders";
import { basic, send } from "../support/client";

let organization: TestOrganization;
let lines: Record<string, unknown>[];

beforeAll(async () => {
  organization = await makeOrganization();
});
beforeEach(() => {
  lines = [];
  vi.spyOn(log, "isLevelEnabled").mockReturnValue(true);
  vi.spyOn(log, "info").mockImplementation((line: unknown) => {
    lines.push(line as Record<string, unknown>);
  });
});
afterEach(() => vi.restoreAllMocks());

describe("each request", () => {
  it("leaves one line: what was asked, by whom, and what became of it", async () => {
    const { headers } = await organization.client.get("/badges?filter=recipient_email::ada@example.org");
    expect(lines).toEqual([
      {
        requestId: headers.get("x-request-id"),
        method: "GET",
        route: "/organizations/[organization_id]/badges",
        status: 200,
        ms: expect.any(Number),
        organizationId: organization.id,
        actorType: "AuthorizationToken",
        actorId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ]);
  });

  it("that fails leaves one too, with what is known of it", async () => {
    await send("GET", `/v1/organizations/${organization.id}/badges`);
    await organization.client.delete("/badges");
    await organization.client.get("/nothing/here");
    expect(lines.map(({ status, route, organizationId }) => [status, route, organizationId])).toEqual([
      [401, "/organizations/[organization_id]/badges", null],
      [405, "/organizations/[organization_id]/badges", null],
      [404, "/organizations/[organization_id]/[...unknown]", organization.id],
    ]);
  });

  it("has an id of ours, beside which stands a sane one of the client", async () => {
    const ask = (id: string) => organization.client.get("", undefined, { "x-request-id": id });
    const { headers } = await ask("trace-4711");
    expect(headers.get("x-request-id")).not.toBe("trace-4711");
    await ask('forged" line');
    await ask("x".repeat(129));
    expect(lines.map(({ clientRequestId }) => clientRequestId)).toEqual(["trace-4711", undefined, undefined]);
  });

  it("tells no secret and nothing of the body", async () => {
    const { data } = await organization.client.post("/authorization_tokens", { description: "hush" });
    await organization.client.get("/webhook_secret");
    await send("GET", `/v1/organizations/${organization.id}`, { headers: basic(data.token) });
    const text = JSON.stringify(lines);
    expect(lines).toHaveLength(3);
    for (const secret of [data.token, organization.authorization_token, "hush", "whsec_"])
      expect(text).not.toContain(secret);
  });
});
