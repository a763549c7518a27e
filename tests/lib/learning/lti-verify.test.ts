import { describe, expect, it } from "vitest";
import { ApiError } from "@/lib/kernel/errors";
import { errorPagePath, createLtiError } from "@/lib/learning/lti/errors";
import { LAUNCH_PARAMETERS } from "@/lib/learning/lti/launch-parameters";
import type { SignedRequest } from "@/lib/learning/lti/parameters";
import { verifyOAuthRequest, type VerificationOptions } from "@/lib/learning/lti/verify";
import {
  emptyRequest,
  LAUNCH,
  launchRequest,
  NOW,
  ORIGIN,
  SECRET,
  signFields,
  type Fields,
} from "../../support/learning/lti";

type App = { secret: string; name: string };
const APP: App = { secret: SECRET, name: "Course" };

/** Verifies as a route would. Returns which callbacks were called. */
async function verifyRequest(request: SignedRequest, checks: Partial<VerificationOptions<App>> = {}) {
  const asked: string[] = [];
  const verdict = await verifyOAuthRequest<App>(request, {
    now: NOW,
    findApp: async (key) => {
      asked.push(`app ${key}`);
      return key === "key" ? APP : null;
    },
    recordNonce: async (app, nonce) => {
      asked.push(`nonce ${nonce} of ${app.name}`);
      return true;
    },
    ...checks,
  });
  return { verdict, asked };
}

/** The step that decided, and status and code of the refusal. */
async function readRefusal(
  request: SignedRequest,
  checks?: Partial<VerificationOptions<App>>,
): Promise<string> {
  const { verdict } = await verifyRequest(request, checks);
  const { step } = verdict.trace;
  return verdict.isAccepted ? step : `${step}: ${verdict.error.status} ${verdict.error.code}`;
}

const launch = (fields: Fields = {}, signing?: Parameters<typeof launchRequest>[1]): SignedRequest =>
  launchRequest({ ...LAUNCH, ...fields }, signing);

const seconds = (offset: number): string => String(NOW.getTime() / 1000 + offset);

describe("a signed launch", () => {
  it("is accepted, with its app and the signed parameters", async () => {
    const { verdict, asked } = await verifyRequest(launch({ oauth_nonce: "n-1" }), {
      required: LAUNCH_PARAMETERS,
    });
    expect(verdict).toMatchObject({ isAccepted: true, app: APP });
    if (!verdict.isAccepted) return;
    expect(verdict.parameters).toContainEqual(["user_id", "292832126"]);
    expect(verdict.parameters.map(([name]) => name)).not.toContain("oauth_signature");
    expect(asked).toEqual(["app key", "nonce n-1 of Course"]);
  });

  it("may be completely in the header, in both spellings", async () => {
    const pairs = signFields(LAUNCH);
    const encoded = pairs.map(([name = "", value = ""]) => [name, encodeURIComponent(value)]);
    const quoted = encoded.map(([name, value]) => `${name}="${value}"`).join(" ");
    const plain = encoded.map(([name, value]) => `${name}=${value}`).join(", ");
    for (const authorization of [`OAuth ${quoted}`, `OAuth ${plain}`]) {
      expect(await readRefusal({ ...emptyRequest, contentType: null, authorization })).toBe("accepted");
    }
  });

  it("may have its OAuth parameters in the header and the others in the body", async () => {
    const pairs = signFields(LAUNCH);
    const own = pairs.filter(([name = ""]) => name.startsWith("oauth_"));
    const authorization = `OAuth ${own.map(([name, value = ""]) => `${name}="${encodeURIComponent(value)}"`).join(",")}`;
    const body = new URLSearchParams(pairs.filter((pair) => !own.includes(pair))).toString();
    expect(await readRefusal({ ...emptyRequest, authorization, body })).toBe("accepted");
  });

  it("includes an empty oauth_token and oauth_callback in the signature", async () => {
    const request = launch({ oauth_token: "", oauth_callback: "about:blank" });
    expect(await readRefusal(request)).toBe("accepted");
    expect(await readRefusal({ ...request, body: request.body.replace("oauth_token=&", "") })).toContain(
      "signature:",
    );
  });

  it("may contain letters of every script, empty values and names that objects have", async () => {
    const fields = {
      lis_person_name_given: "Łucja 😀 O'Neil",
      custom_empty: "",
      constructor: "x",
      "a b": "1+1=2",
    };
    expect(await readRefusal(launch(fields))).toBe("accepted");
  });

  it("is signed for APP_URL and its own path, whatever host was requested", async () => {
    const request = launch({}, { url: `${ORIGIN}/cle_auth/authenticate/` });
    expect(await readRefusal({ ...request, path: "/cle_auth/authenticate/" })).toBe("accepted");
    expect(await readRefusal({ ...request, path: "/cle_auth/authenticate" })).toContain("signature:");
    expect(
      await readRefusal({
        ...request,
        path: "/cle_auth/authenticate/",
        origin: "HTTPS://Badges.Example.org:443",
      }),
    ).toBe("accepted");
    expect(
      await readRefusal({ ...request, path: "/cle_auth/authenticate/", origin: "http://badges.example.org" }),
    ).toContain("signature:");
  });
});

describe("the order of checks", () => {
  it("404 without a consumer key: it is not an OAuth request", async () => {
    for (const request of [
      emptyRequest,
      { ...emptyRequest, body: "a=1" },
      { ...emptyRequest, body: "a=%" },
      launch({ oauth_consumer_key: undefined }),
    ]) {
      expect(await readRefusal(request)).toBe("parse: 404 not_found");
    }
    const { asked } = await verifyRequest({ ...emptyRequest, body: "a=1" });
    expect(asked).toEqual([]);
  });

  it("LTI_DATA_MISSING for unreadable parameters", async () => {
    const request = launch();
    for (const wrong of ["a=%", "a=%ZZ", "%FF=1"]) {
      expect(await readRefusal({ ...request, body: `${request.body}&${wrong}` })).toBe(
        "parse: 400 LTI_DATA_MISSING",
      );
      expect(await readRefusal({ ...request, query: wrong })).toBe("parse: 400 LTI_DATA_MISSING");
    }
    expect(await readRefusal({ ...request, authorization: 'OAuth a="' })).toBe("parse: 400 LTI_DATA_MISSING");
  });

  it.each(["oauth_nonce", "oauth_signature_method", "oauth_timestamp", "oauth_version"])(
    "LTI_DATA_MISSING without %s, and when it is empty",
    async (name) => {
      for (const value of [undefined, "", " "]) {
        const { verdict, asked } = await verifyRequest(launch({ [name]: value }));
        expect(verdict).toMatchObject({
          isAccepted: false,
          error: { status: 400, code: "LTI_DATA_MISSING", errors: [{ field: name, code: "required" }] },
        });
        expect(asked).toEqual([]);
      }
    },
  );

  it("LTI_DATA_MISSING without oauth_signature", async () => {
    const request = launch();
    expect(await readRefusal({ ...request, body: request.body.replace(/&oauth_signature=.*/, "") })).toBe(
      "parameters: 400 LTI_DATA_MISSING",
    );
  });

  it.each([
    ["oauth_version", "1.0a"],
    ["oauth_version", "2.0"],
    ["oauth_signature_method", "PLAINTEXT"],
    ["oauth_signature_method", "HMAC-SHA256"],
    ["oauth_signature_method", "hmac-sha1"],
    ["oauth_timestamp", "soon"],
    ["oauth_timestamp", "-1"],
    ["oauth_timestamp", "0"],
    ["oauth_timestamp", "1e9"],
    ["oauth_timestamp", `${seconds(0)}.5`],
    ["oauth_timestamp", "9".repeat(30)],
    ["oauth_nonce", "n".repeat(256)],
    ["oauth_nonce", "n\u0000"],
    ["oauth_consumer_key", "k".repeat(256)],
    ["oauth_consumer_key", "key\u0000"],
    ["oauth_consumer_key", ""],
  ])("LTI_DATA_MISSING when %s is %j", async (name, value) => {
    const { verdict, asked } = await verifyRequest(launch({ [name]: value }));
    expect(verdict).toMatchObject({
      isAccepted: false,
      error: { code: "LTI_DATA_MISSING", errors: [{ field: name }] },
    });
    expect(asked).toEqual([]);
  });

  it("LTI_DATA_MISSING for each required parameter of LTI, with all of them named at once", async () => {
    const request = launch({ user_id: undefined, roles: " ", oauth_version: undefined });
    const { verdict } = await verifyRequest(request, { required: LAUNCH_PARAMETERS });
    expect(verdict).toMatchObject({
      isAccepted: false,
      trace: { step: "parameters" },
      error: {
        message: "oauth_version is required; user_id is required; roles is required.",
        errors: [{ field: "oauth_version" }, { field: "user_id" }, { field: "roles" }],
      },
    });
    expect(await readRefusal(launch({ user_id: undefined }))).toBe("accepted");
  });

  it("LTI_DATA_MISSING for an OAuth parameter that comes twice, in any place, even with the same value", async () => {
    const request = launch({ oauth_nonce: "n", oauth_callback: "about:blank" });
    const signature = /oauth_signature=.*$/.exec(request.body)?.[0] ?? "";
    for (const again of ["oauth_nonce=n", "oauth_callback=x", signature, "%6Fauth_version=1.0"]) {
      const twice = { ...request, body: `${request.body}&${again}` };
      for (const one of [
        twice,
        { ...request, query: again },
        { ...request, authorization: `OAuth ${again}` },
      ]) {
        expect(await readRefusal(one)).toBe("parameters: 400 LTI_DATA_MISSING");
      }
    }
    expect(await readRefusal(launch({ oauth: "1", Oauth_nonce: "2" }))).toBe("accepted");
  });

  it("LTI_APP_NOT_FOUND for an unknown key, even when everything else is wrong", async () => {
    const expected = "key: 400 LTI_APP_NOT_FOUND";
    expect(await readRefusal(launch({ oauth_consumer_key: "other" }))).toBe(expected);
    expect(
      await readRefusal(launch({ oauth_consumer_key: "other", oauth_timestamp: "1" }, { secret: "x" })),
    ).toBe(expected);
    const { asked } = await verifyRequest(launch({ oauth_consumer_key: "other" }));
    expect(asked).toEqual(["app other"]);
  });

  it.each([-301, 301, -86_400])("LTI_UNAUTHORIZED for a time that is %i seconds off", async (offset) => {
    const request = launch({ oauth_timestamp: seconds(offset) });
    const { verdict, asked } = await verifyRequest(request);
    expect(verdict).toMatchObject({
      trace: { step: "timestamp" },
      error: { status: 401, code: "LTI_UNAUTHORIZED" },
    });
    expect(asked).toEqual(["app key"]);
    expect(await readRefusal(launch({ oauth_timestamp: seconds(offset) }, { secret: "x" }))).toContain(
      "timestamp:",
    );
  });

  it.each([-300, 0, 300])("accepts a time that is %i seconds off", async (offset) => {
    expect(await readRefusal(launch({ oauth_timestamp: seconds(offset) }))).toBe("accepted");
  });

  it("LTI_UNAUTHORIZED for a wrong signature, before the nonce is stored", async () => {
    const request = launch();
    const tampered = [
      launch({}, { secret: "another" }),
      launch({}, { url: `${ORIGIN}/elsewhere` }),
      { ...request, method: "PUT" },
      { ...request, body: request.body.replace("292832126", "292832127") },
      { ...request, body: `${request.body}&roles=Administrator` },
      { ...request, query: "roles=Administrator" },
      { ...request, authorization: "OAuth roles=Administrator" },
      { ...request, body: request.body.replace(/(oauth_signature=(?:%..|.)).*/, "$1") },
      { ...request, body: `${request.body}%0A` },
    ];
    for (const one of tampered) {
      const { verdict, asked } = await verifyRequest(one);
      expect(verdict).toMatchObject({
        trace: { step: "signature" },
        error: { status: 401, code: "LTI_UNAUTHORIZED" },
      });
      expect(asked).toEqual(["app key"]);
    }
  });

  it("LTI_UNAUTHORIZED for a nonce that was used before", async () => {
    const used = new Set<string>();
    const takeNonce = async (_app: App, nonce: string, timestamp: Date) => {
      expect(timestamp).toEqual(NOW);
      return used.size !== used.add(nonce).size;
    };
    const request = launch();
    expect(await readRefusal(request, { recordNonce: takeNonce })).toBe("accepted");
    expect(await readRefusal(request, { recordNonce: takeNonce })).toBe("nonce: 401 LTI_UNAUTHORIZED");
    expect(await readRefusal(launch(), { recordNonce: takeNonce })).toBe("accepted");
  });

  it("throws the errors of a look-up: a database that is down does not mean a wrong key", async () => {
    const down = () => Promise.reject(new ApiError(503, "unavailable", "down"));
    await expect(verifyRequest(launch(), { findApp: down })).rejects.toThrow("down");
    await expect(verifyRequest(launch(), { recordNonce: down })).rejects.toThrow("down");
  });
});

describe("a launch address with a query", () => {
  const url = `${ORIGIN}/auth/lti?course=5&course=5&x=a%20b`;
  const query = "?course=5&course=5&x=a+b";

  it("is signed including the query", async () => {
    expect(await readRefusal({ ...launch({}, { url }), query })).toBe("accepted");
  });

  it("may repeat the query in the body and sign it once, as Canvas does", async () => {
    const pairs = "&course=5&course=5&x=a%20b";
    const canvas = launch({}, { url });
    const { verdict } = await verifyRequest({ ...canvas, query, body: canvas.body + pairs });
    expect(verdict).toMatchObject({ isAccepted: true });
    if (!verdict.isAccepted) return;
    expect(verdict.parameters.filter(([name]) => name === "course")).toHaveLength(2);
    // The trace has what was signed.
    expect(verdict.trace.parameters).toEqual(verdict.parameters);
  });

  it.each(["&course=5&course=5", "&course=5&x=a%20b", "&course=5&course=6&x=a%20b", ""])(
    "must sign the query even when the body has only %j of it",
    async (pairs) => {
      // Signed without the query: only the pairs of the body.
      const request = launch({}, { url: `${ORIGIN}/auth/lti${pairs.replace("&", "?")}` });
      expect(await readRefusal({ ...request, query, body: request.body + pairs })).toContain("signature:");
    },
  );
});

describe("the trace of a verification", () => {
  it("shows the signed parameters in order, and never the secret or a signature", async () => {
    const good = launch({ oauth_nonce: "n" });
    const { verdict } = await verifyRequest({ ...good, body: good.body.replace("456434513", "456434514") });
    const { trace } = verdict;
    expect(trace.parameters.map(([name]) => name)).toEqual(
      [
        ...Object.keys(LAUNCH),
        "oauth_consumer_key",
        "oauth_nonce",
        "oauth_signature_method",
        "oauth_timestamp",
        "oauth_version",
      ].toSorted(),
    );
    expect(trace.baseString).toMatch(
      /^POST&https%3A%2F%2Fbadges\.example\.org%2Fauth%2Flti&context_id%3D456434514%26/,
    );
    const [, signature = ""] =
      signFields({ ...LAUNCH, context_id: "456434514", oauth_nonce: "n" }).at(-1) ?? [];
    const text = JSON.stringify(trace);
    for (const unwanted of [SECRET, signature, encodeURIComponent(signature), "oauth_signature%3D"]) {
      expect(text).not.toContain(unwanted);
    }
    expect(trace.hidden).toEqual([]);
  });

  it("hides secrets that were sent along under any name", async () => {
    const fields = {
      access_token: "token-1",
      oauth_consumer_secret: "guess",
      custom_note: `my ${SECRET}`,
      [SECRET]: "1",
    };
    const { verdict } = await verifyRequest(launch(fields));
    expect(verdict.isAccepted).toBe(true);
    const text = JSON.stringify(verdict.trace);
    for (const unwanted of [SECRET, "token-1", "guess"]) expect(text).not.toContain(unwanted);
    expect(verdict.trace.hidden).toEqual(["access_token", "custom_note", "oauth_consumer_secret"]);
    expect(verdict.trace.parameters).toContainEqual(["access_token", "[hidden]"]);
    expect(verdict.trace.baseString).toContain("access_token%3D%255Bhidden%255D");
  });
});

describe("the address of the error page", () => {
  it("contains status and code, and nothing from the request", () => {
    const error = createLtiError("LTI_UNAUTHORIZED", "words", [{ field: "a", code: "b", message: "c" }]);
    expect(errorPagePath(error)).toBe("/lti/error?status=401&code=LTI_UNAUTHORIZED");
  });
});
