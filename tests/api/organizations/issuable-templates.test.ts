import { beforeAll, expect, it } from "vitest";
import type { Caller } from "@/lib/access/callers/caller";
import { getIssuableTemplate } from "@/lib/badges/templates/service";
import {
  authorizeIssuer,
  badgeBody,
  createTestOrganization,
  createTemplate,
  type TestOrganization,
} from "../../support/builders";

// The rule that says who may issue from a template is in lib/organizations/issuers/permission.ts, once for SQL and once
// for Prisma. The list uses the one, a single template the other, and issuing both. They must agree about every kind of
// template.

let issuer: TestOrganization;
const templates = new Map<string, string>();

async function addGrantor(
  name: string,
  authorize: (owner: TestOrganization, allowedId: string) => Promise<unknown>,
): Promise<void> {
  const owner = await createTestOrganization(name);
  const kinds = { allowed: {}, other: {}, draft: { state: "draft" }, archived: {}, deleted: {} };
  const ids: Record<string, string> = {};
  for (const [kind, changes] of Object.entries(kinds)) {
    ids[kind] = (await createTemplate(owner, { name: `${name} ${kind}`, ...changes })).id;
    templates.set(`${name}: ${kind}`, ids[kind]);
  }
  await authorize(owner, ids.allowed ?? "");
  await owner.client.put(`/badge_templates/${ids.archived}`, { state: "archived" });
  await owner.client.delete(`/badge_templates/${ids.deleted}`);
}

beforeAll(async () => {
  issuer = await createTestOrganization("Issuer");
  await addGrantor("stranger", async () => undefined);
  await addGrantor("grantor", (owner) => authorizeIssuer(owner, issuer));
  await addGrantor("restricting grantor", (owner, id) =>
    authorizeIssuer(owner, issuer, { allowed_badge_templates: [id] }),
  );
  await addGrantor("grantor of another", async (owner) =>
    authorizeIssuer(owner, await createTestOrganization("Another")),
  );
  await addGrantor("former grantor", async (owner) => {
    const { id } = await authorizeIssuer(owner, issuer);
    await owner.client.delete(`/issuers/${id}`);
  });
  templates.set("own: active", (await createTemplate(issuer, { name: "Own" })).id);
  templates.set("own: draft", (await createTemplate(issuer, { name: "Own draft", state: "draft" })).id);
});

const ISSUABLE = ["grantor: allowed", "grantor: other", "own: active", "restricting grantor: allowed"];

/** The names of the templates for which a check is true. */
async function listNamesWhere(check: (id: string) => Promise<boolean> | boolean): Promise<string[]> {
  const names: string[] = [];
  for (const [name, id] of templates) if (await check(id)) names.push(name);
  return names.toSorted();
}

it("the list of issuable templates contains those that may be issued from", async () => {
  const { data } = await issuer.client.get("/issuable_badge_templates?per_page=50");
  const ids = new Set(data.map(({ id }: { id: string }) => id));
  expect(await listNamesWhere((id) => ids.has(id))).toEqual(ISSUABLE);
});

it("a single template can be read for issuing when it may be issued from", async () => {
  const caller = { organizationId: issuer.id } as Caller;
  const found = await listNamesWhere((id) =>
    getIssuableTemplate(caller, id).then(
      () => true,
      () => false,
    ),
  );
  expect(found).toEqual(ISSUABLE);
});

it("a badge can be issued from it, one by one and in a batch", async () => {
  const one = await listNamesWhere(async (id) => {
    const { status } = await issuer.client.post("/badges", badgeBody(id));
    expect([201, 422]).toContain(status);
    return status === 201;
  });
  expect(one).toEqual(ISSUABLE);
  const badges = [...templates.values()].map((id) => badgeBody(id));
  const { data } = await issuer.client.post("/badges/batch", { badges });
  const statuses = new Map(badges.map((body, index) => [body.badge_template_id, data[index].status]));
  expect(await listNamesWhere((id) => statuses.get(id) === 201)).toEqual(ISSUABLE);
});
