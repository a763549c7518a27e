// The rules for imports (CONTRIBUTING.md, "The tree"). lib consists of rooms, and each room of domains. The domains have an
// order: each may import services of the domains before it. All may import a domain's schema.ts, choices.ts and
// serializer.ts. queries.ts, and the `<what>-queries.ts` of a large domain, are private to it. In the learning edition, logs
// come before all domains that write, because every change writes a log entry.
const domains = [
  "access/callers",
  "platform/limits",
  "platform/files",
  "platform/metrics",
  "platform/postgres",
  "platform/outbound",
  "delivery/languages",
  "art/drawing",
  "art/images",
  "learning/requests",
  "delivery/recording",
  "access/audit",
  "access/api-requests",
  "identity/account-activity",
  "identity/users",
  "organizations/profile",
  "organizations/domains",
  "access/authorization-tokens",
  "access/oauth-applications",
  "organizations/issuers",
  "access/connected-applications",
  "access/wallet-applications",
  "art/design",
  "art/certificate-designs",
  "badges/templates",
  "badges/recommendations",
  "workforce/employees",
  "workforce/batches",
  "badges/collections",
  "badges/issued",
  "badges/imports",
  "badges/bulk-actions",
  "badges/engagement",
  "credentials/public-pages",
  "art/cards",
  "art/certificates",
  "credentials/proofs",
  "credentials/issuer-keys",
  "credentials/status-lists",
  "credentials/open-badges",
  "credentials/issuer-domains",
  "credentials/signed-credentials",
  "credentials/endorsements",
  "credentials/static-export",
  "credentials/verification",
  "credentials/conformance",
  "credentials/wallet-issuance",
  "credentials/external-badges",
  "identity/accounts",
  "identity/memberships",
  "credentials/wallet-service",
  "learning/lti",
  "learning/logs",
  "learning/apps",
  "learning/integrations",
  "learning/tokens",
  "learning/connections",
  "learning/items",
  "learning/students",
  "learning/gradables",
  "learning/rules",
  "learning/grades",
  "learning/eligibility",
  "learning/launch",
  "learning/launch-checks",
  "learning/organization-lists",
  "identity/personal-data",
  "delivery/events",
  "delivery/webhooks",
  "delivery/test-mails",
  "delivery/mail",
  "badges/history",
  "organizations/overview",
  "organizations/analytics",
  "organizations/sample-ids",
  "organizations/test-mode",
  "access/idempotency-keys",
  "platform/stored-secrets",
  "platform/retention",
  "identity/sessions",
  "access/authentication",
  "organizations/saved-views",
  "http/server",
  "http/endpoints",
  "http/routing",
  "http/openapi",
  "http/reference",
  "platform/jobs",
  "platform/installation",
];
const shown = "(schema|choices|serializer)\\.ts$";
/** The folder of a domain. */
const folder = "[^/]+/[^/]+";

/** Files of components that are loaded when first used, with their dependencies (components/on-demand.ts). */
const onDemand =
  "^components/(ui/(menu-parts|dialog-parts|toasts|peek-panel)|console/(frame/(narrow-sheet|palette-dialog|palette-search)|issued-badges/(filter-parts|issue-schema|badge-peek)|badge-templates/template-peek|employees/employee-peek|api-requests/request-peek|badge-imports/sheet/sheet-grid))\\.tsx?$";

const order = domains.slice(0, -1).map((domain, index) => ({
  name: `order-${domain}`,
  severity: "error",
  from: { path: `^lib/${domain}/` },
  to: { path: `^lib/(${domains.slice(index + 1).join("|")})/`, pathNot: shown },
}));

module.exports = {
  forbidden: [
    {
      name: "no-circular",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "kernel-knows-no-domain",
      severity: "error",
      from: { path: "^lib/kernel/" },
      to: { path: "^(lib/(?!kernel/)|app/|components/)" },
    },
    {
      name: "lib-knows-no-page",
      severity: "error",
      from: { path: "^lib/" },
      to: { path: "^app/" },
    },
    {
      name: "queries-are-private",
      severity: "error",
      from: { path: `^lib/(${folder})/` },
      to: { path: `^lib/${folder}/[a-z-]*queries\\.ts$`, pathNot: "^lib/$1/[^/]+$" },
    },
    {
      name: "prisma-in-queries-and-kernel",
      comment:
        "Types may be imported anywhere in lib; values (the client, sql) only where queries are written, and where a condition that several domains share is.",
      severity: "error",
      from: {
        path: "^(lib|app|components)/",
        pathNot: "(queries\\.ts$|^lib/(kernel|delivery/recording|organizations/issuers/permission\\.ts))",
      },
      to: { path: "^prisma/generated/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "components-see-schemas",
      severity: "error",
      from: { path: "^components/" },
      to: {
        path: "^(app/|lib/)",
        pathNot: `^lib/(${folder}/(schema|choices)|kernel/(errors|names|truncate-text|palette|qr-path|fields|locales|list/(envelope|page))|art/drawing/design|identity/users/password-strength)\\.ts$`,
      },
    },
    // Large libraries that every page would otherwise load at once (decision 0076).
    {
      name: "components-fetch-schemas",
      comment:
        "Import types only, or load on demand: a schema imports zod, the check of passwords its dictionaries. The launch page has its own size limit.",
      severity: "error",
      from: { path: "^components/", pathNot: `${onDemand}|^components/launch/launch-api\\.ts$` },
      to: {
        path: `^lib/(${folder}/schema|identity/users/password-strength)\\.ts$|^node_modules/(zod|@hookform/resolvers|@zxcvbn-ts)/`,
        pathNot: "^lib/learning/lti/schema\\.ts$", // constants only, without zod
        dynamic: false,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "components-fetch-what-opens",
      severity: "error",
      from: { path: "^(app|components)/", pathNot: onDemand },
      to: {
        path: "^node_modules/(@base-ui|sonner)/",
        dynamic: false,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "on-demand-stays-on-demand",
      severity: "error",
      from: { pathNot: onDemand },
      to: { path: onDemand, dynamic: false, dependencyTypesNot: ["type-only"] },
    },
    // Components of the console are in English; all others are in the reader's language.
    {
      name: "console-apart-from-earners",
      severity: "error",
      from: { path: "^components/(earner|launch|public|account|ui)/" },
      to: { path: "^components/console/" },
    },
    {
      name: "earners-apart-from-console",
      severity: "error",
      from: { path: "^components/(console|launch|public|account|ui)/" },
      to: { path: "^components/earner/" },
    },
    {
      name: "app-asks-services",
      severity: "error",
      from: { path: "^app/" },
      to: { path: "^lib/.*/[a-z-]*queries\\.ts$" },
    },
    { name: "not-from-tests", severity: "error", from: { pathNot: "^tests/" }, to: { path: "^tests/" } },
    ...order,
  ],
  options: {
    doNotFollow: { path: "(node_modules|^prisma/generated)" },
    exclude: { path: "^prisma/generated/internal" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
