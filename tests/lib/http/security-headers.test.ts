import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { setSecurityHeaders, setTransportSecurity } from "@/lib/http/server/security-headers";

const LMS = ["https://lms.example", "https://beta.lms.example:8443"];

function responseHeaders(url: string, registered?: string[]) {
  const request = Object.assign(new IncomingMessage(new Socket()), { url });
  const response = new ServerResponse(request);
  setSecurityHeaders(request, response, registered);
  const policy = String(response.getHeader("content-security-policy"));
  // Next reads the nonce of its scripts from the request.
  expect(request.headers["content-security-policy"]).toBe(policy);
  const framing = /frame-ancestors (.*)$/.exec(policy)?.[1];
  return { framing, frameOptions: response.getHeader("x-frame-options") };
}

it("the APIs have a policy under which nothing runs, loads or is framed", () => {
  for (const url of [
    "/v1/organizations/1",
    "/obi/v3/credentials/1",
    "/me?x=1",
    "/ims/ob/v3p0/discovery",
    "/scim/v2/Users",
  ]) {
    const response = new ServerResponse(Object.assign(new IncomingMessage(new Socket()), { url }));
    setSecurityHeaders(response.req, response, LMS);
    const policy = String(response.getHeader("content-security-policy"));
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).not.toMatch(/script-src|connect-src|'self'/);
    expect(policy).toMatch(/frame-ancestors 'none'$/);
    expect(response.getHeader("x-frame-options")).toBe("DENY");
  }
});

describe("the camera", () => {
  const readPolicy = (url: string) => {
    const response = new ServerResponse(Object.assign(new IncomingMessage(new Socket()), { url }));
    setSecurityHeaders(response.req, response);
    return String(response.getHeader("permissions-policy"));
  };

  it("is only for the page that scans QR codes", () => {
    for (const url of ["/verify", "/verify/", "/verify?url=x"])
      expect(readPolicy(url)).toContain("camera=(self)");
    for (const url of ["/", "/verify/file", "/verifyx", "/badges/verify", "/?/verify"])
      expect(readPolicy(url)).toContain("camera=()");
  });
});

const nobody = { framing: "'none'", frameOptions: "DENY" };

describe("the sites that may frame a page", () => {
  it.each([
    "/",
    "/console",
    "/sign-in",
    "/badges/1",
    "/lti",
    "/lti/errors",
    "/lti/error/x",
    "/lti/launch/x",
    "/x?/lti/error",
    "//lti/error",
    "/LTI/error",
    "/lti/%65rror",
    "",
  ])("none: %s", (url) => {
    expect(responseHeaders(url, LMS)).toEqual(nobody);
  });

  it.each([
    "/lti/error",
    "/lti/error/",
    "/lti/error?status=401&code=LTI_UNAUTHORIZED",
    // What a reload inside the LMS leaves of a launch.
    "/lti/launch",
    "/lti/launch/?lang=ja",
  ])("all: %s", (url) => {
    expect(responseHeaders(url)).toEqual({ framing: "*", frameOptions: undefined });
  });

  it("a launch: the registered origins, and none if there are none", () => {
    const expected = { framing: LMS.join(" "), frameOptions: undefined };
    expect(responseHeaders("/lti/launch?token=abc", LMS)).toEqual(expected);
    expect(responseHeaders("/lti/launch/?lang=ja&token=abc", LMS)).toEqual(expected);
    expect(responseHeaders("/lti/launch?token=abc")).toEqual(nobody);
  });

  it("a launch: only origins get into the header", () => {
    const wrong = [
      "*",
      "https:",
      "https://lms.example/",
      "https://a.example; script-src *",
      "https://*.example",
      "",
      "null",
    ];
    expect(responseHeaders("/lti/launch?token=abc", wrong)).toEqual(nobody);
    expect(responseHeaders("/lti/launch?token=abc", [...wrong, "https://lms.example"]).framing).toBe(
      "https://lms.example",
    );
  });
});

describe("a page", () => {
  it("has a policy with its own nonce, whatever policy the client sent", () => {
    const policies = ["script-src *", "script-src *"].map((sent) => {
      const headers = { "content-security-policy": sent, "content-security-policy-report-only": sent };
      const request = Object.assign(new IncomingMessage(new Socket()), { url: "/console", headers });
      const response = new ServerResponse(request);
      setSecurityHeaders(request, response);
      expect(response.getHeader("x-content-type-options")).toBe("nosniff");
      const policy = String(response.getHeader("content-security-policy"));
      expect(request.headers).toEqual({ "content-security-policy": policy });
      return policy;
    });
    for (const policy of policies) {
      expect(policy).toMatch(/; script-src 'self' 'nonce-[\w+/]{22}==' 'strict-dynamic'; style-src /);
      expect(policy).toContain("object-src 'none'; base-uri 'none'; form-action 'self'");
    }
    expect(new Set(policies).size).toBe(2);
  });
});

describe("the sites to which a form of a page may be sent", () => {
  it.each([
    ["/sign-in?form_target=https://idp.example", "'self'"],
    ["/saml/1/sign-in", "'self'"],
    ["/saml/1/sign-in?form_target=https://idp.example", "'self' https: https://idp.example"],
    ["/saml/1/sign-in?form_target=https://idp.example/path", "'self' https: https://idp.example"],
    ["/saml/1/sign-in?form_target=http://localhost:8080", "'self' https: http://localhost:8080"],
    ["/saml/1/sign-in?form_target=https:%20*", "'self'"],
    ["/saml/1/response?form_target=https://idp.example", "'self'"],
    ["/authorize?redirect_uri=https://app.example/back", "'self' https://app.example"],
  ])("%s: %s", (url, targets) => {
    const response = new ServerResponse(Object.assign(new IncomingMessage(new Socket()), { url }));
    setSecurityHeaders(response.req, response);
    const policy = String(response.getHeader("content-security-policy"));
    expect(/form-action ([^;]*);/.exec(policy)?.[1]).toBe(targets);
  });
});

describe("Strict-Transport-Security", () => {
  it.each([
    ["https://badges.example", "max-age=31536000"],
    ["http://localhost:3000", undefined],
  ])("%s: %s", (appUrl, expected) => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    setTransportSecurity(response, appUrl);
    expect(response.getHeader("strict-transport-security")).toBe(expected);
  });
});
