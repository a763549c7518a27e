import { describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { startHourlyRunner } from "@/lib/operations/jobs/embedded-runner";
import { createGate } from "../../support/delivery/webhook-receiver";
import { sql } from "../../support/platform/database";
import { until } from "../../support/until";

// Runners of several machines share the hourly jobs: here several runners of one process, which share only the database.

/** A job that counts its turns; each waits for the gate, and so many turns are a run. */
function createJob(turns = 1) {
  const id = `job-${newId()}`;
  const gate = createGate();
  let done = 0;
  const turn = async (): Promise<boolean> => {
    done += 1;
    await gate.opened;
    return done % turns !== 0;
  };
  return { job: { id, turn }, open: gate.open, count: () => done };
}

const readState = async (id: string) => {
  const [row] = await sql(
    `SELECT runs, failures, last_success_at IS NOT NULL AS succeeded, lease_id IS NOT NULL AS leased, next_run_at - now() AS pause,
       next_run_at BETWEEN now() + interval '59 minutes' AND now() + interval '1 hour' AS "inAnHour",
       next_run_at <= now() AS due
     FROM hourly_runs WHERE job = $1`,
    [id],
  );
  return row ?? null;
};
const hasRun = (id: string, runs: number) => async () => (await readState(id))?.runs === runs;

describe("an hourly job", () => {
  it("is run by one of several runners, and by none again until an hour has passed", async () => {
    const { job, open, count } = createJob(3);
    const runners = [1, 2, 3].map(() => startHourlyRunner([job]));
    await until("a runner works on it", () => count() === 1);
    // A runner that starts meanwhile finds it leased: stopping waits until it has looked.
    await startHourlyRunner([job]).stop();
    expect(count()).toBe(1);
    open();
    await until("it has run", hasRun(job.id, 1));
    expect(count()).toBe(3);
    expect(await readState(job.id)).toMatchObject({ leased: false, inAnHour: true });
    await startHourlyRunner([job]).stop();
    expect(count()).toBe(3);
    await Promise.all(runners.map(({ stop }) => stop()));
    await sql("UPDATE hourly_runs SET next_run_at = now() WHERE job = $1", [job.id]);
    const last = startHourlyRunner([job]);
    await until("it has run again", hasRun(job.id, 2));
    await last.stop();
    expect(count()).toBe(6);
  });

  it("of a runner that died is taken over when its lease ends", async () => {
    const { job, open, count } = createJob();
    open();
    await sql(
      `INSERT INTO hourly_runs (job, next_run_at, lease_id, leased_until)
       VALUES ($1, now() - interval '1 minute', gen_random_uuid(), now() + interval '1 minute')`,
      [job.id],
    );
    await startHourlyRunner([job]).stop();
    expect(count()).toBe(0);
    await sql("UPDATE hourly_runs SET leased_until = now() WHERE job = $1", [job.id]);
    await startHourlyRunner([job]).stop();
    expect(count()).toBe(1);
    expect(await readState(job.id)).toMatchObject({ runs: 1, leased: false });
  });

  it("of a runner that stops is continued by another one at once", async () => {
    const { job, open, count } = createJob(2);
    const runner = startHourlyRunner([job]);
    await until("it works", () => count() === 1);
    const stopped = runner.stop();
    open();
    await stopped;
    expect(count()).toBe(1);
    expect(await readState(job.id)).toMatchObject({ runs: 0, leased: false, due: true });
    await startHourlyRunner([job]).stop();
    expect(count()).toBe(2);
    expect(await readState(job.id)).toMatchObject({ runs: 1, inAnHour: true });
  });

  it("that fails is tried again in an hour", async () => {
    const job = { id: `job-${newId()}`, turn: () => Promise.reject(new Error("Nothing works.")) };
    await startHourlyRunner([job]).stop();
    expect(await readState(job.id)).toMatchObject({
      runs: 0,
      leased: false,
      inAnHour: true,
      failures: 1,
      succeeded: false,
    });
  });

  it("counts its failures in a row, until it succeeds", async () => {
    let isBroken = true;
    const turn = () => (isBroken ? Promise.reject(new Error("Nothing works.")) : Promise.resolve(false));
    const job = { id: `job-${newId()}`, turn };
    const runOnce = async () => {
      await sql("UPDATE hourly_runs SET next_run_at = now() WHERE job = $1", [job.id]);
      await startHourlyRunner([job]).stop();
      return readState(job.id);
    };
    await runOnce();
    expect(await runOnce()).toMatchObject({ failures: 2, succeeded: false });
    isBroken = false;
    expect(await runOnce()).toMatchObject({ runs: 1, failures: 0, succeeded: true });
    isBroken = true;
    expect(await runOnce()).toMatchObject({ runs: 1, failures: 1, succeeded: true });
  });

  it("that is interrupted has neither failed nor succeeded", async () => {
    const { job, open, count } = createJob(2);
    const runner = startHourlyRunner([job]);
    await until("it works", () => count() === 1);
    const stopped = runner.stop();
    open();
    await stopped;
    expect(await readState(job.id)).toMatchObject({ failures: 0, succeeded: false });
  });
});
