import { beforeAll, describe, expect, it } from "vitest";
import { ApiError } from "@/lib/kernel/errors";
import { ALLOWED_STATES, type State } from "../../support/badges/badge-model";
import { acceptByLink, listBadgeEvents, createPendingBadge, rejectByLink } from "../../support/badges/badges";
import { createTestOrganization, createTemplate, type TestOrganization } from "../../support/builders";
import { sql } from "../../support/platform/database";

// Only races: badge-model.test.ts covers what each transition may do alone, in any order.

type Transition = Exclude<State, "pending">;
const TRANSITIONS: Transition[] = ["accepted", "rejected", "revoked", "replaced"];

let organization: TestOrganization;
let template: { id: string };

beforeAll(async () => {
  organization = await createTestOrganization();
  template = await createTemplate(organization);
});

type Outcome = { status: number; message: string };

const toOutcome = async (work: Promise<unknown>): Promise<Outcome> => {
  try {
    await work;
    return { status: 200, message: "" };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, message: error.message };
  }
};

const requestOutcome = async (
  work: Promise<{ status: number; data?: { message?: string } }>,
): Promise<Outcome> => {
  const { status, data } = await work;
  return { status: status === 201 ? 200 : status, message: data?.message ?? "" };
};

const transitions: Record<Transition, (id: string) => Promise<Outcome>> = {
  accepted: (id) => toOutcome(acceptByLink(id)),
  rejected: (id) => toOutcome(rejectByLink(id)),
  revoked: (id) => requestOutcome(organization.client.put(`/badges/${id}/revoke`, { reason: "Why not." })),
  replaced: (id) => {
    const body = { badge_template_id: template.id, issued_at: "2026-05-01" };
    return requestOutcome(organization.client.post(`/badges/${id}/replace`, body));
  },
};

const listStateChanges = async (id: string): Promise<string[]> =>
  (await listBadgeEvents(organization, id))
    .filter((event) => event.startsWith("badge.state.changed"))
    .map((event) => event.replace("badge.state.changed ", ""));

const readBadgeState = async (id: string): Promise<unknown> =>
  (await sql("SELECT state FROM issued_badges WHERE id = $1", [id]))[0]?.state;

const listSuccessors = async (id: string) =>
  sql("SELECT id FROM issued_badges WHERE replaces_badge_id = $1", [id]);

describe("40 concurrent requests on one badge", () => {
  it.each(TRANSITIONS)(
    "to make it %s: one succeeds with one event, the others get its state",
    async (kind) => {
      const { id } = await createPendingBadge(organization, template.id);
      const outcomes = await Promise.all(Array.from({ length: 40 }, () => transitions[kind](id)));
      const lost = outcomes.filter(({ status }) => status !== 200);
      expect(lost).toHaveLength(39);
      for (const { status, message } of lost) {
        expect([status, message]).toEqual([422, `This badge is ${kind} and cannot be ${kind}.`]);
      }
      expect(await listStateChanges(id)).toEqual([kind]);
      expect(await readBadgeState(id)).toBe(kind);
      expect(await listSuccessors(id)).toHaveLength(kind === "replaced" ? 1 : 0);
    },
  );

  it("to accept or reject it: one succeeds with one event", async () => {
    const { id } = await createPendingBadge(organization, template.id);
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_one, index) => transitions[index % 2 ? "accepted" : "rejected"](id)),
    );
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await listStateChanges(id)).toEqual([await readBadgeState(id)]);
  });

  it("of all kinds: each success left a state that allows the next, and each success is one event", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await createPendingBadge(organization, template.id);
      const outcomes = await Promise.all(
        Array.from({ length: 40 }, async (_one, index) => {
          const kind = TRANSITIONS[(index + round) % TRANSITIONS.length] as Transition;
          return { kind, ...(await transitions[kind](id)) };
        }),
      );
      const won = outcomes.filter(({ status }) => status === 200).map(({ kind }) => kind);
      const history = await listStateChanges(id);
      expect(history.toSorted()).toEqual(won.toSorted());
      let state: State = "pending";
      for (const next of history as Transition[]) {
        expect(ALLOWED_STATES[next], `${state} to ${next}`).toContain(state);
        state = next;
      }
      expect(await readBadgeState(id)).toBe(state);
      // Any badge can be replaced once, so one request replaced it, and that is the final state.
      expect(state).toBe("replaced");
      expect(await listSuccessors(id)).toHaveLength(1);
      for (const { status, message } of outcomes.filter((one) => one.status !== 200)) {
        expect([status, message]).toEqual([
          422,
          expect.stringMatching(/^This badge is (\w+) and cannot be \w+\.$/),
        ]);
        expect(message).not.toContain("is pending");
      }
    }
  });
});
