// What the specification and decisions 0010 to 0012, 0022 and 0031 say about badges, implemented a second time without
// a database: the oracle of tests/api/badges/badge-model.test.ts.

export type State = "pending" | "accepted" | "rejected" | "revoked" | "replaced";
type Behavior = "allow" | "deny" | "replace" | null | undefined;

/** A recipient. Two addresses of the same person have the same `person`. */
export type Recipient = { email: string; person: string };

/** The request for a badge. */
export type Wish = {
  template: { id: string; allowsDuplicates: boolean };
  recipient: Recipient;
  earnerId: string | null;
  behavior: Behavior;
  expires_at: string | null;
};

export type ModelBadge = Omit<Wish, "behavior"> & {
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
export type Verdict = { status: number; message?: string };

const DONE: Verdict = { status: 200 };
const GONE: Verdict = { status: 404 };
const DUPLICATE: Verdict = { status: 422, message: "The recipient already has this badge." };

const HELD: State[] = ["pending", "accepted"];

/**
 * The states in which each change is allowed. With only the link of the mail, a person can respond to pending badges.
 */
export const MAY_LEAVE = {
  accepted: ["pending"],
  rejected: ["pending"],
  "given back": ["pending", "accepted"],
  revoked: ["pending", "accepted"],
  replaced: ["pending", "accepted", "rejected", "revoked"],
} satisfies Record<string, State[]>;
type Move = "accepted" | "rejected" | "given back" | "revoked";

const led = (move: Move): State => (move === "given back" ? "rejected" : move);

const refused = (badge: ModelBadge, to: State): Verdict => ({
  status: 422,
  message: `This badge is ${badge.state} and cannot be ${to}.`,
});

/** Returns whether two badges are duplicates: the same template, and the same address, person or earner. */
const duplicate = (one: Wish, other: Omit<Wish, "behavior">): boolean =>
  one.template.id === other.template.id &&
  (one.recipient.email === other.recipient.email ||
    one.recipient.person === other.recipient.person ||
    (one.earnerId !== null && one.earnerId === other.earnerId));

/** A request with its expected response, and the badge that the new one replaces. */
type Judged = { wish: Wish; verdict: Verdict; replaces: ModelBadge | null };

/** All badges of a few templates, in the order in which they were issued. */
export class BadgeModel {
  readonly badges: ModelBadge[] = [];

  /** The active badges that a new one would duplicate, newest first, except those in `except`. */
  private held(wish: Wish, except: ModelBadge[]): ModelBadge[] {
    return this.badges
      .filter((badge) => !badge.isDeleted && HELD.includes(badge.state) && !except.includes(badge))
      .filter((badge) => duplicate(wish, badge))
      .toReversed();
  }

  /**
   * Decides on badges that are issued together, in their order: the first of two duplicates is issued, and the second
   * only if duplicates are allowed.
   */
  judge(wishes: Wish[]): Judged[] {
    const taken: Wish[] = [];
    const replaced: ModelBadge[] = [];
    return wishes.map((wish) => {
      const behavior = wish.template.allowsDuplicates ? "allow" : (wish.behavior ?? "deny");
      const [newest = null] = this.held(wish, replaced);
      const replaces = behavior === "replace" ? newest : null;
      const isFree = (newest === null || replaces !== null) && !taken.some((other) => duplicate(wish, other));
      if (behavior !== "allow" && !isFree) return { wish, verdict: DUPLICATE, replaces: null };
      taken.push(wish);
      if (replaces) replaced.push(replaces);
      return { wish, verdict: { status: 201 }, replaces };
    });
  }

  /** Adds an issued badge and marks the one that it replaces. */
  add(id: string, { wish, replaces }: Pick<Judged, "wish" | "replaces">): void {
    const { template, recipient, earnerId, expires_at } = wish;
    const fresh = { state: "pending", public: true, replacedBy: null, isDeleted: false } as const;
    const badge: ModelBadge = {
      id,
      template,
      recipient,
      earnerId,
      expires_at,
      replaces,
      ...fresh,
      events: [],
    };
    badge.events.push("badge.created");
    this.badges.push(badge);
    if (!replaces) return;
    this.enter(replaces, "replaced");
    replaces.replacedBy = badge;
  }

  private enter(badge: ModelBadge, state: State): void {
    badge.state = state;
    badge.events.push(`badge.state.changed ${state}`);
  }

  move(badge: ModelBadge, move: Move): Verdict {
    if (badge.isDeleted) return GONE;
    const from: State[] = MAY_LEAVE[move];
    if (!from.includes(badge.state)) return refused(badge, led(move));
    this.enter(badge, led(move));
    return DONE;
  }

  show(badge: ModelBadge, isPublic: boolean): Verdict {
    if (badge.isDeleted) return GONE;
    if (badge.state !== "accepted") {
      const message = `This badge is ${badge.state}: only an accepted badge can be made public or private.`;
      return { status: 422, message };
    }
    if (badge.public !== isPublic) badge.events.push("badge.privacy.changed");
    badge.public = isPublic;
    return DONE;
  }

  delete(badge: ModelBadge): Verdict {
    if (badge.isDeleted) return GONE;
    badge.isDeleted = true;
    badge.events.push("badge.deleted");
    return { status: 204 };
  }

  /** Returns the expected response to a replacement. `add` carries it out. */
  judgeReplacement(old: ModelBadge, wish: Wish): Verdict {
    if (old.isDeleted) return GONE;
    if (old.state === "replaced") return refused(old, "replaced");
    const isMoved = wish.recipient.email !== old.recipient.email;
    if (isMoved && old.state !== "pending") {
      const message = `This badge is ${old.state}: recipient_email may be changed only while a badge is pending.`;
      return { status: 422, message };
    }
    const isAllowed = wish.template.allowsDuplicates || wish.behavior === "allow";
    return isAllowed || this.held(wish, [old]).length === 0 ? { status: 201 } : DUPLICATE;
  }

  /** Returns the badge that requests end at: the newest of its chain of replacements, unless that one was deleted. */
  destination(badge: ModelBadge): ModelBadge | null {
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
