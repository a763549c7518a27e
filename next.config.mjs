// Paths of the interface that answer under /v1 too: a rewrite, not a redirect, which would lose bodies.
const apiPaths = ["organizations", "oauth", "me", "obi", "password_resets"];
// Paths of the learning edition that the specification also shows without their version.
const learningPaths = ["cle_auth", "cle_eligibility"];

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // Clients of the interface send trailing slashes.
  skipTrailingSlashRedirect: true,
  // `npm run check` holds the types; a production build need not find them right a second time.
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
  // Nothing uses it, and its cache would outlive a badge that is public no longer.
  images: { unoptimized: true },
  // Where next-intl finds the language and the sentences of a request.
  turbopack: { resolveAlias: { "next-intl/config": "./lib/delivery/languages/request.ts" } },
  // Titles and cards of pages stand in their heads, for everybody: a page must be whole without JavaScript.
  htmlLimitedBots: /.*/,
  serverExternalPackages: [
    "pino",
    "sharp",
    "@prisma/client",
    "@prisma/adapter-pg",
    "pg",
    "nodemailer",
    "prom-client",
    "@react-pdf/renderer",
  ],
  rewrites: () => ({
    beforeFiles: [
      ...apiPaths.flatMap((path) => [
        { source: `/v1/${path}`, destination: `/${path}` },
        { source: `/v1/${path}/:rest*`, destination: `/${path}/:rest*` },
      ]),
      ...learningPaths.map((path) => ({ source: `/${path}/:rest*`, destination: `/v1.1/${path}/:rest*` })),
    ],
  }),
};

export default config;
