import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { db } from "@/lib/kernel/db";
import { createTestOrganization, type TestOrganization } from "../builders";
import { sql } from "../platform/database";
import { createFailedDelivery } from "./outbox";
import { startReceiver, type Receiver } from "./webhook-receiver";

/** One receiver for all tests of a file. Before each test, it is reset and responds with 200. */
export let receiver: Receiver;

/** Two organizations whose webhooks go there. No messages are waiting when a test begins. */
export let organization: TestOrganization;
export let other: TestOrganization;

/** Creates them for all tests of a file. */
export function useTwoSubscribers(): void {
  beforeAll(async () => {
    receiver = await startReceiver();
    [organization, other] = [await createTestOrganization(), await createTestOrganization()];
  });
  afterAll(() => receiver.close());
  beforeEach(async () => {
    receiver.received.splice(0);
    receiver.answer(200);
    await db().outboxMessage.deleteMany();
    await sql("UPDATE oauth_applications SET data_services_enabled = true");
    for (const { client } of [organization, other]) {
      await client.put("/webhook_settings", { webhook_url: receiver.url() });
    }
  });
  afterEach(() => vi.restoreAllMocks());
}

/** A delivery of the first organization that has failed for good. */
export const createFirstFailedDelivery = () => createFailedDelivery(organization.id);
