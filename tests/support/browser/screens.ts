import type { Demonstration } from "./demonstration";

/** A page of the product. `name` is the file name of its pictures. */
export type Screen = { name: string; path: string };

/** Every page of the console, as in the folders of app/(console), with the data of the demonstration organization. */
export function consoleScreens({ home, places }: Demonstration): Screen[] {
  const course = `/learning/integrations/${places.learningIntegration}`;
  const pages: [name: string, path: string][] = [
    ["overview", ""],
    ["badge-templates", "/badge_templates"],
    ["new-badge-template", "/badge_templates/new"],
    ["badge-template", `/badge_templates/${places.template}`],
    ["badge-template-holders", `/badge_templates/${places.template}/holders`],
    ["badge-template-earning-path", `/badge_templates/${places.template}/earning_path`],
    ["badge-template-share", `/badge_templates/${places.template}/share`],
    ["badge-template-certificate", `/badge_templates/${places.template}/certificate`],
    ["edit-badge-template", `/badge_templates/${places.template}/edit`],
    ["issue", "/issue"],
    ["issue-file", "/issue/file"],
    ["issue-file-check", `/issue/file/${places.badgeImport}`],
    ["issued-badges", "/issued_badges"],
    ["issued-badge", `/issued_badges/${places.badge}`],
    ["bulk-action", `/issued_badges/bulk_actions/${places.bulkAction}`],
    ["replace-badge", `/issued_badges/${places.badge}/replace`],
    ["recommendations", "/recommendations"],
    ["new-recommendation", "/recommendations/new"],
    ["recommendation", `/recommendations/${places.recommendation}`],
    ["analytics", "/analytics"],
    ["employees", "/employees"],
    ["new-employee", "/employees/new"],
    ["employees-file", "/employees/import"],
    ["employee", `/employees/${places.employee}`],
    ["edit-employee", `/employees/${places.employee}/edit`],
    ["issuers", "/issuers"],
    ["new-issuer", "/issuers/new"],
    ["issuer", `/issuers/${places.issuer}`],
    ["endorsements", "/badge_templates/endorsements"],
    ["new-endorsement", "/badge_templates/endorsements/new"],
    ["grantors", "/issuers/grantors"],
    ["grantor", `/issuers/grantors/${places.grantor}`],
    ["authorization-tokens", "/developer/authorization_tokens"],
    ["oauth-applications", "/developer/oauth_applications"],
    ["oauth-application", `/developer/oauth_applications/${places.oauthApplication}`],
    ["webhooks", "/developer/webhooks"],
    ["webhook-event-types", "/developer/webhooks/event_types"],
    ["webhook-deliveries", "/developer/webhooks/deliveries"],
    ["webhook-delivery", `/developer/webhooks/deliveries/${places.webhookDelivery}`],
    ["events", "/developer/events"],
    ["event", `/developer/events/${places.event}`],
    ["api-requests", "/developer/requests"],
    ["api-request", `/developer/requests/${places.apiRequest}`],
    ["api-reference", "/developer/api_reference"],
    ["api-operation", "/developer/api_reference/issueBadge"],
    ["learning-apps", "/learning"],
    ["learning-app-access", `/learning/apps/${places.learningApp}`],
    ["learning-integrations", "/learning/integrations"],
    ["learning-integration", course],
    ["learning-students", `${course}/students`],
    ["learning-gradables", `${course}/gradables`],
    ["learning-grades", `${course}/grades`],
    ["learning-rules", `${course}/rules`],
    ["learning-new-rule", `${course}/rules/new`],
    ["learning-rule", `${course}/rules/${places.template}`],
    ["learning-log", `${course}/logs`],
    ["learning-launch-debugger", "/learning/launch_debugger"],
    ["settings", "/settings"],
    ["certificates", "/settings/certificates"],
    ["domain", "/settings/domain"],
    ["signing-keys", "/settings/signing_keys"],
    ["members", "/settings/members"],
    ["invitations", "/settings/invitations"],
    ["security", "/settings/security"],
    ["single-sign-on", "/settings/single_sign_on"],
    ["mails", "/settings/mails"],
    ["service-moves", "/settings/service_moves"],
    ["service-move", `/settings/service_moves/${places.serviceMove}`],
    ["audit-log", "/settings/audit_log"],
    ["account", "/account"],
    ["notices", "/notices"],
    ["notice-settings", "/notices/settings"],
  ];
  const inbox = `${places.testHome}/developer/test_mails`;
  return [
    ...pages.map(([name, path]) => ({ name, path: home + path })),
    { name: "test-mode", path: places.testHome },
    { name: "test-mails", path: inbox },
    { name: "test-mail", path: `${inbox}/${places.testMail}` },
  ];
}

/** Pages for people who are not signed in. */
export const openScreens = ({ places }: Demonstration): Screen[] => [
  { name: "sign-in", path: "/sign-in" },
  { name: "forgotten-password", path: "/password" },
  { name: "void-password-link", path: "/password/gone?token=gone" },
  { name: "public-badge", path: `/badges/${places.badge}` },
];

/** The pages of the wallet of the demonstration's earner. */
export const walletScreens = ({ places }: Demonstration): Screen[] => [
  { name: "wallet", path: "/wallet" },
  { name: "wallet-nothing-fits", path: "/wallet?query=nothing" },
  { name: "wallet-badge", path: `/wallet/badges/${places.ownBadge}` },
  { name: "wallet-collections", path: "/wallet/collections" },
  { name: "wallet-external", path: "/wallet/external_badges" },
  { name: "wallet-new-external", path: "/wallet/external_badges/new?way=typed" },
  { name: "wallet-employers", path: "/wallet/employers" },
  { name: "wallet-applications", path: "/wallet/applications" },
  { name: "wallet-account", path: "/wallet/account" },
];
