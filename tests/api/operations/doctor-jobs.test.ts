import { afterEach, describe, expect, it } from "vitest";
import { env } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { listOverdueJobs } from "@/lib/operations/doctor/jobs";
import { hourlyJobs } from "@/lib/operations/jobs/list";
import { withClient } from "@/lib/platform/postgres/database";
import { sql } from "../../support/platform/database";
import { findProblems, findReasonToSkip } from "../../support/platform/examination";

afterEach(() => sql("DELETE FROM outbox_messages"));

/** Stores work that has been due since an interval before now. */
const addDue = (kind: string, since: string) =>
  sql(
    `INSERT INTO outbox_messages (id, kind, subject_id, next_attempt_at)
     VALUES ($1, $2::outbox_kind, $1, now() - $3::interval)`,
    [newId(), kind, since],
  );

/** Stores work that ended an interval before now. */
const addEnded = (kind: string, state: string, since: string, reason: string | null = null) =>
  sql(
    `INSERT INTO outbox_messages (id, kind, subject_id, state, next_attempt_at, finished_at, last_reason)
     VALUES ($1, $2::outbox_kind, $1, $3::outbox_state, now(), now() - $4::interval, $5)`,
    [newId(), kind, state, since, reason],
  );

describe("the queue", () => {
  it("is short, or nothing in it is done", async () => {
    await addDue("mail", "10 minutes");
    expect(await findProblems("queue")).toEqual([]);
    await addDue("mail", "20 minutes");
    expect(await findProblems("queue")).toEqual([
      "Work of the kind “mail” waits: 1 due, the oldest for 20 minutes. None of it was done in the last 5 minutes.",
    ]);
    expect(await findReasonToSkip("queue", { isRunning: false })).toBe("the service is stopped");
    await sql("UPDATE outbox_messages SET leased_until = now() + interval '1 minute'");
    expect(await findProblems("queue"), "a runner works on it").toEqual([]);
  });

  it.each([
    ["110 minutes", "110 minutes"],
    ["130 minutes", "2 hours"],
    ["47 hours", "47 hours"],
    ["72 hours", "3 days"],
  ])("says since when: %s", async (since, words) => {
    await addDue("webhook", since);
    expect(await findProblems("queue")).toEqual([expect.stringContaining(`1 due, the oldest for ${words}.`)]);
  });

  it("is long while it is worked on", async () => {
    const late = "Work of the kind “mail” is late: 1 due, the oldest for 5 hours. It is being done.";
    await addDue("mail", "5 hours");
    await addEnded("webhook", "done", "1 minute");
    expect(await findProblems("queue"), "another kind").toEqual([
      expect.stringContaining("None of it was done"),
    ]);
    await addEnded("mail", "done", "1 minute");
    expect(await findProblems("queue")).toEqual([late]);
    await sql("DELETE FROM outbox_messages WHERE state = 'done'");
    await addDue("mail", "1 minute");
    await sql(
      "UPDATE outbox_messages SET leased_until = now() + interval '1 minute' WHERE next_attempt_at > now() - interval '1 hour'",
    );
    expect(await findProblems("queue")).toEqual([late]);
  });
});

describe("work that was given up", () => {
  it("counts for seven days, without webhooks", async () => {
    await addEnded("mail", "failed", "8 days", "smtp 550 an old one");
    await addEnded("webhook", "failed", "1 hour", "410");
    expect(await findProblems("failed-work")).toEqual([]);
    await addEnded("mail", "failed", "6 days", "smtp 550 no such domain");
    expect(await findProblems("failed-work")).toEqual([
      "Work of the kind “mail” was given up 1 time in the last 7 days, last because of: smtp 550 no such domain",
    ]);
  });
});

describe("hourly jobs", () => {
  const list = (build: string | null) =>
    withClient(env().DATABASE_URL, (client) => listOverdueJobs(client, build));
  const ids = hourlyJobs.map(({ id }) => id);

  afterEach(async () => {
    await sql("DELETE FROM hourly_runs");
    await sql("DELETE FROM page_builds");
  });

  it("are overdue", async () => {
    const [job] = ids;
    await sql("INSERT INTO hourly_runs (job, next_run_at) VALUES ($1, now())", [job]);
    expect(await findProblems("hourly-jobs")).toEqual([]);
    await sql("UPDATE hourly_runs SET next_run_at = now() - interval '4 hours'");
    expect(await findProblems("hourly-jobs")).toEqual([expect.stringContaining(String(job))]);
    // A job that an earlier version had.
    await sql("UPDATE hourly_runs SET job = 'forget-nothing'");
    expect(await findProblems("hourly-jobs")).toEqual([]);
    expect(await findReasonToSkip("hourly-jobs", { isRunning: false })).toBe("the service is stopped");
  });

  it("fail: a defect from the third time in a row", async () => {
    await sql(
      `INSERT INTO hourly_runs (job, next_run_at, failures, last_success_at)
       VALUES ('check-domains', now(), 2, now() - interval '5 hours'), ('make-notices', now(), 2, NULL),
         ('forget-nothing', now(), 9, NULL)`,
    );
    expect(await findProblems("failing-jobs")).toEqual([]);
    await sql("UPDATE hourly_runs SET failures = failures + 1");
    expect(await findProblems("failing-jobs")).toEqual([
      "The hourly job “check-domains” has failed 3 times in a row. It last succeeded 5 hours ago.",
      "The hourly job “make-notices” has failed 3 times in a row. It has never succeeded.",
    ]);
  });

  it("never ran: a defect only when this build was started more than an hour ago", async () => {
    expect(await list(null), "without a build").toEqual([]);
    expect(await list("new"), "before its first start").toEqual([]);
    await sql("INSERT INTO page_builds (id, started_at) VALUES ('new', now() - interval '80 minutes')");
    expect(await list("new"), "soon after it").toEqual([]);
    await sql("UPDATE page_builds SET started_at = now() - interval '100 minutes'");
    expect(await list("other"), "of another build").toEqual([]);
    expect(await list("new")).toEqual(ids.toSorted());
    for (const id of ids.slice(1))
      await sql("INSERT INTO hourly_runs (job, next_run_at) VALUES ($1, now())", [id]);
    expect(await list("new")).toEqual(ids.slice(0, 1));
  });
});
