import { readFileSync } from "node:fs";

// Paths that also work under /v1, and paths of the learning edition that the specification also shows without the version.
// They are rewritten, because a redirect would lose the request body. Our own server does the same.
const { versioned, learning, wellKnown } = JSON.parse(
  readFileSync(new URL("lib/http/server/api-paths.json", import.meta.url), "utf8"),
);

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // Set by our build (lib/operations/installation/build.ts): the same on all machines that build the same sources.
  generateBuildId: () => process.env.BUILD_ID ?? null,
  // Clients of the API send trailing slashes.
  skipTrailingSlashRedirect: true,
  // `npm run check` checks the types. A production build need not check them again.
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
  // Nothing uses image optimization, and its cache would still contain a badge that is no longer public.
  images: { unoptimized: true },
  // The module in which next-intl finds the language and the messages of a request.
  turbopack: { resolveAlias: { "next-intl/config": "./lib/platform/languages/request.ts" } },
  // Write the metadata of pages into the head for all clients, because pages must be complete without JavaScript.
  htmlLimitedBots: /.*/,
  serverExternalPackages: [
    "pino",
    "piscina",
    "sharp",
    "@prisma/client",
    "@prisma/adapter-pg",
    "pg",
    "nodemailer",
    "prom-client",
    "@react-pdf/renderer",
  ],
  // Pages load when they are first opened. Loading all of them at the start takes time and memory for pages, and for the
  // routes of the APIs, which our own server calls without Next (decision 0089).
  experimental: {
    preloadEntriesOnStart: false,
    // Writing the compiler's cache takes a fifth of a build, and an installation builds once.
    turbopackFileSystemCacheForBuild: false,
    // Nothing reads the source maps of a production build, and writing them takes a quarter of its time.
    turbopackSourceMaps: process.env.NODE_ENV !== "production",
  },
  rewrites: () => ({
    beforeFiles: [
      ...versioned.flatMap((path) => [
        { source: `/v1/${path}`, destination: `/${path}` },
        { source: `/v1/${path}/:rest*`, destination: `/${path}/:rest*` },
      ]),
      ...wellKnown.map((name) => ({
        source: `/.well-known/${name}/:rest*`,
        destination: `/well_known/${name.replaceAll("-", "_")}/:rest*`,
      })),
      ...learning.map((path) => ({ source: `/${path}/:rest*`, destination: `/v1.1/${path}/:rest*` })),
    ],
  }),
};

export default config;
