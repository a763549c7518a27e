import { afterEach, describe, expect, it, vi } from "vitest";
import { createUsageRecorder } from "@/lib/kernel/usage-recorder";
import { log } from "@/lib/kernel/log";
import { makeOrganization } from "../../support/builders";
import { sql } from "../../support/platform/database";
import { makeApplication } from "../../support/access/oauth";

const uses = createUsageRecorder("oauth_applications", "integer");

afterEach(() => {
  vi.restoreAllMocks();
});

async function makeUsed(count = 1): Promise<string[]> {
  const organization = await makeOrganization();
  const made = [];
  for (let index = 0; index < count; index += 1) made.push(await makeApplication(organization));
  return made.map(({ id }) => String(id));
}

const timesOf = async (id: string) => {
  const [row] = await sql(
    "SELECT last_used_at AS used, last_successfully_used_at AS succeeded FROM oauth_applications WHERE id = $1",
    [id],
  );
  return [row?.used, row?.succeeded];
};

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));

describe("last uses", () => {
  it("are written together, whichever copy of the module flushes: Next bundles a second copy", async () => {
    const [one = "", two = ""] = await makeUsed(2);
    uses.record(one, at(1), true);
    uses.record(one, at(2), false);
    uses.record(two, at(3), false);
    vi.resetModules();
    const copy = await import("@/lib/kernel/usage-recorder");
    expect(copy.createUsageRecorder).not.toBe(createUsageRecorder);
    await copy.createUsageRecorder("oauth_applications", "integer").flush();
    expect(await timesOf(one)).toEqual([at(2), at(1)]);
    expect(await timesOf(two)).toEqual([at(3), null]);
    const { disconnect } = await import("@/lib/kernel/db");
    await disconnect();
  });

  it("never move backwards: an older use that is written late changes nothing", async () => {
    const [id = ""] = await makeUsed();
    uses.record(id, at(9), true);
    await uses.flush();
    uses.record(id, at(5), true);
    await uses.flush();
    expect(await timesOf(id)).toEqual([at(9), at(9)]);
  });

  it("survive a database outage and are merged with those recorded meanwhile", async () => {
    const [one = "", two = ""] = await makeUsed(2);
    const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
    uses.record(one, at(1), true);
    uses.record(two, at(1), true);
    await sql("ALTER TABLE oauth_applications RENAME TO oauth_applications_away");
    try {
      const flushing = uses.flush();
      uses.record(one, at(2), false);
      await flushing;
    } finally {
      await sql("ALTER TABLE oauth_applications_away RENAME TO oauth_applications");
    }
    expect(warned).toHaveBeenCalledOnce();
    expect(await timesOf(one)).toEqual([null, null]);
    await uses.flush();
    expect(await timesOf(one)).toEqual([at(2), at(1)]);
    expect(await timesOf(two)).toEqual([at(1), at(1)]);
  });

  it("of the same credentials are written by many writers at once without a deadlock", async () => {
    const ids = await makeUsed(6);
    const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
    await Promise.all(
      Array.from({ length: 20 }, async (_, turn) => {
        const order = turn % 2 === 0 ? ids : ids.toReversed();
        for (const id of order) uses.record(id, at(turn), true);
        await uses.flush();
      }),
    );
    expect(warned).not.toHaveBeenCalled();
    expect(await timesOf(ids[0] ?? "")).toEqual([at(19), at(19)]);
  });
});
