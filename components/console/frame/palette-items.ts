import { endSession } from "@/components/account/sign-out";
import { foldText, hasWords } from "@/lib/kernel/search-words";
import { applyAppearance } from "@/components/ui/page/appearance";
import { SECTIONS, type Section } from "./sections";

/** An item of the palette, which leads to a page or does something. `words` are further search terms that are not shown. */
export type PaletteItem = { id: string; label: string; detail?: string; words?: string } & (
  { href: string } | { run: () => void }
);
export type PaletteGroup = { value: string; items: PaletteItem[] };

export type PaletteOrganization = { slug: string; name: string };

/** What the signed-in person may see. The palette offers nothing else. */
export type PaletteScope = {
  organizationId: string;
  home: string;
  sections: Section[];
  organizations: PaletteOrganization[];
};

type PaletteAction = { label: string; path: string; needs: Section; words: string };

/** People who see the section `issue` may write templates and badges. People who see `settings` are administrators. */
const ACTIONS: PaletteAction[] = [
  { label: "Issue a badge", path: "/issue", needs: "issue", words: "award give send" },
  { label: "Issue badges from a file", path: "/issue/file", needs: "issue", words: "csv import many upload" },
  { label: "New badge template", path: "/badge_templates/new", needs: "issue", words: "create make design" },
  {
    label: "Invite a member",
    path: "/settings/members?invite=1",
    needs: "settings",
    words: "add user colleague administrator",
  },
  { label: "New recommendation", path: "/recommendations/new", needs: "issue", words: "create make" },
  { label: "Add an employee", path: "/employees/new", needs: "employees", words: "new create workforce" },
  { label: "Authorize an issuer", path: "/issuers/new", needs: "issuers", words: "new add partner grantor" },
];

/** What anyone may do anywhere. */
const COMMANDS: PaletteItem[] = [
  {
    id: "light",
    label: "Use the light theme",
    words: "appearance mode",
    run: () => applyAppearance("theme", "light"),
  },
  {
    id: "dark",
    label: "Use the dark theme",
    words: "appearance mode night",
    run: () => applyAppearance("theme", "dark"),
  },
  {
    id: "system",
    label: "Use the theme of the system",
    words: "appearance mode",
    run: () => applyAppearance("theme", ""),
  },
  { id: "sign-out", label: "Sign out", words: "log out leave", run: () => void endSession() },
];

/** Only administrators see the pages of credentials. Every member sees the other developer pages. */
const PAGES: PaletteAction[] = [
  {
    label: "Endorsements",
    path: "/badge_templates/endorsements",
    needs: "badge_templates",
    words: "recommend endorse",
  },
  {
    label: "Organization profile",
    path: "/settings",
    needs: "settings",
    words: "name logo colour color website description",
  },
  {
    label: "Certificates",
    path: "/settings/certificates",
    needs: "settings",
    words: "pdf signature design print logo seal font",
  },
  { label: "Domain", path: "/settings/domain", needs: "settings", words: "dns verify did issuer website" },
  { label: "Signing keys", path: "/settings/signing_keys", needs: "settings", words: "rotate did" },
  {
    label: "E-mails",
    path: "/settings/mails",
    needs: "settings",
    words: "mail sender reply subject text messages",
  },
  {
    label: "Move in",
    path: "/settings/service_moves",
    needs: "settings",
    words: "import migrate another service copy templates badges",
  },
  { label: "Members", path: "/settings/members", needs: "settings", words: "users roles" },
  { label: "Invitations", path: "/settings/invitations", needs: "settings", words: "users" },
  {
    label: "Security",
    path: "/settings/security",
    needs: "settings",
    words: "second factor two 2fa mfa passkey time-out idle sessions",
  },
  {
    label: "Single sign-on",
    path: "/settings/single_sign_on",
    needs: "settings",
    words: "saml sso identity provider idp sign-in okta entra google",
  },
  {
    label: "Authorization tokens",
    path: "/developer/authorization_tokens",
    needs: "settings",
    words: "api key",
  },
  {
    label: "OAuth applications",
    path: "/developer/oauth_applications",
    needs: "settings",
    words: "client secret",
  },
  { label: "Webhooks", path: "/developer/webhooks", needs: "developer", words: "events deliveries receiver" },
  { label: "Events", path: "/developer/events", needs: "developer", words: "webhook history payload" },
  { label: "Requests", path: "/developer/requests", needs: "settings", words: "api request log errors" },
  { label: "API reference", path: "/developer/api_reference", needs: "developer", words: "documentation" },
  { label: "Grantors", path: "/issuers/grantors", needs: "issuers", words: "issuing for others" },
  { label: "Integrations", path: "/learning/integrations", needs: "learning", words: "courses lms" },
  { label: "Audit log", path: "/settings/audit_log", needs: "settings", words: "history changes" },
];

const matches = ({ label, detail = "", words = "" }: PaletteItem, query: string): boolean =>
  hasWords(`${label} ${detail} ${words}`, query);

const buildItems = (scope: PaletteScope, actions: PaletteAction[]): PaletteItem[] =>
  actions
    .filter(({ needs }) => scope.sections.includes(needs))
    .map(({ label, path, words }) => ({ id: path, label, words, href: scope.home + path }));

const isNamed = ({ label }: PaletteItem, name: string): boolean => foldText(label) === name;

/** Puts what has exactly this name first: its group, and in that the item. Groups without items are left out. */
export function rankByName(groups: PaletteGroup[], query: string): PaletteGroup[] {
  const name = foldText(query.trim());
  const isFirst = (item: PaletteItem): boolean => isNamed(item, name);
  return groups
    .filter(({ items }) => items.length > 0)
    .map(({ value, items }) => ({ value, items: items.toSorted((a, b) => +isFirst(b) - +isFirst(a)) }))
    .toSorted((a, b) => +b.items.some(isFirst) - +a.items.some(isFirst));
}

/** Returns the items that need no request and match the query. */
export function buildLocalGroups(scope: PaletteScope, query: string): PaletteGroup[] {
  const sections = scope.sections.map((section) => ({
    id: `section-${section}`,
    label: SECTIONS[section].label,
    href: scope.home + SECTIONS[section].path,
  }));
  const account = { id: "account", label: "Your account", words: "password", href: `${scope.home}/account` };
  const otherOrganizations = scope.organizations
    .filter(({ slug }) => `/console/${slug}` !== scope.home)
    .map(({ slug, name }) => ({ id: slug, label: name, words: "switch", href: `/console/${slug}` }));
  const groups: PaletteGroup[] = [
    { value: "Actions", items: buildItems(scope, ACTIONS) },
    { value: "Go to", items: [...sections, ...buildItems(scope, PAGES), account] },
    { value: "Switch organization", items: otherOrganizations },
    { value: "Appearance and session", items: COMMANDS },
  ];
  return groups.map(({ value, items }) => ({
    value,
    items: items.filter((item) => matches(item, query)),
  }));
}
