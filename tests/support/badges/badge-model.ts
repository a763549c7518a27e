// What the specification and decisions 0010 to 0012, 0022 and 0031 say of badges, written down once more without a
// database: the oracle of tests/api/badges/badge-model.test.ts.

export type State = "pending" | "accepted" | "rejected" | "revoked" | "replaced";
type Behavior = "allow" | "deny" | "replace" | null | undefined;

/** A recipient: two addresses of one person have one `person`. */
export type Recipient = { email: string; person: string };

/** What a badge is asked to be. */
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
  /** What its organization is told of it, oldest first: the type, and the state that it led to. */
  events: string[];
};

/** What an attempt must answer: the status, and of a refusal the message. */
export type Verdict = { status: number; message?: string };

const DONE: Verdict = { status: 200 };
const GONE: Verdict = { status: 404 };
const DUPLICATE: Verdict = { status: 422, message: "The recipient already has this badge." };

const HELD: State[] = ["pending", "accepted"];

/** The states that each move may leave; whoever has only the link of the mail answers pending ones. */
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

/** Whether two would be one badge too many: the same template, and one of the three sides. */
const duplicate = (one: Wish, other: Omit<Wish, "behavior">): boolean =>
  one.template.id === other.template.id &&
  (one.recipient.email === other.recipient.email ||
    one.recipient.person === other.recipient.person ||
    (one.earnerId !== null && one.earnerId === other.earnerId));

/** A wish that was judged: what it is answered, and the badge that the new one takes the place of. */
type Judged = { wish: Wish; verdict: Verdict; replaces: ModelBadge | null };

/** All badges of a few templates, in the order in which they were issued. */
export class BadgeModel {
  readonly badges: ModelBadge[] = [];

  /** The badges that a new one would duplicate, newest first; `except` is held no longer. */
  private held(wish: Wish, except: ModelBadge[]): ModelBadge[] {
    return this.badges
      .filter((badge) => !badge.isDeleted && HELD.includes(badge.state) && !except.includes(badge))
      .filter((badge) => duplicate(wish, badge))
      .toReversed();
  }

  /** Judges wishes that are issued together, in their order: the first of two wins, unless the second is allowed. */
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

  /** A badge as it was issued; the one that it replaces has ended. */
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

  /** What a replacement is answered; `add` carries it out. */
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

  /** Where requests for a badge end: at the newest of its chain, unless that was deleted. */
  destination(badge: ModelBadge): ModelBadge | null {
    if (badge.isDeleted) return null;
    let newest = badge;
    while (newest.replacedBy) newest = newest.replacedBy;
    return newest.isDeleted ? badge : newest;
  }

  /** `badges_count` of a template. */
  count(templateId: string): number {
    return this.badges.filter(({ template, isDeleted }) => template.id === templateId && !isDeleted).length;
  }
}
