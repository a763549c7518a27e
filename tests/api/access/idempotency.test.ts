import { afterEach, describe, expect, it, vi } from "vitest";
import { deleteExpiredIdempotencyKeys } from "@/lib/access/idempotency-keys/service";
import { clock } from "@/lib/kernel/clock";
import { badgeBody, createTemplate, nextSerial } from "../../support/builders";
import { createOrganizationClient, send } from "../../support/http/client";
import { digestTables, dumpTables, isWaiting, openConnection, sql } from "../../support/platform/database";
import { organization, template, useIssuer } from "../../support/badges/issuing-setting";
import { createMember } from "../../support/accounts/members";

useIssuer();
afterEach(() => {
  vi.restoreAllMocks();
});

const newKeyHeader = () => ({ "idempotency-key": `key-${nextSerial()}` });
const countBadges = () => sql("SELECT count(*)::int AS count FROM issued_badges").then(([row]) => row?.count);

describe("Idempotency-Key", () => {
  it("replays the whole response with status, body and Location, and does nothing twice", async () => {
    const key = newKeyHeader();
    const body = badgeBody(template.id, { duplicate_behavior: "allow" });
    const first = await organization.client.post("/badges", body, key);
    expect(first.status).toBe(201);
    const before = await digestTables();
    const second = await organization.client.post("/badges", body, key);
    expect([second.status, second.data, second.metadata]).toEqual([201, first.data, first.metadata]);
    expect(second.headers.get("location")).toBe(first.headers.get("location"));
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    expect(await digestTables()).toEqual(before);
  });

  it("409: the same key with another body or at another path; nothing is stored", async () => {
    const key = newKeyHeader();
    const body = badgeBody(template.id);
    expect((await organization.client.post("/badges", body, key)).status).toBe(201);
    const before = await digestTables();
    const other = await organization.client.post("/badges", { ...body, locale: "fr" }, key);
    expect([other.status, other.data.code]).toEqual([409, "idempotency_key_reused"]);
    expect((await organization.client.post("/badge_templates", { name: "x" }, key)).status).toBe(409);
    expect(await digestTables()).toEqual(before);
  });

  it("409 with Retry-After while the first request is still running; afterwards its response", async () => {
    const key = newKeyHeader();
    const body = badgeBody(template.id);
    const blockingConnection = await openConnection();
    await blockingConnection.query("BEGIN");
    await blockingConnection.query("SELECT 1 FROM badge_templates WHERE id = $1 FOR UPDATE", [template.id]);
    const first = organization.client.post("/badges", body, key);
    await expect.poll(() => isWaiting()).toBe(true);
    const second = await organization.client.post("/badges", body, key);
    expect([second.status, second.data.code]).toEqual([409, "idempotency_key_in_use"]);
    expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(0);
    await blockingConnection.query("COMMIT");
    await blockingConnection.end();
    const { status, data } = await first;
    expect(status).toBe(201);
    expect((await organization.client.post("/badges", body, key)).data).toEqual(data);
  });

  it("one of many concurrent requests is executed; the others wait or get its response", async () => {
    const key = newKeyHeader();
    const body = badgeBody(template.id, { duplicate_behavior: "allow" });
    const before = Number(await countBadges());
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => organization.client.post("/badges", body, key)),
    );
    expect(responses.every(({ status }) => status === 201 || status === 409)).toBe(true);
    const ids = responses.filter(({ status }) => status === 201).map(({ data }) => data.id);
    expect(new Set(ids).size).toBe(1);
    expect(await countBadges()).toBe(before + 1);
  });

  it("error responses are not stored: the corrected request may use the same key", async () => {
    const key = newKeyHeader();
    const draft = await createTemplate(organization, { state: "draft" });
    const body = badgeBody(draft.id);
    expect((await organization.client.post("/badges", body, key)).status).toBe(422);
    await organization.client.put(`/badge_templates/${draft.id}`, { state: "active" });
    expect((await organization.client.post("/badges", body, key)).status).toBe(201);
  });

  it("replays the same token when a token was created, and stores no part of it in plain text", async () => {
    const key = newKeyHeader();
    const first = await organization.client.post("/authorization_tokens", { description: "Once" }, key);
    const second = await organization.client.post("/authorization_tokens", { description: "Once" }, key);
    expect(second.data).toEqual(first.data);
    expect((await createOrganizationClient(organization.id, first.data.token).get("")).status).toBe(200);
    const stored = await dumpTables();
    expect(stored).not.toContain(first.data.token);
    expect(stored).not.toContain(Buffer.from(first.data.token as string).toString("hex"));
    expect(stored).not.toContain(
      Buffer.from(first.data.token as string)
        .toString("base64")
        .slice(0, 40),
    );
  });

  it("belongs to one credential: the same key of another credential is independent", async () => {
    const key = newKeyHeader();
    const body = badgeBody(template.id, { duplicate_behavior: "allow" });
    const first = await organization.client.post("/badges", body, key);
    const member = await createMember(organization.id, "issuer");
    const path = `/v1/organizations/${organization.id}/badges`;
    const second = await send("POST", path, { headers: { ...member.headers, ...key }, body });
    expect(second.status).toBe(201);
    expect(second.data.id).not.toBe(first.data.id);
  });

  it("expires after 24 hours", async () => {
    const key = newKeyHeader();
    const body = badgeBody(template.id, { duplicate_behavior: "allow" });
    const start = Date.now();
    const { data } = await organization.client.post("/badges", body, key);
    vi.spyOn(clock, "now").mockImplementation(() => new Date(start + 23 * 3_600_000));
    expect((await organization.client.post("/badges", body, key)).data.id).toBe(data.id);
    vi.spyOn(clock, "now").mockImplementation(() => new Date(start + 25 * 3_600_000));
    expect((await organization.client.post("/badges", body, key)).data.id).not.toBe(data.id);
    vi.spyOn(clock, "now").mockImplementation(() => new Date(start + 50 * 3_600_000));
    expect(await deleteExpiredIdempotencyKeys()).toBeGreaterThan(0);
    expect(await sql("SELECT 1 FROM idempotency_keys")).toEqual([]);
  });

  it.each(["", "two words", "x".repeat(256)])("400: refuses the key %j", async (value) => {
    const headers = { "idempotency-key": value };
    const { status, data } = await organization.client.post("/badges", badgeBody(template.id), headers);
    expect([status, data.code]).toEqual([400, "invalid_idempotency_key"]);
  });

  it("still requires the permission: a replay cannot bypass a 403", async () => {
    const created = await organization.client.post("/authorization_tokens", { write_enabled: true });
    const client = createOrganizationClient(organization.id, created.data.token);
    const key = newKeyHeader();
    const body = badgeBody(template.id);
    expect((await client.post("/badges", body, key)).status).toBe(201);
    await sql("UPDATE authorization_tokens SET write_enabled = false WHERE id = $1", [created.data.id]);
    expect((await client.post("/badges", body, key)).status).toBe(403);
  });
});
