import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { findFramingOrigins } from "@/lib/http/server/launch-framing";
import { setSecurityHeaders } from "@/lib/http/server/security-headers";
import { sql } from "../../support/platform/database";
import {
  createConnectedIntegration,
  learningClient,
  createTestLearningApp,
  createTestLearningToken,
} from "../../support/learning/learning";
import { postLaunch, learnerFields, signedFields } from "../../support/learning/learning-lti";

const LMS = "https://lms.example.org";

/** Which origins may frame a page, according to the headers of the real server. */
async function readFrameAncestors(url: string): Promise<string> {
  const headers = new Map<string, string>();
  const request = { url, headers: {} } as IncomingMessage;
  const response = { setHeader: (name: string, value: string) => headers.set(name, value) };
  setSecurityHeaders(request, response as unknown as ServerResponse, await findFramingOrigins(request));
  const [, allowedOrigins = ""] =
    /frame-ancestors (.*)$/.exec(headers.get("Content-Security-Policy") ?? "") ?? [];
  expect(headers.get("X-Frame-Options")).toBe(allowedOrigins === "'none'" ? "DENY" : undefined);
  return allowedOrigins;
}

describe("the launch page", () => {
  it("may be framed by the origins of its token's integration, and by no other", async () => {
    const integration = await createConnectedIntegration(undefined, {
      launch_origins: [LMS, "http://localhost:8080"],
    });
    const other = await createConnectedIntegration(integration.app, {
      launch_origins: ["https://other.example.org"],
    });
    const token = await createTestLearningToken(integration.app, "learner", [integration.id]);
    expect(await readFrameAncestors(`/lti/launch?token=${token}`)).toBe(`${LMS} http://localhost:8080`);
    expect(await readFrameAncestors(`/lti/launch/?x=1&token=${encodeURIComponent(token)}`)).toContain(LMS);
    const otherToken = await createTestLearningToken(integration.app, "learner", [other.id]);
    expect(await readFrameAncestors(`/lti/launch?token=${otherToken}`)).toBe("https://other.example.org");
    for (const url of [
      "/lti/launch?token=",
      `/lti/launch?token=${token.slice(0, -1)}${token.endsWith("x") ? "y" : "x"}`,
      `/lti/launch?token=${integration.app.token}`,
      `/sign-in?token=${token}`,
      `/lti/launches?token=${token}`,
    ]) {
      expect(await readFrameAncestors(url), url).toBe("'none'");
    }
  });

  it("may be framed by the page that launched it, without any setting, and by no other page", async () => {
    const integration = await createConnectedIntegration(
      await createTestLearningApp(undefined, { enterprise: true }),
    );
    const RETURN = "launch_presentation_return_url";
    const launchCourse = async (headers: Record<string, string>, changes: Record<string, string> = {}) => {
      const fields = signedFields(integration.app, "/auth/lti", learnerFields(integration.id, changes));
      const { path, query, text } = await postLaunch(fields, headers);
      expect(path, text).toBe("/lti/launch");
      const shown = await readFrameAncestors(`${path}?${new URLSearchParams(query)}`);
      const { data } = await learningClient({ access_token: query.token }).get("/v1.1/cle_launch");
      // Messages from the page go to the same origins.
      expect(data.launch_origins.join(" ") || "'none'").toBe(shown);
      return shown;
    };
    const other = "https://portal.example.org";
    const cases: [string, Record<string, string>, Record<string, string>, string][] = [
      ["by Origin", { origin: LMS }, {}, LMS],
      ["on http", { origin: "http://127.0.0.1:8080" }, {}, "http://127.0.0.1:8080"],
      ["by Referer", { referer: `${LMS}/course/1?x=y` }, {}, LMS],
      ["by Referer when Origin is hidden", { origin: "null", referer: `${LMS}/` }, {}, LMS],
      ["by neither", { origin: "null" }, {}, "'none'"],
      ["by the signed address", { origin: "null" }, { [RETURN]: `${LMS}/done?ok=1` }, LMS],
      ["by both, the signed one first", { origin: other }, { [RETURN]: `${LMS}/done` }, `${LMS} ${other}`],
      ["by both, one and the same", { origin: LMS }, { [RETURN]: `${LMS}/done` }, LMS],
      ["by what is no web page", { origin: "file://" }, { [RETURN]: "javascript:alert(1)" }, "'none'"],
      ["by what would end the header", { origin: "https://x;script-src" }, { [RETURN]: "a; b" }, "'none'"],
    ];
    for (const [name, headers, changes, expected] of cases) {
      expect(await launchCourse(headers, changes), name).toBe(expected);
    }
    // In addition to registered origins, unless the app says that there are no others.
    await sql("UPDATE learning_integrations SET launch_origins = $2 WHERE id = $1", [
      integration.id,
      [other],
    ]);
    expect(await launchCourse({ origin: LMS })).toBe(`${LMS} ${other}`);
    const path = `/learning_apps/${integration.app.id}`;
    const { data } = await integration.organization.client.put(path, { registered_origins_only: true });
    expect(data.registered_origins_only).toBe(true);
    expect(await launchCourse({ origin: LMS }, { [RETURN]: `${LMS}/done` })).toBe(other);
    expect(await launchCourse({ origin: other })).toBe(other);
  });

  it("has at most ten tokens per learner and course: the oldest ends with the next launch", async () => {
    const integration = await createConnectedIntegration(undefined, { launch_origins: [LMS] });
    const tokens: string[] = [];
    for (let launch = 0; launch < 11; launch += 1) {
      tokens.push(await createTestLearningToken(integration.app, "learner", [integration.id]));
    }
    const shown = await Promise.all(tokens.map((token) => readFrameAncestors(`/lti/launch?token=${token}`)));
    expect(shown).toEqual(["'none'", ...Array.from({ length: 10 }, () => LMS)]);
    expect((await integration.client.get("/v1.1/cle_logs")).status).toBe(200);
  });

  it("may not be framed when no origin is registered, or the token has expired", async () => {
    const integration = await createConnectedIntegration();
    const token = await createTestLearningToken(integration.app, "learner", [integration.id]);
    expect(await readFrameAncestors(`/lti/launch?token=${token}`)).toBe("'none'");
    await sql("UPDATE learning_integrations SET launch_origins = $2 WHERE id = $1", [integration.id, [LMS]]);
    expect(await readFrameAncestors(`/lti/launch?token=${token}`)).toBe(LMS);
    await sql(
      "UPDATE learning_tokens SET created_at = now() - interval '3 years', expires_at = now() - interval '1 second'",
    );
    expect(await readFrameAncestors(`/lti/launch?token=${token}`)).toBe("'none'");
  });
});
