import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/lib/kernel/errors";
import { clock } from "@/lib/kernel/clock";
import {
  BadgeModel,
  type ModelBadge,
  type Recipient,
  type ExpectedResponse,
  type BadgeRequest,
} from "../../support/badges/badge-model";
import { acceptByLink, rejectByLink } from "../../support/badges/badges";
import {
  createTestOrganization,
  createTemplate,
  nextSerial,
  type TestOrganization,
} from "../../support/builders";
import { sql } from "../../support/platform/database";
import { confirmAddress, createEarner, type TestEarner } from "../../support/accounts/earners";

const DAY_MS = 24 * 3_600_000;
/** Shorter than the life of an authorization token and longer than that of an expiring badge. */
const TOTAL_WAIT_DAYS = 160;
const WAIT_DAYS = 20;

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

let organization: TestOrganization;
let earner: TestEarner;
/** Two addresses of one account, and two addresses without an account. */
let recipients: Recipient[];

beforeAll(async () => {
  organization = await createTestOrganization();
  earner = await createEarner();
  const second = await confirmAddress(earner, `second-${nextSerial()}@example.org`);
  recipients = [
    { email: earner.email, person: earner.id },
    { email: second.email, person: earner.id },
    ...["a", "b"].map((letter) => ({ email: `${letter}-${nextSerial()}@example.org`, person: letter })),
  ];
});
afterEach(() => {
  vi.restoreAllMocks();
});

type Template = BadgeRequest["template"];
/** What a run works with: its own templates, because duplicates are only searched within a template. */
type RealState = { templates: Template[]; eventsBefore: number; days: number };

type BadgeResponse = { status: number; data?: any }; // oxlint-disable-line typescript/no-explicit-any

const eventCount = async (): Promise<number> => {
  const [row] = await sql(
    "SELECT count(*)::int AS count FROM events WHERE organization_id = $1 AND event_type NOT LIKE 'badge_template.%'",
    [organization.id],
  );
  return Number(row?.count);
};

function expectVerdict({ status, data }: BadgeResponse, verdict: ExpectedResponse): void {
  expect([status, verdict.message === undefined ? undefined : data?.message]).toEqual([
    verdict.status,
    verdict.message,
  ]);
}

/** The response of an operation that is called without HTTP, as the form of the accept page does. */
const callDirectly = async (work: Promise<unknown>): Promise<BadgeResponse> => {
  try {
    await work;
    return { status: 200 };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, data: { message: error.message } };
  }
};

const encodeWish = ({ template, recipient, earnerId, behavior, expires_at }: BadgeRequest) => ({
  badge_template_id: template.id,
  recipient_email: recipient.email,
  issuer_earner_id: earnerId,
  issued_to_first_name: "Ada",
  issued_to_last_name: "Okafor",
  issued_at: "2026-04-01T09:41:00Z",
  suppress_badge_notification_email: true,
  ...(behavior === undefined ? {} : { duplicate_behavior: behavior }),
  ...(expires_at === null ? {} : { expires_at }),
});

/** Each badge as the list shows it, in the order of issue. */
async function listShownBadges({ templates }: RealState) {
  const filter = `badge_template_id::${templates.map(({ id }) => id).join(",")}`;
  const { status, data } = await organization.client.get(`/badges?per=50&filter=${filter}`);
  expect(status).toBe(200);
  const shown = data.map((badge: Record<string, unknown>) => [
    badge.id,
    {
      state: badge.state,
      public: badge.public,
      recipient_email: badge.recipient_email,
      replaces_badge_id: badge.replaces_badge_id,
      replacement_badge_id: badge.replacement_badge_id,
      expires_at: badge.expires_at,
      badges_count: (badge.badge_template as { badges_count: number }).badges_count,
    },
  ]);
  return Object.fromEntries(shown) as Record<string, unknown>;
}

async function listEventTypes(ids: string[]): Promise<Record<string, string[]>> {
  const rows = await sql(
    `SELECT subject_id AS id, array_agg(event_type || COALESCE(' ' || (data ->> 'state'), '') ORDER BY occurred_at, id)
       AS events FROM events WHERE organization_id = $1 AND subject_id = ANY ($2) GROUP BY 1`,
    [organization.id, ids],
  );
  return Object.fromEntries(rows.map(({ id, events }) => [String(id), events as string[]]));
}

/** Checks that all visible state matches the model: badges with their links, counts, and all events. */
async function expectModel(model: BadgeModel, real: RealState): Promise<void> {
  const expected = model.badges
    .filter(({ isDeleted }) => !isDeleted)
    .map((badge) => [
      badge.id,
      {
        state: badge.state,
        public: badge.public,
        recipient_email: badge.recipient.email,
        replaces_badge_id: badge.replaces?.id ?? null,
        replacement_badge_id: badge.replacedBy?.id ?? null,
        expires_at: badge.expires_at,
        badges_count: model.count(badge.template.id),
      },
    ]);
  expect(await listShownBadges(real)).toEqual(Object.fromEntries(expected));
  const events = await listEventTypes(model.badges.map(({ id }) => id));
  expect(events).toEqual(Object.fromEntries(model.badges.map((badge) => [badge.id, badge.events])));
  const eventTotal = model.badges.flatMap((badge) => badge.events).length;
  expect((await eventCount()) - real.eventsBefore, "and of nothing else").toBe(eventTotal);
}

type Command = fc.AsyncCommand<BadgeModel, RealState>;

/** A command followed by a check of all visible state. */
const checkedCommand = (
  name: string,
  run: (model: BadgeModel, real: RealState) => Promise<void>,
  check: (model: Readonly<BadgeModel>) => boolean = () => true,
): Command => ({
  check,
  run: async (model, real) => {
    await run(model, real);
    await expectModel(model, real);
  },
  toString: () => name,
});

/** A command on one of the existing badges: `pick` is taken modulo their number. */
const badgeCommand = (
  name: string,
  pick: number,
  act: (badge: ModelBadge, model: BadgeModel, real: RealState) => Promise<void>,
  fits: (badge: ModelBadge) => boolean = () => true,
): Command => {
  const chosen = ({ badges }: Readonly<BadgeModel>) => badges[pick % badges.length];
  return checkedCommand(
    `${name} #${pick}`,
    async (model, real) => {
      const badge = chosen(model);
      if (badge) await act(badge, model, real);
    },
    (model) => {
      const badge = chosen(model);
      return badge !== undefined && fits(badge);
    },
  );
};

/** A command's input before anything exists: which template, recipient and earner. */
type IssueSketch = {
  template: number;
  recipient: number;
  earner: string | null;
  behavior: BadgeRequest["behavior"];
  expires: boolean;
};

const sketch: fc.Arbitrary<IssueSketch> = fc.record({
  template: fc.nat(2),
  recipient: fc.nat(3),
  earner: fc.option(fc.constantFrom("E1", "E2"), { freq: 2 }),
  behavior: fc.constantFrom(undefined, null, "deny", "allow", "replace", "replace"),
  expires: fc.boolean(),
});

const buildWish = (
  { template, recipient, earner: earnerId, behavior, expires }: IssueSketch,
  { templates }: RealState,
): BadgeRequest => {
  const [chosen, to] = [templates[template], recipients[recipient]];
  if (!chosen || !to) throw new Error("There are three templates and four recipients.");
  const expires_at = expires ? new Date(clock.now().getTime() + 10 * DAY_MS).toISOString() : null;
  return { template: chosen, recipient: to, earnerId, behavior, expires_at };
};

const describeSketch = ({ template, recipient, earner: id, behavior, expires }: IssueSketch): string =>
  `T${template} to R${recipient} ${id ?? "-"} ${String(behavior)}${expires ? " expiring" : ""}`;

/** What fits on one page of the list, with room for another batch. */
const hasRoom = ({ badges }: Readonly<BadgeModel>): boolean => badges.length <= 45;

async function runIssue(one: IssueSketch, model: BadgeModel, real: RealState): Promise<void> {
  const issueRequest = buildWish(one, real);
  const response = await organization.client.post("/badges", encodeWish(issueRequest));
  for (const judged of model.judge([issueRequest])) {
    expectVerdict(response, judged.verdict);
    if (judged.verdict.status === 201) model.add(response.data.id, judged);
  }
}

const issue = sketch.map((one) =>
  checkedCommand(`issue ${describeSketch(one)}`, (model, real) => runIssue(one, model, real), hasRoom),
);

async function runBatch(some: IssueSketch[], model: BadgeModel, real: RealState): Promise<void> {
  const judged = model.judge(some.map((one) => buildWish(one, real)));
  const badges = judged.map(({ wish: issueRequest }) => encodeWish(issueRequest));
  const { status, data } = await organization.client.post("/badges/batch", { badges });
  expect([status, data.length]).toEqual([200, some.length]);
  for (const [index, one] of judged.entries()) {
    const result = data[index];
    expectVerdict({ status: result.status, data: result.error }, one.verdict);
    if (one.verdict.status === 201) model.add(result.badge.id, one);
  }
}

const batch = fc
  .array(sketch, { minLength: 2, maxLength: 5 })
  .map((some) =>
    checkedCommand(
      `batch [${some.map(describeSketch).join("; ")}]`,
      (model, real) => runBatch(some, model, real),
      hasRoom,
    ),
  );

const belongsToEarner = ({ recipient }: ModelBadge): boolean => recipient.person === earner.id;

const walletCommand = (move: "accepted" | "given back", pick: number) =>
  badgeCommand(
    `${move} in the wallet`,
    pick,
    async (badge, model) => {
      const verb = move === "accepted" ? "accept" : "reject";
      expectVerdict(await earner.client.post(`/badges/${badge.id}/${verb}`), model.move(badge, move));
    },
    belongsToEarner,
  );

const linkCommand = (move: "accepted" | "rejected", pick: number) =>
  badgeCommand(`${move} by the link`, pick, async (badge, model) => {
    const verb = move === "accepted" ? acceptByLink : rejectByLink;
    expectVerdict(await callDirectly(verb(badge.id)), model.move(badge, move));
  });

const visibilityCommand = (isPublic: boolean, pick: number) =>
  badgeCommand(
    isPublic ? "show" : "hide",
    pick,
    async (badge, model) => {
      const response = await earner.client.patch(`/badges/${badge.id}`, { public: isPublic });
      expectVerdict(response, model.show(badge, isPublic));
    },
    belongsToEarner,
  );

const revokeCommand = (pick: number) =>
  badgeCommand("revoke", pick, async (badge, model) => {
    const response = await organization.client.put(`/badges/${badge.id}/revoke`, { reason: "Because." });
    expectVerdict(response, model.move(badge, "revoked"));
  });

const deleteCommand = (pick: number) =>
  badgeCommand("delete", pick, async (badge, model) => {
    expectVerdict(await organization.client.delete(`/badges/${badge.id}`), model.delete(badge));
  });

/** From the same template or another one, to the same recipient or another one. A missing expiry is inherited. */
const replaceCommand = (one: IssueSketch, keeps: { template: boolean; recipient: boolean }, pick: number) =>
  badgeCommand(
    `replace by ${describeSketch(one)}, keeping ${JSON.stringify(keeps)}`,
    pick,
    async (old, model, real) => {
      const sketched = buildWish(one, real);
      const issueRequest = {
        ...sketched,
        behavior: one.behavior === "replace" ? undefined : one.behavior,
        template: keeps.template ? old.template : sketched.template,
        recipient: keeps.recipient ? old.recipient : sketched.recipient,
      };
      const verdict = model.judgeReplacement(old, issueRequest);
      const { recipient_email, ...rest } = encodeWish(issueRequest);
      const body = keeps.recipient ? rest : { ...rest, recipient_email };
      const response = await organization.client.post(`/badges/${old.id}/replace`, body);
      expectVerdict(response, verdict);
      if (verdict.status !== 201) return;
      model.add(response.data.id, {
        wish: { ...issueRequest, expires_at: issueRequest.expires_at ?? old.expires_at },
        replaces: old,
      });
    },
  );

const wait = checkedCommand(`wait ${WAIT_DAYS} days`, (_model, real) => {
  real.days = Math.min(real.days + WAIT_DAYS, TOTAL_WAIT_DAYS);
  return Promise.resolve();
});

const pick = fc.nat(9);
const keeps = fc.record({ template: fc.boolean(), recipient: fc.boolean() });

const commands = fc.commands(
  [
    issue,
    issue,
    batch,
    fc.tuple(sketch, keeps, pick).map((given) => replaceCommand(...given)),
    fc
      .tuple(fc.constantFrom("accepted" as const, "rejected" as const), pick)
      .map((given) => linkCommand(...given)),
    fc
      .tuple(fc.constantFrom("accepted" as const, "given back" as const), pick)
      .map((given) => walletCommand(...given)),
    fc.tuple(fc.boolean(), pick).map((given) => visibilityCommand(...given)),
    pick.map(revokeCommand),
    pick.map(deleteCommand),
    fc.constant(wait),
  ],
  { maxCommands: 30, size: "max" },
);

async function createState(): Promise<{ model: BadgeModel; real: RealState }> {
  const templates = [
    await createTemplate(organization),
    await createTemplate(organization),
    await createTemplate(organization, { allow_duplicate_badges: true }),
  ];
  const real = {
    templates: templates.map(({ id }, index) => ({ id, allowsDuplicates: index === 2 })),
    eventsBefore: await eventCount(),
    days: 0,
  };
  vi.spyOn(clock, "now").mockImplementation(() => new Date(Date.now() + real.days * DAY_MS));
  return { model: new BadgeModel(), real };
}

/** At the end of a run: the response of each address and the count of each template. */
async function expectAddresses(model: BadgeModel, { templates }: RealState): Promise<void> {
  const expected = (badge: ModelBadge): unknown[] => {
    const end = model.findNewest(badge);
    if (end === null) return [404, null];
    return end === badge ? [200, badge.state] : [302, end.id];
  };
  for (const badge of model.badges) {
    const { status, data, headers } = await organization.client.get(`/badges/${badge.id}`);
    const end = status === 200 ? data.state : (headers.get("location")?.slice(-36) ?? null);
    expect([status, end]).toEqual(expected(badge));
  }
  for (const { id } of templates) {
    const { data } = await organization.client.get(`/badge_templates/${id}`);
    expect(data.badges_count).toBe(model.count(id));
  }
}

describe(`the badge lifecycle (SEED=${seed})`, () => {
  it("matches the model for any sequence of requests", { timeout: 120_000 }, async () => {
    const property = fc.asyncProperty(commands, async (sequence) => {
      const created = await createState();
      await fc.asyncModelRun(() => created, sequence);
      await expectAddresses(created.model, created.real);
    });
    // A busy machine tries fewer sequences instead of failing.
    await fc.assert(property, { seed, numRuns: 40, interruptAfterTimeLimit: 40_000 });
  });
});
