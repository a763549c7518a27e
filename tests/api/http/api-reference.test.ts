import { beforeAll, describe, expect, it } from "vitest";
import { getReference, listReference } from "@/lib/http/reference/service";
import type { ReferenceField, ReferenceOperation } from "@/lib/http/reference/schema";
import { withoutVersion } from "@/lib/http/server/api-paths";
import { learningOperations, operations } from "../../support/http/routes";

const listOperationIds = async (words?: string) =>
  (await listReference(words)).flatMap(({ items }) => items.map(({ id }) => id));

const findField = (fields: ReferenceField[], name: string) => fields.find((field) => field.name === name);
const childFields = (fields: ReferenceField[], name: string) => findField(fields, name)?.fields ?? [];

describe("the operations list of the reference", () => {
  it("has every operation once, by group", async () => {
    const ids = await listOperationIds();
    expect(ids).toHaveLength(operations.length + learningOperations.length);
    expect(new Set(ids).size).toBe(ids.length);
    const groups = (await listReference()).map(({ name }) => name);
    expect(groups).toEqual(groups.toSorted());
    expect(groups).toContain("Webhook deliveries");
  });

  it("finds operations that contain all words, in any case, and nothing else", async () => {
    expect(await listOperationIds("  REDELIVER range ")).toEqual(["redeliverRange"]);
    expect(await listOperationIds("post webhook_secret")).toEqual([
      "revealWebhookSecret",
      "rotateWebhookSecret",
    ]);
    expect(await listReference("no such thing")).toEqual([]);
  });
});

describe("an operation of the reference", () => {
  let references: ReferenceOperation[];

  beforeAll(async () => {
    references = await Promise.all((await listOperationIds()).map(getReference));
  });

  it("shows which credentials it accepts, and its URL", async () => {
    expect(await getReference("issueBadge")).toMatchObject({
      method: "POST",
      path: "/v1/organizations/{organization_id}/badges",
      access: "organization",
      scope: "issued_badges",
      group: "Badges",
    });
    expect(await getReference("updateMe")).toMatchObject({ access: "session", scope: null });
    expect(await getReference("listStudents")).toMatchObject({
      access: "learning",
      path: "/v1.1/cle_students",
    });
    expect(await getReference("grantAccessToken")).toMatchObject({ access: "none" });
  });

  it("describes parameters, fields and responses in words", async () => {
    const { parameters, body, responses } = await getReference("issueBadge");
    expect(parameters).toMatchObject([
      { name: "organization_id", in: "path", required: true, type: "string (uuid)" },
      { name: "Idempotency-Key", in: "header", required: false, limits: ["at most 255 characters"] },
    ]);
    const fields = body?.fields ?? [];
    expect(findField(fields, "recipient_email")).toMatchObject({ type: "string", required: true });
    expect(findField(fields, "suppress_badge_notification_email")).toMatchObject({ type: "boolean" });
    expect(findField(fields, "duplicate_behavior")).toMatchObject({
      type: "string or null",
      limits: ["one of replace, allow, deny"],
    });
    expect(findField(childFields(fields, "evidence"), "type")?.type).toContain('"UrlEvidence"');
    expect(findField(childFields(childFields(fields, "evidence"), "values"), "key")).toMatchObject({
      required: true,
    });
    expect(responses.map(({ status }) => status)).toEqual(expect.arrayContaining(["201", "401", "422"]));
    const created = responses.find(({ status }) => status === "201");
    expect(findField(childFields(created?.fields ?? [], "data"), "badge_url")).toBeDefined();
  });

  it("can be described for each, in a size that fits a page", () => {
    for (const operation of references) {
      const { id } = operation;
      expect(JSON.stringify(operation).length, id).toBeLessThan(100_000);
      expect(operation.related.map((other) => other.id)).not.toContain(id);
    }
  });

  it("404: unknown", async () => {
    await expect(getReference("explode")).rejects.toMatchObject({ status: 404 });
  });

  const written = operations.filter(({ spec }) => spec.body && spec.operation !== "token");
  it.each(written.map((one) => [one.id, one] as const))(
    "%s: accepts its own example as a body",
    (_id, one) => {
      const path = withoutVersion(one.pattern).replaceAll("[", "{").replaceAll("]", "}");
      const found = references.find((each) => each.method === one.method && each.path === `/v1${path}`);
      expect(one.spec.body?.safeParse(found?.body?.example).error?.issues).toBeUndefined();
    },
  );
});
