// Paths of the interface that answer under /v1 too: a rewrite, not a redirect, which would lose bodies.
const apiPaths = ["organizations", "oauth", "me"];
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
  serverExternalPackages: [
    "pino",
    "sharp",
    "@prisma/client",
    "@prisma/adapter-pg",
    "pg",
    "nodemailer",
    "prom-client",
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
