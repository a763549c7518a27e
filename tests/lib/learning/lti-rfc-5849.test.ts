import { describe, expect, it } from "vitest";
import {
  buildBaseString,
  buildBaseUri,
  serializeParameters,
  percentEncode,
  sortParameters,
} from "@/lib/learning/lti/base-string";
import { collectParameters, type SignedRequest } from "@/lib/learning/lti/parameters";
import { computeSignature } from "@/lib/learning/lti/verify";
import { emptyRequest, FORM } from "../../support/learning/lti";

/** Every example in RFC 5849 of what this service does. */

const all = (request: SignedRequest) => {
  const { query, header, body } = collectParameters(request);
  return [...query, ...header, ...body];
};

const readBaseString = (request: SignedRequest): string =>
  buildBaseString(
    request.method,
    buildBaseUri(request.origin, request.path),
    serializeParameters(sortParameters(all(request))),
  );

const header = (...lines: string[]): string => `OAuth realm="Photos",\n     ${lines.join(",\n     ")}`;

describe("1.2, Example", () => {
  const initiate: SignedRequest = {
    ...emptyRequest,
    origin: "https://photos.example.net",
    path: "/initiate",
    contentType: null,
    authorization: header(
      'oauth_consumer_key="dpf43f3p2l4k3l03"',
      'oauth_signature_method="HMAC-SHA1"',
      'oauth_timestamp="137131200"',
      'oauth_nonce="wIjqoS"',
      'oauth_callback="http%3A%2F%2Fprinter.example.com%2Fready"',
      'oauth_signature="74KNZJeDHnMBp0EMJ9ZHt%2FXKycU%3D"',
    ),
  };
  const token: SignedRequest = {
    ...initiate,
    path: "/token",
    authorization: header(
      'oauth_consumer_key="dpf43f3p2l4k3l03"',
      'oauth_token="hh5s93j4hdidpola"',
      'oauth_signature_method="HMAC-SHA1"',
      'oauth_timestamp="137131201"',
      'oauth_nonce="walatlh"',
      'oauth_verifier="hfdp7dh39dks9884"',
      'oauth_signature="gKgrFCywp7rO0OXSjdot%2FIHF7IU%3D"',
    ),
  };
  const photos: SignedRequest = {
    ...initiate,
    method: "GET",
    origin: "http://photos.example.net",
    path: "/photos",
    query: "?file=vacation.jpg&size=original",
    authorization: header(
      'oauth_consumer_key="dpf43f3p2l4k3l03"',
      'oauth_token="nnch734d00sl2jdk"',
      'oauth_signature_method="HMAC-SHA1"',
      'oauth_timestamp="137131202"',
      'oauth_nonce="chapoH"',
      'oauth_signature="MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D"',
    ),
  };

  it.each([
    ["temporary credentials", initiate, "", "74KNZJeDHnMBp0EMJ9ZHt/XKycU="],
    ["token credentials", token, "hdhd0244k9j7ao03", "gKgrFCywp7rO0OXSjdot/IHF7IU="],
    ["the protected resource", photos, "pfkkdhi9sl3r4s00", "MdpQcU8iPSUjWoN/UDMsK2sui9I="],
  ])("signs the request for %s", (_what, request, tokenSecret, signature) => {
    expect(new Map(all(request)).get("oauth_signature")).toBe(signature);
    expect(computeSignature(readBaseString(request), "kd94hf93k423kf44", tokenSecret)).toBe(signature);
  });
});

/** The request of 3.4.1.1 and 3.4.1.3.1, which all of section 3 uses. */
const request: SignedRequest = {
  method: "POST",
  origin: "http://EXAMPLE.COM:80",
  path: "/request",
  query: "b5=%3D%253D&a3=a&c%40=&a2=r%20b",
  contentType: FORM,
  authorization: [
    'OAuth realm="Example"',
    'oauth_consumer_key="9djdj82h48djs9d2"',
    'oauth_token="kkk9d7dh3k39sjv7"',
    'oauth_signature_method="HMAC-SHA1"',
    'oauth_timestamp="137131201"',
    'oauth_nonce="7d8f3e4a"',
    'oauth_signature="djosJKDKJSD8743243%2Fjdk33klY%3D"',
  ].join(",\n"),
  body: "c2&a3=2+q",
};

describe("3.4.1.3, Request Parameters", () => {
  it("3.4.1.3.1 collects them from query, header and body, without realm", () => {
    expect(all(request)).toEqual([
      ["b5", "=%3D"],
      ["a3", "a"],
      ["c@", ""],
      ["a2", "r b"],
      ["oauth_consumer_key", "9djdj82h48djs9d2"],
      ["oauth_token", "kkk9d7dh3k39sjv7"],
      ["oauth_signature_method", "HMAC-SHA1"],
      ["oauth_timestamp", "137131201"],
      ["oauth_nonce", "7d8f3e4a"],
      ["oauth_signature", "djosJKDKJSD8743243/jdk33klY="],
      ["c2", ""],
      ["a3", "2 q"],
    ]);
  });

  it("3.4.1.3.2 encodes, sorts and joins them", () => {
    expect(serializeParameters(sortParameters(all(request)))).toBe(
      "a2=r%20b&a3=2%20q&a3=a&b5=%3D%253D&c%40=&c2=&oauth_consumer_key=9djdj82h48djs9d2&oauth_nonce=7d8f3e4a" +
        "&oauth_signature_method=HMAC-SHA1&oauth_timestamp=137131201&oauth_token=kkk9d7dh3k39sjv7",
    );
  });
});

describe("3.4.1.2, Base String URI", () => {
  it.each([
    ["http://EXAMPLE.COM:80", "/r%20v/X", "http://example.com/r%20v/X"],
    ["https://www.example.net:8080", "/", "https://www.example.net:8080/"],
    ["https://www.example.net:443", "", "https://www.example.net/"],
    ["HTTPS://Badges.Example.ORG", "/auth/lti", "https://badges.example.org/auth/lti"],
    ["http://badges.example.org:443", "/auth/lti", "http://badges.example.org:443/auth/lti"],
    ["https://badges.example.org:80", "/auth/lti", "https://badges.example.org:80/auth/lti"],
  ])("of %s and %s", (origin, path, uri) => {
    expect(buildBaseUri(origin, path)).toBe(uri);
  });

  it.each([
    "/a%2Fb",
    "/a%2fb",
    "/%7Eada",
    "/~ada",
    "/a//b",
    "/a/../b",
    "/a;b=c",
    "/a/",
    "/%C3%A9",
    "/a+b",
    "/'(!*)",
  ])("leaves the path %s unchanged byte for byte", (path) => {
    expect(buildBaseUri("https://badges.example.org", path)).toBe(`https://badges.example.org${path}`);
  });
});

describe("3.4.1.1, String Construction", () => {
  it("joins method, address and parameters", () => {
    expect(readBaseString({ ...request, method: "post" })).toBe(
      "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%25" +
        "40%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_m" +
        "ethod%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7",
    );
  });

  it("encodes a custom method (it would otherwise end the first part)", () => {
    expect(buildBaseString("a&b", "http://example.com/", "")).toBe("A%26B&http%3A%2F%2Fexample.com%2F&");
  });
});

describe("3.1, Making Requests, and 3.4.2, HMAC-SHA1", () => {
  it("signs the example with its secrets, corrected by its erratum 2550", () => {
    const signature = computeSignature(readBaseString(request), "j49sk3j29djd", "dh893hdasih9");
    expect(signature).toBe("r6/TJjbCOr97/+UU0NsvSne7s5g=");
  });

  it("encodes both secrets in the key", () => {
    // "a&b" and "c" are not "a" and "b&c".
    expect(computeSignature("text", "a&b", "c")).not.toBe(computeSignature("text", "a", "b&c"));
  });
});

describe("3.6, Percent Encoding", () => {
  it.each([
    ["ABCXYZabcxyz0189-._~", "ABCXYZabcxyz0189-._~"],
    ["!*'()", "%21%2A%27%28%29"],
    ["%", "%25"],
    ["+", "%2B"],
    [" ", "%20"],
    ["&=*", "%26%3D%2A"],
    ["\u000a", "%0A"],
    ["\u007f", "%7F"],
    ["\u0080", "%C2%80"],
    ["\u3001", "%E3%80%81"],
    ["😀", "%F0%9F%98%80"],
  ])("encodes %j as %s", (text, encoded) => {
    expect(percentEncode(text)).toBe(encoded);
  });
});
