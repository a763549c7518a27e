import { describe, expect, it } from "vitest";
import { getEndpointHealth } from "@/lib/delivery/webhooks/service";
import { organization, other, receiver, useTwoSubscribers } from "../../support/delivery/delivery-setting";
import { recordTestEvent, stopClock } from "../../support/delivery/outbox";
import { sql } from "../../support/platform/database";

const HOUR = 3_600_000;

useTwoSubscribers();

const deliver = async (...statuses: number[]) => {
  for (const status of statuses) {
    receiver.answer(status);
    await (await recordTestEvent(organization.id)).deliver();
  }
};

describe("the health of an endpoint", () => {
  it("counts attempts of a day and of a week, by six hours and by result", async () => {
    const clock = stopClock();
    await deliver(500);
    clock.advance(HOUR);
    await deliver(200, 200, 503);
    clock.advance(6 * 24 * HOUR);
    await deliver(200);
    // The first attempt is exactly seven days old now, and does not count.
    clock.advance(23 * HOUR);
    const health = await getEndpointHealth(organization.caller);
    expect(health.week).toMatchObject({ attempts: 4, succeeded: 3 });
    expect(health.day).toMatchObject({ attempts: 1, succeeded: 1 });
    expect(health.buckets).toHaveLength(28);
    expect(health.buckets[0]).toMatchObject({
      from: new Date(clock.now().getTime() - 7 * 24 * HOUR).toISOString(),
      attempts: 3,
      succeeded: 2,
    });
    expect(health.buckets.map(({ attempts }) => attempts).filter(Boolean)).toEqual([3, 1]);
    expect(health.results).toMatchObject([
      { result: "status 200", attempts: 3, succeeded: 3 },
      { result: "status 503", attempts: 1, succeeded: 0 },
    ]);
    expect(health.is_partial).toBe(false);
  });

  it("shows the median and the 95th percentile of the durations", async () => {
    await deliver(...Array.from({ length: 20 }, () => 200));
    await sql(
      `UPDATE webhook_attempts SET duration_ms = place.ms
       FROM (SELECT id, row_number() OVER (ORDER BY id) * 10 AS ms FROM webhook_attempts) AS place
       WHERE place.id = webhook_attempts.id`,
    );
    const { week } = await getEndpointHealth(organization.caller);
    expect(week).toEqual({ attempts: 20, succeeded: 20, median_ms: 100, p95_ms: 190 });
  });

  it("shows nothing of another organization, and reads through an index", async () => {
    await deliver(200);
    const { day, week, results } = await getEndpointHealth(other.caller);
    const none = { attempts: 0, succeeded: 0, median_ms: null, p95_ms: null };
    expect({ day, week, results }).toEqual({ day: none, week: none, results: [] });
    await sql(
      `INSERT INTO webhook_attempts (id, outbox_message_id, organization_id, attempted_at, duration_ms, status)
       SELECT gen_random_uuid(), outbox_message_id, $1, now(), 1, 200
       FROM webhook_attempts, generate_series(1, 20000) LIMIT 20000`,
      [other.id],
    );
    await sql("ANALYZE webhook_attempts");
    const plan = await sql(
      `EXPLAIN SELECT duration_ms FROM webhook_attempts WHERE organization_id = '${organization.id}'
       AND attempted_at > now() - interval '7 days' ORDER BY attempted_at DESC LIMIT 100000`,
    );
    expect(JSON.stringify(plan)).toContain("webhook_attempts_organization_id_attempted_at_idx");
  });
});
