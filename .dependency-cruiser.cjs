// The rules for imports (docs/architecture.md). lib consists of rooms, and each room of domains. A room imports only rooms below
// it, and the domains of a room do not import each other in circles (tests/architecture.test.ts). queries.ts, and the
// `<what>-queries.ts` of a large domain, are private to it.

/** From top to bottom. */
const rooms = require("./.config/rooms.json");

/** The folder of a domain. */
const folder = "[^/]+/[^/]+";

/** Files of components that are loaded when first used, with their dependencies (components/on-demand.ts). */
const onDemand =
  "^components/(ui/overlay/(menu-parts|dialog-parts|toasts|peek-panel)|console/(frame/(narrow-sheet|palette-dialog|palette-search)|issued-badges/(filter-parts|issue-schema|badge-peek)|badge-templates/template-peek|employees/employee-peek|api-requests/request-peek|badge-imports/sheet/sheet-grid))\\.tsx?$";

const layers = rooms.slice(1).map((room, index) => ({
  name: `${room}-imports-rooms-below`,
  severity: "error",
  from: { path: `^lib/${room}/` },
  to: { path: `^lib/(${rooms.slice(0, index + 1).join("|")})/` },
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
      name: "kernel-knows-no-component",
      severity: "error",
      from: { path: "^lib/kernel/" },
      to: { path: "^components/" },
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
        pathNot: "(queries\\.ts$|^lib/(kernel|platform/recording|organizations/issuers/permission\\.ts))",
      },
      to: { path: "^prisma/generated/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "components-see-schemas",
      severity: "error",
      from: { path: "^components/" },
      to: {
        path: "^(app/|lib/)",
        pathNot: `^lib/(${folder}/(schema|choices)|kernel/(errors|escape-html|names|truncate-text|palette|qr-path|search-words|fields|locales|list/(envelope|page))|art/drawing/design|identity/users/password-strength)\\.ts$`,
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
    // A transaction that waits for something else occupies one of few connections (decision 0131).
    {
      name: "drawing-is-guarded",
      comment: "Use raster.ts and vector.ts of lib/art/drawing, which throw inside a transaction.",
      severity: "error",
      from: { path: "^(app|components|lib)/", pathNot: "^lib/art/drawing/(raster|vector)\\.ts$" },
      to: { path: "^node_modules/(sharp|satori)/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "waiting-is-guarded",
      comment:
        "Use clock.wait, which throws inside a transaction. The platform also waits without a database.",
      severity: "error",
      from: {
        path: "^(app|components|lib)/",
        pathNot:
          "^lib/(platform|operations)/|^lib/(kernel/(clock|connection-wait|watched-client)|oversight/audit-chain/verify-part)\\.ts$",
      },
      to: { path: "^(node:)?timers/promises$" },
    },
    // The client is a package of its own, which knows the service by its OpenAPI document alone (decision 0125).
    {
      name: "client-stands-alone",
      severity: "error",
      from: { path: "^client/(src|cli)/" },
      to: {
        path: "^(app|components|lib|scripts|tests|prisma)/|^node_modules/",
        pathNot: "^node_modules/(openapi-fetch|csv-parse)/",
      },
    },
    {
      name: "client-library-needs-no-command",
      comment: "It also runs where Node's modules are missing.",
      severity: "error",
      from: { path: "^client/src/" },
      to: { path: "^client/cli/|^node:|^node_modules/csv-parse/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "service-needs-no-client",
      severity: "error",
      from: { path: "^(app|components|lib|scripts)/" },
      to: { path: "^client/" },
    },
    { name: "not-from-tests", severity: "error", from: { pathNot: "^tests/" }, to: { path: "^tests/" } },
    ...layers,
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
