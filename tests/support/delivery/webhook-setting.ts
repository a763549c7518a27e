import { afterAll, beforeAll, beforeEach } from "vitest";
import { makeSubscriber } from "./outbox";
import { startReceiver, type Receiver } from "./webhook-receiver";

/** One receiver for the file, which has forgotten everything and answers 200 when a test begins. */
export let receiver: Receiver;

/** A new organization for each test, whose webhooks go there. */
export let organization: { id: string };

/** Makes them for all tests of a file. */
export function useSubscriber(): void {
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());
  beforeEach(async () => {
    receiver.received.splice(0);
    receiver.answer(200);
    organization = await makeSubscriber(receiver.url());
  });
}
