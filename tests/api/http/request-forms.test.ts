import { beforeAll, describe, expect, it } from "vitest";
import {
  badgeBody,
  createTestOrganization,
  createTemplate,
  type TestOrganization,
} from "../../support/builders";
import { basicHeaders, ORIGIN, send, sendRequest } from "../../support/http/client";

let organization: TestOrganization;
let template: { id: string };

beforeAll(async () => {
  organization = await createTestOrganization();
  template = await createTemplate(organization);
});

describe("requests of various clients", () => {
  const headers = () => basicHeaders(organization.authorization_token);
  const body = () => JSON.stringify(badgeBody(template.id));

  it.each([
    "application/xml",
    "text/html",
    "image/*;q=0.1",
    "*/*;q=0",
    "nonsense",
    "application/vnd.api+json",
    "",
  ])("Accept: %s still gets JSON", async (accept) => {
    for (const path of ["", "/nothing"]) {
      const url = `/v1/organizations/${organization.id}${path}`;
      const response = await send("GET", url, { headers: { ...headers(), accept } });
      expect([response.status, response.headers.get("content-type")]).toEqual([
        path === "" ? 200 : 404,
        "application/json; charset=utf-8",
      ]);
    }
  });

  it.each([
    "application/json; charset=utf-8",
    "application/json;charset=UTF-8",
    'Application/JSON; charset="utf-8"; boundary=x',
    "application/vnd.api+json",
    "text/json",
    "application/octet-stream",
  ])("a JSON body as %s", async (type) => {
    expect((await organization.client.post("/badges", body(), { "content-type": type })).status).toBe(201);
  });

  it("a JSON body with a byte order mark, a form with a charset", async () => {
    const marked = await organization.client.post("/badges", `\ufeff${body()}\r\n`, {
      "content-type": "application/json",
    });
    expect(marked.status).toBe(201);
    const form = new URLSearchParams(badgeBody(template.id)).toString();
    const type = { "content-type": "Application/X-WWW-Form-URLEncoded; charset=UTF-8" };
    expect((await organization.client.post("/badges", form, type)).status).toBe(201);
  });

  it.each(["", "{}", "{ }\n", "[]"])("the body %j where none is required", async (text) => {
    const type = { "content-type": "application/json" };
    const created = await organization.client.post("/authorization_tokens", text, type);
    expect([created.status, created.data.read_enabled, created.data.write_enabled]).toEqual([
      201,
      true,
      false,
    ]);
  });

  it.each(["Basic", "basic", "BASIC", "Basic  "])(
    "the scheme %j, and the token with and without a colon",
    async (scheme) => {
      for (const user of ["", ":", ":x"]) {
        const authorization = `${scheme} ${Buffer.from(organization.authorization_token + user).toString("base64")}`;
        const url = `/v1/organizations/${organization.id}`;
        expect((await send("GET", url, { headers: { authorization } })).status).toBe(200);
      }
    },
  );

  it("an identity encoding counts as none", async () => {
    const url = `${ORIGIN}/v1/organizations/${organization.id}/badges`;
    const init = { method: "POST", headers: { ...headers(), "content-encoding": "identity" }, body: body() };
    expect((await sendRequest(new Request(url, init))).status).toBe(201);
  });
});
