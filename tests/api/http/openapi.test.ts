import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openApiDocument } from "@/lib/http/openapi/openapi";
import { SCOPES } from "@/lib/access/callers/choices";
import { learningOperations, operations } from "../../support/http/routes";

const root = join(import.meta.dirname, "..", "..", "..");
const file = join(root, "public", "openapi.json");

type Json = Record<string, unknown>;
type Parameter = { $ref?: string; name?: string; in?: string; required?: boolean };
type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { content: Json };
  responses: Record<string, Json>;
};
type Document = {
  openapi: string;
  info: Json;
  servers: { url: string }[];
  security: Record<string, string[]>[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, Json>>;
};

const document = JSON.parse(readFileSync(file, "utf8")) as Document;
const all = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

/** The value that a pointer within the document refers to; undefined when it refers to nothing. */
const resolvePointer = (pointer: string): unknown =>
  pointer
    .replace(/^#\//, "")
    .split("/")
    .map((part) => decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((value, part) => (value as Json | undefined)?.[part], document);

function listReferences(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listReferences);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === "$ref" && typeof item === "string" ? [item] : listReferences(item),
  );
}

const resolveParameters = ({ parameters = [] }: Operation): Parameter[] =>
  parameters.map((one) => (one.$ref ? (resolvePointer(one.$ref) as Parameter) : one));

describe("public/openapi.json", () => {
  it("matches the routes (after a change: npm run openapi)", () => {
    const current = `${JSON.stringify(openApiDocument([...operations, ...learningOperations]), null, 2)}\n`;
    const isCurrent = readFileSync(file, "utf8") === current;
    expect(isCurrent, "public/openapi.json is not current: run npm run openapi").toBe(true);
  });

  it("is served at /openapi.json: no route or page shadows public/", () => {
    expect(existsSync(join(root, "app", "openapi.json"))).toBe(false);
  });

  it("is OpenAPI 3.1 with the parts that the standard requires", () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    expect(document.servers).toEqual([{ url: "/v1" }]);
    for (const { path, method, operation } of all) {
      expect(path).toMatch(/^\//);
      expect(["get", "post", "put", "patch", "delete"]).toContain(method);
      expect(Object.keys(operation.responses).length).toBeGreaterThan(0);
      for (const response of Object.values(operation.responses)) {
        const resolved = (
          typeof response.$ref === "string" ? resolvePointer(response.$ref) : response
        ) as Json;
        expect(resolved.description).toBeTypeOf("string");
      }
    }
    for (const name of Object.values(document.components).flatMap(Object.keys)) {
      expect(name).toMatch(/^[a-zA-Z0-9._-]+$/);
    }
  });

  it("has every reference resolved, and every component used", () => {
    const pointers = [...new Set(listReferences(document))];
    expect(pointers.length).toBeGreaterThan(20);
    for (const pointer of pointers) expect(resolvePointer(pointer), pointer).toBeTypeOf("object");
    for (const kind of ["schemas", "responses", "parameters", "headers"]) {
      for (const name of Object.keys(document.components[kind] ?? {})) {
        expect(pointers).toContain(`#/components/${kind}/${name}`);
      }
    }
  });

  it("declares every path parameter, once and required, and no others", () => {
    for (const { path, operation } of all) {
      const inPath = resolveParameters(operation).filter((one) => one.in === "path");
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
      expect(inPath.map(({ name = "" }) => name).toSorted()).toEqual(named.toSorted());
      expect(inPath.every(({ required }) => required)).toBe(true);
      const keys = resolveParameters(operation).map((one) => `${one.in} ${one.name}`);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it("names each operation once, with summary, tag and its possible errors", () => {
    const ids = all.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => /^[a-z]\w+$/.test(id))).toBe(true);
    const tags = document.tags.map(({ name }) => name);
    for (const { operation } of all) {
      expect(operation.summary).not.toBe("");
      expect(operation.tags).toHaveLength(1);
      expect(tags).toContain(operation.tags[0]);
      const [tag = ""] = operation.tags;
      const isOrganizations = operation.security.length > 0 && !["Learning edition", "Wallets"].includes(tag);
      const forCallers = isOrganizations ? ["403", "404"] : [];
      // Public documents require no credential and count no requests, so authentication cannot fail.
      const isPublic = ["Password resets", "Sign in", "Verification"].includes(tag);
      const forClients = isPublic ? ["429"] : ["401", "429"];
      // Of the operations for wallets, only one requires a credential (tests/api/credentials/wallet-issuance.test.ts).
      const withoutCaller: Record<string, string[]> = { "Open Badges": ["404"], Wallets: [] };
      const credentialErrors = withoutCaller[tag] ?? [...forClients, ...forCallers];
      for (const status of ["500", "503", ...credentialErrors]) {
        expect(operation.responses).toHaveProperty(status);
      }
    }
  });

  it("describes lists: the envelope, page and per, and the keys of filter and sort", () => {
    const { get } = document.paths["/organizations/{organization_id}/badges"] ?? {};
    if (!get) throw new Error("the list of badges is missing");
    const names = resolveParameters(get).map(({ name }) => name);
    expect(names).toEqual(["organization_id", "page", "per", "format", "columns", "filter", "sort"]);
    const text = JSON.stringify(get.parameters);
    for (const key of ["recipient_email_all", "badge_templates[reporting_tags]", "users[last_name]"]) {
      expect(text).toContain(`\`${key}\``);
    }
    expect(listReferences(get.responses["200"])).toEqual(
      expect.arrayContaining(["#/components/schemas/IssuedBadge", "#/components/schemas/ListMetadata"]),
    );
  });

  it("describes bodies as JSON and as form, and the ways to authenticate", () => {
    const { post } = document.paths["/organizations/{organization_id}/badges"] ?? {};
    expect(Object.keys(post?.requestBody?.content ?? {})).toEqual([
      "application/json",
      "application/x-www-form-urlencoded",
    ]);
    expect(post?.responses["201"]).toHaveProperty("headers.Location");
    const schemes = document.components.securitySchemes ?? {};
    const general = Object.keys(schemes).filter(
      (name) => !["learningToken", "appOwner", "walletToken"].includes(name),
    );
    expect(document.security.flatMap(Object.keys).toSorted()).toEqual(general.toSorted());
    expect(schemes.authorizationToken).toMatchObject({ type: "http", scheme: "basic" });
    expect(schemes.oauth).toMatchObject({
      type: "oauth2",
      flows: { clientCredentials: { tokenUrl: "/oauth/token", scopes: SCOPES } },
    });
    expect(post?.security).toContainEqual({ oauth: ["issued_badges"] });
  });

  const getOperation = (path: string, method: string): Operation => {
    const operation = document.paths[path]?.[method];
    if (!operation) throw new Error(`${method} ${path} is missing`);
    return operation;
  };

  it("describes the learning edition: its server, its token, its parameters in query or body, its response envelope", () => {
    const get = getOperation("/v1.1/cle_logs", "get");
    const post = getOperation("/v1.1/cle_logs/delete", "post");
    const remove = getOperation("/v1.1/cle_logs/delete", "delete");
    expect(get).toMatchObject({ servers: [{ url: "/" }], security: [{ learningToken: [] }] });
    expect(resolveParameters(get).map(({ name }) => name)).toEqual([
      "integration_account_id",
      "course_id",
      "start",
      "end",
      "page",
      "per_page",
      "order_direction",
    ]);
    expect(listReferences(get.responses["200"])).toEqual(
      expect.arrayContaining(["#/components/schemas/Paging", "#/components/schemas/LearningMeta"]),
    );
    expect(resolveParameters(remove).map(({ name }) => name)).toContain("start");
    expect(Object.keys(post.requestBody?.content ?? {})).toEqual([
      "application/x-www-form-urlencoded",
      "multipart/form-data",
      "application/json",
    ]);
    const [component = ""] = listReferences(post.responses["400"]);
    expect(listReferences(resolvePointer(component))).toContain("#/components/schemas/LearningError");
    expect(getOperation("/v1.1/authenticate", "post").security).toEqual([{ appOwner: [] }, {}]);
  });

  it("describes the token endpoint with its own error format, available to clients without another credential", () => {
    const { post } = document.paths["/oauth/token"] ?? {};
    expect(post?.security).toEqual([]);
    expect(listReferences(post?.responses["200"])).toContain("#/components/schemas/AccessToken");
    for (const status of ["400", "401", "413", "429", "500", "503"]) {
      const [component = ""] = listReferences(post?.responses[status]);
      expect(listReferences(resolvePointer(component))).toContain("#/components/schemas/OAuthError");
    }
  });
});
