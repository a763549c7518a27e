import { afterEach, describe, expect, it, vi } from "vitest";
import { createUsageRecorder, writeUses } from "@/lib/kernel/usage-recorder";
import { log } from "@/lib/kernel/log";
import { createTestOrganization } from "../../support/builders";
import { sql } from "../../support/platform/database";
import { createApplication } from "../../support/applications/oauth";

const uses = createUsageRecorder("oauth_applications", "integer");

afterEach(() => {
  vi.restoreAllMocks();
});

async function createUsedApplications(count = 1): Promise<string[]> {
  const organization = await createTestOrganization();
  const created = [];
  for (let index = 0; index < count; index += 1) created.push(await createApplication(organization));
  return created.map(({ id }) => String(id));
}

const readUseTimes = async (id: string) => {
  const [row] = await sql(
    "SELECT last_used_at AS used, last_successfully_used_at AS succeeded FROM oauth_applications WHERE id = $1",
    [id],
  );
  return [row?.used, row?.succeeded];
};

const timeAtSecond = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));

describe("last uses", () => {
  it("are written together, whichever copy of the module flushes: Next bundles a second copy", async () => {
    const [one = "", two = ""] = await createUsedApplications(2);
    uses.record(one, timeAtSecond(1), true);
    uses.record(one, timeAtSecond(2), false);
    uses.record(two, timeAtSecond(3), false);
    vi.resetModules();
    const copy = await import("@/lib/kernel/usage-recorder");
    expect(copy.createUsageRecorder).not.toBe(createUsageRecorder);
    await copy.createUsageRecorder("oauth_applications", "integer").flush();
    expect(await readUseTimes(one)).toEqual([timeAtSecond(2), timeAtSecond(1)]);
    expect(await readUseTimes(two)).toEqual([timeAtSecond(3), null]);
    const { disconnect } = await import("@/lib/kernel/db");
    await disconnect();
  });

  it("never move backwards: an older use that is written late changes nothing", async () => {
    const [id = ""] = await createUsedApplications();
    uses.record(id, timeAtSecond(9), true);
    await uses.flush();
    uses.record(id, timeAtSecond(5), true);
    await uses.flush();
    expect(await readUseTimes(id)).toEqual([timeAtSecond(9), timeAtSecond(9)]);
  });

  it("survive a database outage and are merged with those recorded meanwhile", async () => {
    const [one = "", two = ""] = await createUsedApplications(2);
    const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
    uses.record(one, timeAtSecond(1), true);
    uses.record(two, timeAtSecond(1), true);
    await sql("ALTER TABLE oauth_applications RENAME TO oauth_applications_away");
    try {
      const flushing = uses.flush();
      uses.record(one, timeAtSecond(2), false);
      await flushing;
    } finally {
      await sql("ALTER TABLE oauth_applications_away RENAME TO oauth_applications");
    }
    expect(warned).toHaveBeenCalledOnce();
    expect(await readUseTimes(one)).toEqual([null, null]);
    await uses.flush();
    expect(await readUseTimes(one)).toEqual([timeAtSecond(2), timeAtSecond(1)]);
    expect(await readUseTimes(two)).toEqual([timeAtSecond(1), timeAtSecond(1)]);
  });

  it("of the same credentials are written by many writers at once without a deadlock", async () => {
    const ids = await createUsedApplications(6);
    await Promise.all(
      Array.from({ length: 20 }, async (_, turn) => {
        const order = turn % 2 === 0 ? ids : ids.toReversed();
        const at = timeAtSecond(turn);
        const written = order.map((id) => ({ id, usedAt: at, succeededAt: at }));
        await writeUses("oauth_applications", "integer", written);
      }),
    );
    expect(await readUseTimes(ids[0] ?? "")).toEqual([timeAtSecond(19), timeAtSecond(19)]);
  });
});
