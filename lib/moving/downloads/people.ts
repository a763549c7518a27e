import { normalizeEmailAddress } from "@/lib/kernel/email-address";
import { DEFAULT_LOCALE } from "@/lib/kernel/locales";
import type { RecordOf } from "@/lib/moving/records/schema";
import { toUuid } from "@/lib/moving/records/ids";
import type { Pictures } from "./pictures";
import type { WireBadge, WireEmployee } from "./badge-schema";

/** What badges and employments say about a person. */
type Draft = {
  id: string;
  first_name: string;
  middle_name: string | null;
  last_name: string;
  current_position_name: string | null;
  current_organization_name: string | null;
  photo_id: string | null;
  slug: string | null;
  /** The address of the account, and whether the other service says that it is confirmed. */
  primary: { email: string; isConfirmed: boolean } | null;
  /** Addresses that badges of the person were issued to. */
  addresses: Set<string>;
  createdAt: string;
};

type Names = { first: string | null; middle: string | null; last: string | null };

const emptyDraft = (id: string, { first, middle, last }: Names, createdAt: string): Draft => ({
  id,
  first_name: first ?? "",
  middle_name: middle,
  last_name: last ?? "",
  current_position_name: null,
  current_organization_name: null,
  photo_id: null,
  slug: null,
  primary: null,
  addresses: new Set(),
  createdAt,
});

/** Returns the last part of the address of a public profile. */
const readSlug = (url: string | null): string | null =>
  url !== null && URL.canParse(url)
    ? (/\/([\w-]{1,100})\/?$/.exec(new URL(url).pathname)?.[1] ?? null)
    : null;

/** Services mask addresses that are not those a badge was issued to. */
const isMasked = (email: string): boolean => email.includes("*");

/** Adds what an accepted badge shows of its earner. */
function addProfile(draft: Draft, user: NonNullable<WireBadge["user"]>, pictures: Pictures): void {
  const names = [user.first_name, user.last_name];
  if (names.some((name) => name !== null)) {
    [draft.first_name = "", draft.last_name = ""] = names.map((name) => name ?? "");
    draft.middle_name = user.middle_name;
  }
  draft.current_position_name ??= user.current_position_name;
  draft.current_organization_name ??= user.current_organization_name;
  draft.photo_id ??= pictures.add(user.photo);
  draft.slug ??= readSlug(user.url);
}

/** Reads the address of the account of a badge, if the service shows it. */
function readPrimary(user: WireBadge["user"]): Draft["primary"] {
  if (!user || user.email === null || isMasked(user.email)) return null;
  return { email: normalizeEmailAddress(user.email), isConfirmed: user.confirmed };
}

/** Whose address it is: of the person who accepted the newest badge to it, or else of the one who has the newest. */
type Claim = { id: string; isAccepted: boolean; at: string };

const isStronger = (one: Claim, other: Claim | undefined): boolean =>
  other === undefined || (one.isAccepted === other.isAccepted ? one.at > other.at : one.isAccepted);

type Address = RecordOf<"person">["addresses"][number];

const toAddress = (email: string, createdAt: string, isProved: boolean): Address => ({
  id: toUuid("address", email),
  email,
  primary: false,
  confirmed_at: isProved ? createdAt : null,
  created_at: createdAt,
});

type Claims = ReadonlyMap<string, Claim>;

const isProvedBy = ({ id }: Draft, email: string, claims: Claims): boolean => {
  const claim = claims.get(email);
  return claim?.id === id && claim.isAccepted;
};

/** The address of an account, and whether it is proved. */
type Offer = { draft: Draft; email: string; isProved: boolean };

/** Lists the addresses of accounts that the other service says are confirmed, or those that it does not. */
const listPrimaries = (drafts: Draft[], claims: Claims, isConfirmed: boolean): Offer[] =>
  drafts.flatMap((draft) => {
    if (draft.primary?.isConfirmed !== isConfirmed) return [];
    const { email } = draft.primary;
    return [{ draft, email, isProved: isConfirmed || isProvedBy(draft, email, claims) }];
  });

/** Lists the addresses that people proved by accepting the newest badge to them. */
const listProved = (drafts: Draft[], claims: Claims): Offer[] =>
  drafts.flatMap((draft) =>
    [...draft.addresses]
      .filter((email) => isProvedBy(draft, email, claims))
      .map((email) => ({ draft, email, isProved: true })),
  );

/**
 * Gives each address to one person: first the confirmed addresses of accounts, then those that people proved, then the
 * other addresses of accounts. A person without any gets the address of a badge, which proves nothing, or none when it is
 * somebody else's.
 */
function assignAddresses(drafts: Draft[], claims: Claims): Map<Draft, Address[]> {
  const taken = new Set<string>();
  const assigned = new Map<Draft, Address[]>(drafts.map((draft) => [draft, []]));
  const give = ({ draft, email, isProved }: Offer): void => {
    if (taken.has(email)) return;
    taken.add(email);
    assigned.get(draft)?.push(toAddress(email, draft.createdAt, isProved));
  };
  const offers = [
    ...listPrimaries(drafts, claims, true),
    ...listProved(drafts, claims),
    ...listPrimaries(drafts, claims, false),
  ];
  for (const offer of offers) give(offer);
  for (const [draft, { length }] of assigned)
    for (const email of length > 0 ? [] : [...draft.addresses].slice(0, 1))
      give({ draft, email, isProved: false });
  for (const [first] of assigned.values()) if (first) first.primary = true;
  return assigned;
}

const toPerson = (
  draft: Draft,
  addresses: RecordOf<"person">["addresses"],
  pictures: Pictures,
): RecordOf<"person"> => ({
  kind: "person",
  id: draft.id,
  first_name: draft.first_name,
  middle_name: draft.middle_name,
  last_name: draft.last_name,
  locale: DEFAULT_LOCALE,
  vanity_slug: draft.slug ?? `u-${draft.id.slice(-12)}`,
  headline: null,
  bio: null,
  current_position_name: draft.current_position_name,
  current_organization_name: draft.current_organization_name,
  photo_id: pictures.has(draft.photo_id) ? draft.photo_id : null,
  created_at: draft.createdAt,
  updated_at: draft.createdAt,
  opened_at: null,
  addresses,
});

/** Fields of people that the interface does not show. */
export const PERSON_NOT_GIVEN = ["locale", "headline", "bio", "updated_at"];

/**
 * The people of a download: those with an account at the other service. The badges of all others keep only the e-mail
 * address.
 */
export type People = {
  addBadge: (badge: WireBadge) => void;
  addEmployee: (employee: WireEmployee) => void;
  /** Returns the person of a badge; null for none, and after `list` for one who has no address of their own. */
  findOwner: (badge: WireBadge) => string | null;
  /** After `list`, returns the person who has an address, or null. */
  findByAddress: (email: string) => string | null;
  list: () => RecordOf<"person">[];
};

/** Of a move without people. */
export const NO_PEOPLE: People = {
  addBadge: () => undefined,
  addEmployee: () => undefined,
  findOwner: () => null,
  findByAddress: () => null,
  list: () => [],
};

/** Returns the id of the account of a badge. An accepted badge always has one. */
function readOwner({ user, state, recipient_email: email }: WireBadge): string | null {
  if (user?.id) return toUuid("person", user.id);
  return state === "accepted" ? toUuid("person", normalizeEmailAddress(email)) : null;
}

/** Collects people from badges and employees. `otherwise` is the time of what has none. */
export function createPeople(pictures: Pictures, otherwise: string): People {
  const drafts = new Map<string, Draft>();
  const claims = new Map<string, Claim>();
  /** People without an address of their own: nobody could sign in to their accounts. */
  const withoutAddress = new Set<string>();
  /** Who got an address. */
  const holders = new Map<string, string>();
  const open = (id: string, names: Names, createdAt: string): Draft => {
    const draft = drafts.get(id) ?? emptyDraft(id, names, createdAt);
    if (createdAt < draft.createdAt) draft.createdAt = createdAt;
    drafts.set(id, draft);
    return draft;
  };
  const claim = (email: string, one: Claim): void => {
    if (isStronger(one, claims.get(email))) claims.set(email, one);
  };
  return {
    addBadge: (badge) => {
      const id = readOwner(badge);
      if (id === null) return;
      const { issued_to_first_name: first, issued_to_middle_name: middle, issued_to_last_name: last } = badge;
      const createdAt = badge.created_at ?? otherwise;
      const draft = open(id, { first, middle, last }, createdAt);
      const isAccepted = badge.state === "accepted";
      const email = normalizeEmailAddress(badge.recipient_email);
      draft.addresses.add(email);
      claim(email, { id, isAccepted, at: createdAt });
      draft.primary = readPrimary(badge.user) ?? draft.primary;
      if (isAccepted && badge.user) addProfile(draft, badge.user, pictures);
    },
    addEmployee: (employee) => {
      const email = normalizeEmailAddress(employee.email);
      if (employee.employee_state !== "accepted" || claims.has(email)) return;
      const names = { first: employee.first_name, middle: null, last: employee.last_name };
      const createdAt = employee.created_at ?? otherwise;
      const { id, addresses } = open(toUuid("person", email), names, createdAt);
      addresses.add(email);
      claim(email, { id, isAccepted: true, at: createdAt });
    },
    findOwner: (badge) => {
      const id = readOwner(badge);
      return id === null || withoutAddress.has(id) ? null : id;
    },
    findByAddress: (email) => holders.get(normalizeEmailAddress(email)) ?? null,
    list: () =>
      [...assignAddresses([...drafts.values()], claims)].flatMap(([draft, addresses]) => {
        for (const { email } of addresses) holders.set(email, draft.id);
        if (addresses.length > 0) return [toPerson(draft, addresses, pictures)];
        withoutAddress.add(draft.id);
        return [];
      }),
  };
}
