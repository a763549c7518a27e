import { beforeEach, describe, expect, it } from "vitest";
import { firstIdAt, newId } from "@/lib/kernel/ids";
import {
  createSignedChain,
  insertEntries,
  appendAll,
  signAll,
  tamper,
} from "../../support/oversight/audit-chain";
import { stopClock } from "../../support/delivery/outbox";
import { sql } from "../../support/platform/database";
import { findProblems } from "../../support/platform/examination";

const check = (isRunning: boolean | null = null) => findProblems("audit-chain", { isRunning });
const problem = (text: string) => [expect.stringContaining(text)];
const HOUR_MS = 3_600_000;

beforeEach(async () => {
  await appendAll();
  for (const table of ["audit_heads", "audit_links", "audit_chains", "hourly_runs"])
    await sql(`DELETE FROM ${table}`);
});

/** A chain of six links with a signed head, and the name of its organization. */
async function createChain(): Promise<{ id: string; name: string }> {
  const { id } = await createSignedChain();
  const [row] = await sql("SELECT name FROM organizations WHERE id = $1", [id]);
  return { id, name: String(row?.name) };
}

describe("the newest signed head", () => {
  it("is right", async () => {
    await createChain();
    await createChain();
    expect(await check()).toEqual([]);
  });

  it("is missing, forged, or of another chain", async () => {
    const { id, name } = await createChain();
    const [head] = await sql("SELECT position, token FROM audit_heads WHERE organization_id = $1", [id]);
    const other = await createChain();
    const restore = () =>
      sql("UPDATE audit_heads SET token = $2 WHERE organization_id = $1", [id, head?.token]);

    await sql(
      `UPDATE audit_heads SET token = (SELECT token FROM audit_heads WHERE organization_id = $2)
       WHERE organization_id = $1`,
      [id, other.id],
    );
    expect(await check()).toEqual(
      problem(`of ${name}, at position ${String(head?.position)}, is not right: The signature`),
    );
    await restore();
    expect(await check()).toEqual([]);

    await tamper("UPDATE audit_links SET hash = sha256('x') WHERE organization_id = $1 AND position = $2", [
      id,
      head?.position,
    ]);
    expect(await check()).toEqual(problem("is not right: The signed head has another hash"));

    await sql("DELETE FROM audit_heads WHERE organization_id = $1", [id]);
    expect(await check()).toEqual(
      problem("is not right: A signed head from which the chain continues is missing."),
    );
  });

  it("was not signed, because the key cannot be read", async () => {
    const { id, name } = await createChain();
    await sql("UPDATE signing_keys SET private_key = 'unreadable' WHERE organization_id = $1", [id]);
    await insertEntries(id, 2);
    await signAll();
    expect(await check()).toEqual(problem(`The audit log of ${name} cannot be signed up to position`));
  });

  it("was not signed, because something differs", async () => {
    const { id, name } = await createChain();
    await insertEntries(id, 2);
    await appendAll();
    await tamper(
      `UPDATE audit_entries SET action = 'badge.revoke' WHERE id =
         (SELECT entry_id FROM audit_links WHERE organization_id = $1 ORDER BY position DESC LIMIT 1)`,
      [id],
    );
    await signAll();
    expect(await check()).toEqual(problem(`The audit log of ${name} differs at position`));
  });
});

describe("entries without a signed head", () => {
  it("are a problem after three hours, once the hourly job has run", async () => {
    const { restore } = stopClock(new Date(Date.now() - 4 * HOUR_MS));
    const { id, name } = await createChain();
    await insertEntries(id, 1);
    await appendAll();
    restore();
    // The entry is old, but the head is of now.
    await sql("UPDATE audit_heads SET signed_at = now()");
    await sql("INSERT INTO hourly_runs (job, next_run_at) VALUES ('sign-audit-heads', now())");
    expect(await check()).toEqual([]);
    await sql("UPDATE audit_heads SET signed_at = now() - interval '4 hours'");
    expect(await check()).toEqual(problem(`no signed head covers: ${name}.`));
    expect(await check(false), "while the service is stopped").toEqual([]);
    await sql("UPDATE hourly_runs SET leased_until = now() + interval '1 minute'");
    expect(await check(), "while the job runs").toEqual([]);
    await sql("DELETE FROM hourly_runs");
    expect(await check(), "before its first run").toEqual([]);
    await sql("INSERT INTO hourly_runs (job, next_run_at) VALUES ('sign-audit-heads', now())");
    await signAll();
    expect(await check()).toEqual([]);
  });

  it("are not in a chain for more than an hour", async () => {
    const { id } = await createChain();
    const wait = (entry: string) =>
      sql("INSERT INTO audit_queue (entry_id, organization_id) VALUES ($1, $2)", [entry, id]);
    await wait(newId());
    expect(await check()).toEqual([]);
    await wait(firstIdAt(new Date(Date.now() - 2 * HOUR_MS)));
    expect(await check()).toEqual(
      problem("Audit entries from more than an hour ago are not in the chain of their organization: 1."),
    );
    expect(await check(false), "while the service is stopped").toEqual([]);
    await appendAll();
    expect(await check()).toEqual([]);
  });
});
