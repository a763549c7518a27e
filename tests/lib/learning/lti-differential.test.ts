import { createHmac } from "node:crypto";
import fc from "fast-check";
import OAuth from "oauth-1.0a";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  buildBaseString,
  buildBaseUri,
  serializeParameters,
  percentEncode,
  sortParameters,
} from "@/lib/learning/lti/base-string";
import { collectParameters, type SignedRequest } from "@/lib/learning/lti/parameters";
import { computeSignature } from "@/lib/learning/lti/verify";
import { emptyRequest, SECRET } from "../../support/learning/lti";
import { findPythonWithOauthlib, startOauthlib, type Oracle } from "../../support/learning/oauthlib-oracle";
import { anyRequest, plainRequest } from "../../support/learning/random-requests";

const seed = Date.now() % 2 ** 31;
const RUNS = 2_000;

function readBaseString(request: SignedRequest): string {
  const { query, header, body, isMalformed } = collectParameters(request);
  expect(isMalformed).toBe(false);
  const parameters = serializeParameters(sortParameters([...query, ...header, ...body]));
  return buildBaseString(request.method, buildBaseUri(request.origin, request.path), parameters);
}

const hmac = (text: string, key: string): string => createHmac("sha1", key).update(text).digest("base64");

describe("compared with the package oauth-1.0a", () => {
  const client = new OAuth({
    consumer: { key: "key", secret: SECRET },
    signature_method: "HMAC-SHA1",
    hash_function: hmac,
  });

  it(`signs ${RUNS} random requests identically (seed ${seed})`, () => {
    const property = fc.property(plainRequest, ({ method, origin, path, query, data }) => {
      const search = query.map(([name, value]) => `${name}=${percentEncode(value)}`).join("&");
      const url = origin + path + (search ? `?${search}` : "");
      const pairs = Object.entries(data).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
      const request = {
        ...emptyRequest,
        method,
        origin,
        path,
        query: search,
        body: String(new URLSearchParams(pairs)),
      };
      const given = { url, method, data: structuredClone(data) };
      expect(computeSignature(readBaseString(request), SECRET)).toBe(
        client.getSignature(given, undefined, {} as OAuth.Data),
      );
    });
    fc.assert(property, { seed, numRuns: RUNS });
  });
});

const python = findPythonWithOauthlib();

describe.skipIf(python === undefined)(
  "compared with oauthlib (skipped without a Python that has it: Debian's package python3-oauthlib)",
  () => {
    let oracle: Oracle;
    beforeAll(() => {
      oracle = startOauthlib(python ?? "");
    });
    afterAll(() => oracle.end());

    it(`has the same base string and signature of ${RUNS} random requests (seed ${seed})`, async () => {
      const property = fc.asyncProperty(anyRequest, async (request) => {
        const base = readBaseString(request);
        expect({ base, signature: computeSignature(base, SECRET) }).toEqual(
          await oracle.ask(request, SECRET),
        );
      });
      await fc.assert(property, { seed, numRuns: RUNS });
    });
  },
);
