import { afterAll, beforeAll, beforeEach } from "vitest";
import { createSubscriber } from "./outbox";
import { startReceiver, type Receiver } from "./webhook-receiver";

/** One receiver for all tests of a file. Before each test, it is reset and responds with 200. */
export let receiver: Receiver;

/** A new organization for each test, whose webhooks go there. */
export let organization: { id: string };

/** Creates them for all tests of a file. */
export function useSubscriber(): void {
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());
  beforeEach(async () => {
    receiver.received.splice(0);
    receiver.answer(200);
    organization = await createSubscriber(receiver.url());
  });
}
