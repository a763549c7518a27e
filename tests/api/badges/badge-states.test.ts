import { beforeAll, describe, expect, it } from "vitest";
import { ApiError } from "@/lib/kernel/errors";
import { MAY_LEAVE, type State } from "../../support/badges/badge-model";
import { accept, eventsOf, makeBadge, reject } from "../../support/badges/badges";
import { makeOrganization, makeTemplate, type TestOrganization } from "../../support/builders";
import { sql } from "../../support/platform/database";

// Only races: badge-model.test.ts covers what each transition may do alone, in any order.

type Move = Exclude<State, "pending">;
const MOVES: Move[] = ["accepted", "rejected", "revoked", "replaced"];

let organization: TestOrganization;
let template: { id: string };

beforeAll(async () => {
  organization = await makeOrganization();
  template = await makeTemplate(organization);
});

type Outcome = { status: number; message: string };

const answered = async (work: Promise<unknown>): Promise<Outcome> => {
  try {
    await work;
    return { status: 200, message: "" };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, message: error.message };
  }
};

const asked = async (work: Promise<{ status: number; data?: { message?: string } }>): Promise<Outcome> => {
  const { status, data } = await work;
  return { status: status === 201 ? 200 : status, message: data?.message ?? "" };
};

const move: Record<Move, (id: string) => Promise<Outcome>> = {
  accepted: (id) => answered(accept(id)),
  rejected: (id) => answered(reject(id)),
  revoked: (id) => asked(organization.client.put(`/badges/${id}/revoke`, { reason: "Why not." })),
  replaced: (id) => {
    const body = { badge_template_id: template.id, issued_at: "2026-05-01" };
    return asked(organization.client.post(`/badges/${id}/replace`, body));
  },
};

const changes = async (id: string): Promise<string[]> =>
  (await eventsOf(organization, id))
    .filter((event) => event.startsWith("badge.state.changed"))
    .map((event) => event.replace("badge.state.changed ", ""));

const stateOf = async (id: string): Promise<unknown> =>
  (await sql("SELECT state FROM issued_badges WHERE id = $1", [id]))[0]?.state;

const successors = async (id: string) =>
  sql("SELECT id FROM issued_badges WHERE replaces_badge_id = $1", [id]);

describe("40 concurrent requests on one badge", () => {
  it.each(MOVES)("to make it %s: one succeeds with one event, the others get its state", async (kind) => {
    const { id } = await makeBadge(organization, template.id);
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => move[kind](id)));
    const lost = outcomes.filter(({ status }) => status !== 200);
    expect(lost).toHaveLength(39);
    for (const { status, message } of lost) {
      expect([status, message]).toEqual([422, `This badge is ${kind} and cannot be ${kind}.`]);
    }
    expect(await changes(id)).toEqual([kind]);
    expect(await stateOf(id)).toBe(kind);
    expect(await successors(id)).toHaveLength(kind === "replaced" ? 1 : 0);
  });

  it("to accept or reject it: one succeeds with one event", async () => {
    const { id } = await makeBadge(organization, template.id);
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_one, index) => move[index % 2 ? "accepted" : "rejected"](id)),
    );
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await changes(id)).toEqual([await stateOf(id)]);
  });

  it("of all kinds: each success left a state that allows the next, and each success is one event", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await makeBadge(organization, template.id);
      const outcomes = await Promise.all(
        Array.from({ length: 40 }, async (_one, index) => {
          const kind = MOVES[(index + round) % MOVES.length] as Move;
          return { kind, ...(await move[kind](id)) };
        }),
      );
      const won = outcomes.filter(({ status }) => status === 200).map(({ kind }) => kind);
      const history = await changes(id);
      expect(history.toSorted()).toEqual(won.toSorted());
      let state: State = "pending";
      for (const next of history as Move[]) {
        expect(MAY_LEAVE[next], `${state} to ${next}`).toContain(state);
        state = next;
      }
      expect(await stateOf(id)).toBe(state);
      // Any badge can be replaced once, so one request replaced it, and that is the final state.
      expect(state).toBe("replaced");
      expect(await successors(id)).toHaveLength(1);
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
