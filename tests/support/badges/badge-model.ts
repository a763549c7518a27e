// What the specification and decisions 0010 to 0012, 0022 and 0031 say about badges, implemented a second time without
// a database: the oracle of tests/api/badges/badge-model.test.ts.

export type State = "pending" | "accepted" | "rejected" | "revoked" | "replaced";
type Behavior = "allow" | "deny" | "replace" | null | undefined;

/** A recipient. Two addresses of the same person have the same `person`. */
export type Recipient = { email: string; person: string };

/** The request for a badge. */
export type BadgeRequest = {
  template: { id: string; allowsDuplicates: boolean };
  recipient: Recipient;
  earnerId: string | null;
  behavior: Behavior;
  expires_at: string | null;
};

export type ModelBadge = Omit<BadgeRequest, "behavior"> & {
  id: string;
  state: State;
  public: boolean;
  replaces: ModelBadge | null;
  replacedBy: ModelBadge | null;
  isDeleted: boolean;
  /** The badge's events for its organization, oldest first: the type, and the new state. */
  events: string[];
};

/** The expected response: the status and, for a refusal, the message. */
export type ExpectedResponse = { status: number; message?: string };

const DONE: ExpectedResponse = { status: 200 };
const NOT_FOUND: ExpectedResponse = { status: 404 };
const DUPLICATE: ExpectedResponse = { status: 422, message: "The recipient already has this badge." };

const ACTIVE_STATES: State[] = ["pending", "accepted"];

/**
 * The states in which each change is allowed. With only the link of the mail, a person can respond to pending badges.
 */
export const ALLOWED_STATES = {
  accepted: ["pending"],
  rejected: ["pending"],
  "given back": ["pending", "accepted"],
  revoked: ["pending", "accepted"],
  replaced: ["pending", "accepted", "rejected", "revoked"],
} satisfies Record<string, State[]>;
type Move = "accepted" | "rejected" | "given back" | "revoked";

const resultingState = (move: Move): State => (move === "given back" ? "rejected" : move);

const buildRefusal = (badge: ModelBadge, to: State): ExpectedResponse => ({
  status: 422,
  message: `This badge is ${badge.state} and cannot be ${to}.`,
});

/** Returns whether two badges are duplicates: the same template, and the same address, person or earner. */
const isDuplicate = (one: BadgeRequest, other: Omit<BadgeRequest, "behavior">): boolean =>
  one.template.id === other.template.id &&
  (one.recipient.email === other.recipient.email ||
    one.recipient.person === other.recipient.person ||
    (one.earnerId !== null && one.earnerId === other.earnerId));

/** A request with its expected response, and the badge that the new one replaces. */
type JudgedRequest = { wish: BadgeRequest; verdict: ExpectedResponse; replaces: ModelBadge | null };

/** All badges of a few templates, in the order in which they were issued. */
export class BadgeModel {
  readonly badges: ModelBadge[] = [];

  /** The active badges that a new one would duplicate, newest first, except those in `except`. */
  private findDuplicates(wish: BadgeRequest, excluded: ModelBadge[]): ModelBadge[] {
    return this.badges
      .filter((badge) => !badge.isDeleted && ACTIVE_STATES.includes(badge.state) && !excluded.includes(badge))
      .filter((badge) => isDuplicate(wish, badge))
      .toReversed();
  }

  /**
   * Decides on badges that are issued together, in their order: the first of two duplicates is issued, and the second
   * only if duplicates are allowed.
   */
  judge(wishes: BadgeRequest[]): JudgedRequest[] {
    const admitted: BadgeRequest[] = [];
    const replaced: ModelBadge[] = [];
    return wishes.map((wish) => {
      const behavior = wish.template.allowsDuplicates ? "allow" : (wish.behavior ?? "deny");
      const [newest = null] = this.findDuplicates(wish, replaced);
      const replaces = behavior === "replace" ? newest : null;
      const isFree =
        (newest === null || replaces !== null) && !admitted.some((other) => isDuplicate(wish, other));
      if (behavior !== "allow" && !isFree) return { wish, verdict: DUPLICATE, replaces: null };
      admitted.push(wish);
      if (replaces) replaced.push(replaces);
      return { wish, verdict: { status: 201 }, replaces };
    });
  }

  /** Adds an issued badge and marks the one that it replaces. */
  add(id: string, { wish, replaces }: Pick<JudgedRequest, "wish" | "replaces">): void {
    const { template, recipient, earnerId, expires_at } = wish;
    const initialValues = { state: "pending", public: true, replacedBy: null, isDeleted: false } as const;
    const badge: ModelBadge = {
      id,
      template,
      recipient,
      earnerId,
      expires_at,
      replaces,
      ...initialValues,
      events: [],
    };
    badge.events.push("badge.created");
    this.badges.push(badge);
    if (!replaces) return;
    this.changeState(replaces, "replaced");
    replaces.replacedBy = badge;
  }

  private changeState(badge: ModelBadge, state: State): void {
    badge.state = state;
    badge.events.push(`badge.state.changed ${state}`);
  }

  move(badge: ModelBadge, move: Move): ExpectedResponse {
    if (badge.isDeleted) return NOT_FOUND;
    const from: State[] = ALLOWED_STATES[move];
    if (!from.includes(badge.state)) return buildRefusal(badge, resultingState(move));
    this.changeState(badge, resultingState(move));
    return DONE;
  }

  show(badge: ModelBadge, isPublic: boolean): ExpectedResponse {
    if (badge.isDeleted) return NOT_FOUND;
    if (badge.state !== "accepted") {
      const message = `This badge is ${badge.state}: only an accepted badge can be made public or private.`;
      return { status: 422, message };
    }
    if (badge.public !== isPublic) badge.events.push("badge.privacy.changed");
    badge.public = isPublic;
    return DONE;
  }

  delete(badge: ModelBadge): ExpectedResponse {
    if (badge.isDeleted) return NOT_FOUND;
    badge.isDeleted = true;
    badge.events.push("badge.deleted");
    return { status: 204 };
  }

  /** Returns the expected response to a replacement. `add` carries it out. */
  judgeReplacement(old: ModelBadge, wish: BadgeRequest): ExpectedResponse {
    if (old.isDeleted) return NOT_FOUND;
    if (old.state === "replaced") return buildRefusal(old, "replaced");
    const hasNewAddress = wish.recipient.email !== old.recipient.email;
    if (hasNewAddress && old.state !== "pending") {
      const message = `This badge is ${old.state}: recipient_email may be changed only while a badge is pending.`;
      return { status: 422, message };
    }
    const isAllowed = wish.template.allowsDuplicates || wish.behavior === "allow";
    return isAllowed || this.findDuplicates(wish, [old]).length === 0 ? { status: 201 } : DUPLICATE;
  }

  /** Returns the badge that requests end at: the newest of its chain of replacements, unless that one was deleted. */
  findNewest(badge: ModelBadge): ModelBadge | null {
    if (badge.isDeleted) return null;
    let newest = badge;
    while (newest.replacedBy) newest = newest.replacedBy;
    return newest.isDeleted ? badge : newest;
  }

  /** Returns `badges_count` of a template. */
  count(templateId: string): number {
    return this.badges.filter(({ template, isDeleted }) => template.id === templateId && !isDeleted).length;
  }
}
