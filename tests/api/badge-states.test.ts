import { beforeAll, describe, expect, it } from "vitest";
import { ApiError } from "@/lib/kernel/errors";
import { accept, eventsOf, makeBadge, reject } from "../support/badges";
import { makeOrganization, makeTemplate, type TestOrganization } from "../support/builders";
import { sql } from "../support/database";
import { randomNumbers } from "../support/random";

type Move = "accepted" | "rejected" | "revoked" | "replaced";
type State = "pending" | Move;

/** What each move may leave (README, decision 11), written down again for the tests; a link answers pending ones. */
const MODEL: Record<Move, State[]> = {
  accepted: ["pending"],
  rejected: ["pending"],
  revoked: ["pending", "accepted"],
  replaced: ["pending", "accepted", "rejected", "revoked"],
};
const MOVES = Object.keys(MODEL) as Move[];

let organization: TestOrganization;
let template: { id: string };

beforeAll(async () => {
  organization = await makeOrganization();
  template = await makeTemplate(organization);
});

type Outcome = { status: number; message: string; id: string | null };

const answered = async (work: Promise<unknown>): Promise<Outcome> => {
  try {
    await work;
    return { status: 200, message: "", id: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, message: error.message, id: null };
  }
};

const asked = async (
  work: Promise<{ status: number; data?: { message?: string; id?: string } }>,
): Promise<Outcome> => {
  const { status, data } = await work;
  return { status: status === 201 ? 200 : status, message: data?.message ?? "", id: data?.id ?? null };
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

describe("40 at once on one badge", () => {
  it.each(MOVES)("that want it %s: one wins with one event, the others hear its state", async (kind) => {
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

  it("that accept or reject it: one wins with one event", async () => {
    const { id } = await makeBadge(organization, template.id);
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_one, index) => move[index % 2 ? "accepted" : "rejected"](id)),
    );
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await changes(id)).toEqual([await stateOf(id)]);
  });

  it("that do all of it: whoever wins left a state that allows the next; each win is one event", async () => {
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
        expect(MODEL[next], `${state} to ${next}`).toContain(state);
        state = next;
      }
      expect(await stateOf(id)).toBe(state);
      // Any badge can be replaced once, so somebody did, and it is the end.
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

describe("the states of a badge", () => {
  type Known = { id: string; state: State; history: Move[]; isDeleted: boolean; next: Known | null };

  const newest = (badge: Known): Known => (badge.next ? newest(badge.next) : badge);
  const fresh = (id: string): Known => ({ id, state: "pending", history: [], isDeleted: false, next: null });

  /** What the API shows of a badge: its state, the end of its address, or that it is not there. */
  const shown = async ({ id }: Known): Promise<unknown> => {
    const { status, data, headers } = await organization.client.get(`/badges/${id}`);
    return [status, status === 200 ? data.state : (headers.get("location")?.slice(-36) ?? null)];
  };

  const expected = (badge: Known): unknown => {
    const end = newest(badge);
    if (badge.isDeleted) return [404, null];
    return badge.state === "replaced" && !end.isDeleted ? [302, end.id] : [200, badge.state];
  };

  type Action = Move | "deleted";

  const act = async (badge: Known, action: Action): Promise<Outcome> =>
    action === "deleted" ? asked(organization.client.delete(`/badges/${badge.id}`)) : move[action](badge.id);

  /** What the model says of an action, and how it changes the model. */
  function predict(badge: Known, action: Action): [number, unknown] {
    if (badge.isDeleted) return [404, expect.any(String)];
    if (action === "deleted") {
      badge.isDeleted = true;
      return [204, ""];
    }
    if (!MODEL[action].includes(badge.state)) {
      return [422, `This badge is ${badge.state} and cannot be ${action}.`];
    }
    badge.state = action;
    badge.history.push(action);
    return [200, ""];
  }

  async function step(badge: Known, action: Action, all: Known[], why: string) {
    const prediction = predict(badge, action);
    const { status, message, id } = await act(badge, action);
    expect([status, message], why).toEqual(prediction);
    if (action === "replaced" && status === 200) all.push((badge.next = fresh(String(id))));
    for (const one of all) {
      expect(await shown(one), why).toEqual(expected(one));
      expect(await changes(one.id), why).toEqual(one.history);
    }
  }

  it("follow the model on random walks", { timeout: 120_000 }, async () => {
    const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
    const random = randomNumbers(seed);
    const pick = <One>(list: readonly One[]): One => list[Math.floor(random() * list.length)] as One;
    // Each move as likely as the others, but for the deletion, which ends too much.
    const actions = [...MOVES, ...MOVES, "deleted"] as const;
    const walked: string[] = [];
    for (let walk = 0; walk < 12; walk += 1) {
      const all = [fresh((await makeBadge(organization, template.id)).id)];
      for (let index = 0; index < 12; index += 1) {
        const [badge, action] = [pick(all), pick(actions)];
        walked.push(`${all.indexOf(badge)} ${action}`);
        const why = `seed ${seed}, walk ${walk}: ${walked.slice(-index - 1).join(", ")}`;
        await step(badge, action, all, why);
      }
    }
    // The template's count is that of the badges that were not deleted.
    const [row] = await sql(
      `SELECT total.issued, count(badge.id)::int AS badges FROM badge_template_counts AS total
       LEFT JOIN issued_badges AS badge ON badge.badge_template_id = total.badge_template_id AND deleted_at IS NULL
       WHERE total.badge_template_id = $1 GROUP BY 1`,
      [template.id],
    );
    expect(row?.issued).toBe(row?.badges);
  });
});
