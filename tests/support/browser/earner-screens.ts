import {
  addCourse,
  addEmployers,
  addCollection,
  addExternalBadges,
  createActions,
  answerEmployers,
  launchCourse,
  createEarnerOrganization,
  createDetailedTemplate,
  NAMES,
  type EarnerActions,
  type Cookies,
  type Course,
  type Earner,
} from "./earner-world";
import type { Send } from "./demonstration-data";
import { waitForMailedLink } from "../delivery/mailbox";
import { startPrepared } from "../platform/prepared-product";
import type { Product } from "../platform/product";
import type { Screen } from "./screens";
import { registerApplication } from "./wallet-applications";
import { WALLET_SCOPE_NAMES } from "@/lib/applications/wallet-applications/choices";

/** A page that is shown without JavaScript, and to whom. `status` if it is not 200. */
export type EarnerScreen = Screen & { status?: number };

export type EarnerScreens = {
  /** Pages that need no session. They are also visited with the cookies of an unrelated session. */
  open: EarnerScreen[];
  /** An earner who has one of everything. */
  earner: EarnerScreen[];
  /** An earner who has nothing, and who opens the links of others. */
  newcomer: EarnerScreen[];
  cookies: { earner: Cookies; newcomer: Cookies };
  /** Returns the path of a course launch, which works only with JavaScript and only once. */
  launch: () => Promise<string>;
};

const screens = (pages: Record<string, string | [path: string, status: number]>): EarnerScreen[] =>
  Object.entries(pages).map(([name, page]) =>
    typeof page === "string" ? { name, path: page } : { name, path: page[0], status: page[1] },
  );

const relativePath = (url: string): string =>
  new URL(url).pathname + new URL(url).search.replace(/&lang=.*$/, "");

async function replace(send: Send, id: string): Promise<void> {
  const { badge_template: template } = await send("GET", `/badges/${id}`);
  const successor = { badge_template_id: template.id, issued_at: "2026-05-01", duplicate_behavior: "allow" };
  await send("POST", `/badges/${id}/replace`, successor);
}

/** The accept pages in each state, as a visitor without a session sees them. */
async function createAcceptPages(send: Send, { issue, mailed, answer }: EarnerActions) {
  const address = (name: string) => `${name}@accept.example`;
  const sent = async (name: string, more: Record<string, unknown> = {}) => {
    const badge = await issue(address(name), more);
    return { ...badge, path: await mailed(address(name)) };
  };
  const pending = await sent("pending");
  const expired = await sent("expired", { expires_at: "2026-06-01T00:00:00Z" });
  const accepted = await sent("accepted");
  const declined = await sent("declined");
  const hidden = await sent("private");
  const replaced = await sent("replaced");
  const revoked = await sent("revoked");
  const corrected = await sent("corrected");
  await answer(accepted.path, "accept");
  await answer(hidden.path, "accept_privately");
  await answer(declined.path, "decline");
  await answer(replaced.path, "accept");
  await replace(send, replaced.id);
  await send("PUT", `/badges/${revoked.id}/revoke`, { reason: NAMES.reason });
  await send("PUT", `/badges/${corrected.id}/recipient`, { recipient_email: address("right") });
  const wrong = "&wrong=first_name&wrong=last_name&wrong=password";
  const shown = new URL(accepted.accept_badge_url);
  return {
    pages: screens({
      "accept-pending": pending.path,
      "accept-declining": `${pending.path}&decline=1`,
      "accept-expired": expired.path,
      "accept-accepted": accepted.path,
      "accept-just-now": `${accepted.path}&answered=1`,
      "accept-refused": accepted.path + wrong,
      "accept-by-issuer": shown.pathname + shown.search,
      "accept-private": hidden.path,
      "accept-private-now": `${hidden.path}&answered=1`,
      "accept-declined": declined.path,
      "accept-declined-now": `${declined.path}&answered=1`,
      "accept-replaced": replaced.path,
      "accept-revoked": [revoked.path, 410],
      "accept-outdated": [corrected.path, 410],
      "accept-wrong": [`/accept/${pending.id}?token=wrong`, 404],
    }),
    pending,
    accepted: { ...accepted, email: address("accepted") },
  };
}

type AcceptPages = Awaited<ReturnType<typeof createAcceptPages>>;

/** The public pages: badges in each state, and pages for addresses that do not exist. */
function listPublicPages(
  origin: string,
  shown: { badge: string; revoked: string; template: string; profile: string },
) {
  const verifyPath = (url: string): string => `/verify?${new URLSearchParams({ url })}`;
  return screens({
    badge: `/badges/${shown.badge}`,
    "badge-revoked": [`/badges/${shown.revoked}`, 410],
    "badge-unknown": ["/badges/x", 404],
    embed: `/embed/badges/${shown.badge}`,
    "embed-revoked": [`/embed/badges/${shown.revoked}`, 410],
    template: `/org/wxyz/badges/${shown.template}`,
    organization: "/org/wxyz",
    "organization-unknown": ["/org/nobody", 404],
    profile: shown.profile,
    nowhere: ["/a/b", 404],
    // The frame for such responses is a page, but not itself a public one.
    frame: ["/frame", 404],
    conformance: "/conformance",
    verify: "/verify",
    "verify-valid": verifyPath(`${origin}/badges/${shown.badge}`),
    "verify-revoked": verifyPath(`${origin}/v1/obi/v2/badge_assertions/${shown.revoked}`),
    "verify-unknown": verifyPath(`${origin}/badges/x`),
    "verify-unreached": verifyPath("http://127.0.0.1:9/badge"),
    "verify-unreadable": verifyPath(`${origin}/healthz`),
    "verify-no-file": "/verify?problem=no_file",
    "verify-too-large": "/verify?problem=too_large",
    "verify-too-many": ["/verify?problem=too_many", 429],
    "verify-busy": ["/verify?problem=busy", 503],
    "verify-outdated": "/verify?seen=x",
  });
}

const LTI_CODES = [
  "LTI_APP_NOT_FOUND",
  "LTI_DATA_MISSING",
  "LTI_UNAUTHORIZED",
  "LTI_NO_CONNECTION",
  "LTI_EMAIL_BELONGS_TO_ANOTHER",
  "LTI_MEMBER_ID_DOES_NOT_EXIST",
  "LTI_MEMBER_CREATION_FAILED",
  "unknown",
];

/** The pages before sign-in, and those of a launch that work without scripts. */
function listEntryPages(passwordLink: string): EarnerScreen[] {
  const entries = LTI_CODES.map((code): [string, string] => [`lti-${code}`, `/lti/error?code=${code}`]);
  return screens({
    "sign-in": "/sign-in",
    "sign-in-mismatch": "/sign-in?error=CredentialsSignin",
    "sign-in-too-many": "/sign-in?error=too_many_attempts",
    "sign-in-no-account": "/sign-in?error=AccessDenied",
    "sign-in-other": "/sign-in?error=other",
    "sign-in-changed": "/sign-in?changed=1",
    "sign-in-deleted": "/sign-in?deleted=1",
    password: "/password",
    "password-sent": "/password?sent=1",
    "password-invalid": "/password?problem=invalid",
    "password-too-many": "/password?problem=too_many",
    "password-void": "/password/gone?token=gone",
    "password-choose": passwordLink,
    "password-short": `${passwordLink}&problem=short`,
    "password-long": `${passwordLink}&problem=long`,
    "password-weak": `${passwordLink}&problem=common`,
    "password-often": `${passwordLink}&problem=too_many`,
    "lti-sign-in": "/lti/sign-in",
    ...Object.fromEntries(entries),
  });
}

/** Issues the earner's badges, one in each state. */
async function issueEarnerBadges(send: Send, { issue }: EarnerActions, { email, me }: Earner) {
  const issued = async (more: Record<string, unknown> = {}) => (await issue(email, more)).id;
  const taken = async (isPrivate: boolean, more: Record<string, unknown> = {}) => {
    const id = await issued(more);
    await me("POST", `/badges/${id}/accept`, { private: isPrivate });
    return id;
  };
  const [hidden, expired] = [await taken(true), await taken(false, { expires_at: "2026-06-01T00:00:00Z" })];
  const [revoked, declined, replaced] = [await taken(false), await issued(), await taken(false)];
  const pending = await issued();
  await send("PUT", `/badges/${revoked}/revoke`, { reason: NAMES.reason });
  await me("POST", `/badges/${declined}/reject`, {});
  await replace(send, replaced);
  return { hidden, expired, revoked, declined, replaced, pending };
}

/** The pages of mailed address links, in each state. */
async function createAddressPages(
  product: Product,
  { me }: Earner,
  { accepted }: AcceptPages,
  acts: EarnerActions,
) {
  const claimed = async (email: string, kind: "confirm" | "merge" = "confirm") => {
    const { id } = await me("POST", "/emails", { email });
    return { id: id as string, path: relativePath(await waitForMailedLink(product.dataDir, email, kind)) };
  };
  const mine = await claimed("mine@address.example");
  const done = await claimed("done@address.example");
  const taken = await claimed("taken@address.example");
  const token = new URL(done.path, product.origin).searchParams.get("token");
  await me("POST", `/emails/${done.id}/confirm`, { token });
  await acts.open("taken@address.example");
  const merge = await claimed(accepted.email, "merge");
  return screens({
    "address-confirm": mine.path,
    "address-old": `/wallet/emails/${mine.id}/confirm?token=old`,
    "address-of-another": taken.path,
    "address-confirmed": done.path,
    "address-of-nobody": `/wallet/emails/${merge.id}/confirm?token=x`,
    "address-merge": merge.path,
  });
}

/**
 * The pages of the link that a refused launch mails, in each state. An address that was sent many mails gets it later.
 */
async function createConnectPages(
  product: Product,
  { form }: EarnerActions,
  course: Course,
  emails: [string, string],
) {
  const mailed = async (email: string) => {
    await launchCourse(product.origin, course, email, email);
    return relativePath(await waitForMailedLink(product.dataDir, email, "connect"));
  };
  const [ready, connected] = [await mailed(emails[0]), await mailed(emails[1])];
  const token = new URL(connected, product.origin).searchParams.get("token") ?? "";
  await form(`${connected.split("?")[0]}/answer`, { token });
  return screens({
    "connect-ready": ready,
    "connect-connected": connected,
    "connect-void": "/connect/gone?token=gone",
  });
}

/** The page that asks for consent, and one for an unknown application. Another application has the consent already. */
async function createConsentPages({ origin }: Product, { me, cookies }: Earner) {
  const redirectUri = "https://client.example/back";
  const request = await registerApplication(origin, NAMES.other, redirectUri);
  const { id } = await me("GET", "");
  const cookie = cookies.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const scope = WALLET_SCOPE_NAMES.join(" ");
  await fetch(`${origin}/authorize/answer`, {
    method: "POST",
    headers: { cookie, origin },
    body: new URLSearchParams({ ...request(scope).fields, account: String(id), answer: "allow" }),
    redirect: "manual",
  });
  return screens({ authorize: request(scope).path, "authorize-refused": "/authorize" });
}

function listWalletPages(badges: Record<string, string>, collectionId: string): EarnerScreen[] {
  const entries = Object.entries(badges).map(([name, id]): [string, string] => [
    `wallet-badge-${name}`,
    `/wallet/badges/${id}`,
  ]);
  return screens({
    wallet: "/wallet",
    "wallet-nothing-fits": "/wallet?query=nothing",
    "wallet-declined": "/wallet?state=declined",
    ...Object.fromEntries(entries),
    "wallet-collections": "/wallet/collections",
    "wallet-collection": `/wallet/collections/${collectionId}`,
    "wallet-external": "/wallet/external_badges",
    "wallet-external-by-address": "/wallet/external_badges/new",
    "wallet-external-by-file": "/wallet/external_badges/new?way=file",
    "wallet-external-typed": "/wallet/external_badges/new?way=typed",
    "wallet-employers": "/wallet/employers",
    "wallet-applications": "/wallet/applications",
    "wallet-account": "/wallet/account",
  });
}

const EMPTY = {
  "empty-wallet": "/wallet",
  "empty-collections": "/wallet/collections",
  "empty-external": "/wallet/external_badges",
  "empty-employers": "/wallet/employers",
  "empty-applications": "/wallet/applications",
  "empty-account": "/wallet/account",
};

/** The ids and paths of the pages in a product that has one of everything. They are valid at any origin. */
export type EarnerWorld = Omit<EarnerScreens, "launch"> & {
  /** The ids of the public pages' content, and the path of a profile. */
  shown: { badge: string; revoked: string; template: string; profile: string };
  course: Course;
};

/** Fills a product with one of everything that an earner can see. */
export async function createEarnerWorld(product: Product): Promise<EarnerWorld> {
  const { id: organizationId, send } = await createEarnerOrganization(product);
  const { id: templateId } = await createDetailedTemplate(send);
  const acts = createActions(product, send, templateId);
  const accepting = await createAcceptPages(send, acts);
  await addEmployers(product, send, "earner@address.example");
  const earner = await acts.open("earner@address.example", "xqzv xqzv xqzv");
  await answerEmployers(product, earner);
  await addExternalBadges(earner);
  const badges = await issueEarnerBadges(send, acts, earner);
  const [application] = await send("GET", "/oauth_applications");
  await earner.me("POST", "/connected_applications", { client_id: application.uid });
  const addresses = await createAddressPages(product, earner, accepting, acts);
  const { url } = await earner.me("PATCH", "", { headline: NAMES.skill, bio: NAMES.text });
  const newcomer = await acts.open("newcomer@address.example");
  await newcomer.me("POST", `/badges/${newcomer.id}/reject`, {});
  await acts.form("/password/ask", { email: earner.email });
  const passwordLink = relativePath(await waitForMailedLink(product.dataDir, earner.email, "password"));
  const { pending, accepted } = accepting;
  const course = await addCourse(product, organizationId, send);
  return {
    open: [
      ...listEntryPages(passwordLink),
      ...accepting.pages,
      ...(await createConnectPages(product, acts, course, ["taken@address.example", newcomer.email])),
      ...screens({ "accept-sign-in": earner.path }),
    ],
    earner: [
      ...listWalletPages({ public: earner.id, ...badges }, await addCollection(earner, earner.id)),
      ...addresses,
      ...(await createConsentPages(product, earner)),
      ...screens({ "accept-own": earner.path, "accept-other": accepted.path }),
    ],
    newcomer: screens({
      ...EMPTY,
      "address-not-yours": addresses[0]?.path ?? "",
      "accept-other-pending": pending.path,
      "accept-added": `${pending.path}&address=added`,
      "accept-merge-mailed": `${pending.path}&address=merge_mailed`,
      "accept-adding-refused": `${pending.path}&address=refused`,
    }),
    cookies: { earner: earner.cookies, newcomer: newcomer.cookies },
    shown: {
      badge: earner.id,
      revoked: badges.revoked,
      template: templateId,
      profile: new URL(url as string).pathname,
    },
    course,
  };
}

/** Lists all these pages of a filled product that runs at `origin`. */
export const listEarnerScreens = (
  origin: string,
  { shown, course, ...world }: EarnerWorld,
): EarnerScreens => ({
  ...world,
  open: [...world.open, ...listPublicPages(origin, shown)],
  launch: () => launchCourse(origin, course),
});

/** Starts a product that has one of everything that an earner can see. The caller must remove it. */
export async function startEarnerWorld(): Promise<{ product: Product; screens: EarnerScreens }> {
  const { product, facts } = await startPrepared("earner-world", createEarnerWorld);
  return { product, screens: listEarnerScreens(product.origin, facts) };
}
