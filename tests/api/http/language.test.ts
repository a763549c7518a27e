import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { parseSetCookie } from "cookie";
import { describe, expect, it } from "vitest";
import { applyLanguageParameter } from "@/lib/http/server/language";

describe("?lang=", () => {
  function settleLanguage(url: string, { method = "GET", cookie = "" } = {}) {
    const request = Object.assign(new IncomingMessage(new Socket()), { method, url });
    request.headers.cookie = cookie;
    const response = new ServerResponse(request);
    applyLanguageParameter(request, response);
    return { cookie: request.headers.cookie, set: response.getHeader("set-cookie") };
  }

  it("applies to the requested page, and to the next ones through a cookie", () => {
    const { cookie, set } = settleLanguage("/badges/1?a=b&lang=ja", {
      cookie: "theme=dark; language=fr; x=y",
    });
    expect(cookie).toBe("theme=dark; x=y; language=ja");
    expect(parseSetCookie(String(set))).toEqual({
      name: "language",
      value: "ja",
      path: "/",
      sameSite: "lax",
      maxAge: 365 * 24 * 3_600,
    });
  });

  it("leaves other cookies as they were sent", () => {
    const { cookie } = settleLanguage("/badges/1?lang=ja", {
      cookie: 'a="b c"; ü=%; language=fr;; d=1=2; e=%20',
    });
    expect(cookie).toBe('a="b c"; ü=%; d=1=2; e=%20; language=ja');
  });

  it.each([
    ["what is no language of ours", "/badges/1?lang=xx%0d%0aSet-Cookie:a"],
    ["an interface of programs", "/v1/organizations?lang=ja"],
    ["the console", "/console/a?lang=ja"],
    ["a page whose name merely begins alike", "/walletx?lang=ja"],
  ])("is ignored for %s", (_, url) => {
    expect(settleLanguage(url, { cookie: "a=b" })).toEqual({ cookie: "a=b", set: undefined });
  });

  it("is ignored for a write", () => {
    expect(settleLanguage("/accept/1?lang=ja", { method: "POST" }).set).toBeUndefined();
  });
});
