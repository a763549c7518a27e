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
  primary: string | null;
  confirmed: boolean;
  /** Addresses that badges were issued to, and whether the person proved them by accepting one. */
  addresses: Map<string, boolean>;
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
  confirmed: false,
  addresses: new Map(),
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
  if (user.email !== null && !isMasked(user.email)) draft.primary = normalizeEmailAddress(user.email);
}

/** The addresses of a person: the primary one first. */
function listAddresses(draft: Draft, taken: Set<string>): RecordOf<"person">["addresses"] {
  const [first] = draft.addresses.keys();
  const primary = draft.primary ?? first ?? "";
  const all = [primary, ...[...draft.addresses].filter(([, proved]) => proved).map(([email]) => email)];
  const free = [...new Set(all)].filter((email) => email !== "" && !taken.has(email));
  return free.map((email, index) => {
    taken.add(email);
    const isProved = email === primary ? draft.confirmed : true;
    return {
      id: toUuid("address", email),
      email,
      primary: index === 0,
      confirmed_at: isProved ? draft.createdAt : null,
      created_at: draft.createdAt,
    };
  });
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

/** The people of a download. Without an account at the other service, an address stays one. */
export type People = {
  addBadge: (badge: WireBadge) => void;
  addEmployee: (employee: WireEmployee) => void;
  /** Returns the person of a badge, or null. */
  findOwner: (badge: WireBadge) => string | null;
  /** Returns the person who has an address, or null. */
  findByAddress: (email: string) => string | null;
  list: () => RecordOf<"person">[];
};

/** Returns the id of the account of a badge. An accepted badge always has one. */
function readOwner({ user, state, recipient_email: email }: WireBadge): string | null {
  if (user?.id) return toUuid("person", user.id);
  return state === "accepted" ? toUuid("person", normalizeEmailAddress(email)) : null;
}

/** Collects people from badges and employees. `otherwise` is the time of what has none. */
export function createPeople(pictures: Pictures, otherwise: string): People {
  const drafts = new Map<string, Draft>();
  const owners = new Map<string, string>();
  const open = (id: string, names: Names, createdAt: string): Draft => {
    const draft = drafts.get(id) ?? emptyDraft(id, names, createdAt);
    if (createdAt < draft.createdAt) draft.createdAt = createdAt;
    drafts.set(id, draft);
    return draft;
  };
  return {
    addBadge: (badge) => {
      const id = readOwner(badge);
      if (id === null) return;
      const { issued_to_first_name: first, issued_to_middle_name: middle, issued_to_last_name: last } = badge;
      const draft = open(id, { first, middle, last }, badge.created_at ?? otherwise);
      const isAccepted = badge.state === "accepted";
      const email = normalizeEmailAddress(badge.recipient_email);
      draft.addresses.set(email, isAccepted || draft.addresses.get(email) === true);
      draft.confirmed ||= isAccepted || badge.user?.confirmed === true;
      if (isAccepted && badge.user) addProfile(draft, badge.user, pictures);
      owners.set(email, owners.get(email) ?? id);
    },
    addEmployee: (employee) => {
      const email = normalizeEmailAddress(employee.email);
      if (employee.employee_state !== "accepted" || owners.has(email)) return;
      const names = { first: employee.first_name, middle: null, last: employee.last_name };
      const draft = open(toUuid("person", email), names, employee.created_at ?? otherwise);
      draft.addresses.set(email, true);
      draft.confirmed = true;
      owners.set(email, draft.id);
    },
    findOwner: readOwner,
    findByAddress: (email) => owners.get(normalizeEmailAddress(email)) ?? null,
    list: () => {
      const taken = new Set<string>();
      return [...drafts.values()].flatMap((draft) => {
        const addresses = listAddresses(draft, taken);
        return addresses.length === 0 ? [] : [toPerson(draft, addresses, pictures)];
      });
    },
  };
}
