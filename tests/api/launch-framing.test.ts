import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { framingOrigins } from "@/lib/http/launch-framing";
import { setSecurityHeaders } from "@/lib/http/security-headers";
import { sql } from "../support/database";
import { connectedIntegration, makeLearningToken } from "../support/learning";

const LMS = "https://lms.example.org";

/** Who may frame what an address shows, as the real server tells it. */
async function ancestors(url: string): Promise<string> {
  const headers = new Map<string, string>();
  const request = { url, headers: {} } as IncomingMessage;
  const response = { setHeader: (name: string, value: string) => headers.set(name, value) };
  setSecurityHeaders(request, response as unknown as ServerResponse, await framingOrigins(request));
  const [, who = ""] = /frame-ancestors (.*)$/.exec(headers.get("Content-Security-Policy") ?? "") ?? [];
  expect(headers.get("X-Frame-Options")).toBe(who === "'none'" ? "DENY" : undefined);
  return who;
}

describe("the launch page", () => {
  it("is framed by the origins of the integration that its token is for, and by nobody else", async () => {
    const integration = await connectedIntegration(undefined, {
      launch_origins: [LMS, "http://localhost:8080"],
    });
    const other = await connectedIntegration(integration.app, {
      launch_origins: ["https://other.example.org"],
    });
    const token = await makeLearningToken(integration.app, "learner", [integration.id]);
    expect(await ancestors(`/lti/launch?token=${token}`)).toBe(`${LMS} http://localhost:8080`);
    expect(await ancestors(`/lti/launch/?x=1&token=${encodeURIComponent(token)}`)).toContain(LMS);
    const otherToken = await makeLearningToken(integration.app, "learner", [other.id]);
    expect(await ancestors(`/lti/launch?token=${otherToken}`)).toBe("https://other.example.org");
    for (const url of [
      "/lti/launch?token=",
      `/lti/launch?token=${token.slice(0, -1)}x`,
      `/lti/launch?token=${integration.app.token}`,
      `/sign-in?token=${token}`,
      `/lti/launches?token=${token}`,
    ]) {
      expect(await ancestors(url), url).toBe("'none'");
    }
  });

  it("of one learner in one course has ten tokens at most: the oldest ends with the next launch", async () => {
    const integration = await connectedIntegration(undefined, { launch_origins: [LMS] });
    const tokens: string[] = [];
    for (let launch = 0; launch < 11; launch += 1) {
      tokens.push(await makeLearningToken(integration.app, "learner", [integration.id]));
    }
    const shown = await Promise.all(tokens.map((token) => ancestors(`/lti/launch?token=${token}`)));
    expect(shown).toEqual(["'none'", ...Array.from({ length: 10 }, () => LMS)]);
    expect((await integration.client.get("/v1.1/cle_logs")).status).toBe(200);
  });

  it("is framed by nobody when no origin is registered, or the token has expired", async () => {
    const integration = await connectedIntegration();
    const token = await makeLearningToken(integration.app, "learner", [integration.id]);
    expect(await ancestors(`/lti/launch?token=${token}`)).toBe("'none'");
    await sql("UPDATE learning_integrations SET launch_origins = $2 WHERE id = $1", [integration.id, [LMS]]);
    expect(await ancestors(`/lti/launch?token=${token}`)).toBe(LMS);
    await sql(
      "UPDATE learning_tokens SET created_at = now() - interval '3 years', expires_at = now() - interval '1 second'",
    );
    expect(await ancestors(`/lti/launch?token=${token}`)).toBe("'none'");
  });
});
