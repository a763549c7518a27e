// Content Security Policy and the other headers that do not depend on a request. Scripts: Next's own inline
// bootstrap needs a nonce or 'unsafe-inline'; pages that show what others wrote are rendered as text by React.
const production = process.env.NODE_ENV === "production";
const policy = [
  "default-src 'self'",
  `script-src 'self' 'unsafe-inline'${production ? "" : " 'unsafe-eval'"}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const apiPaths = ["organizations"];

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // Clients of the interface send trailing slashes, and a redirect would lose their bodies.
  skipTrailingSlashRedirect: true,
  serverExternalPackages: ["pino", "sharp", "@prisma/client", "@prisma/adapter-pg", "pg", "nodemailer"],
  // `npm run check` holds the types; a production build need not find them right a second time.
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
  experimental: { serverMinification: false },
  rewrites: () => ({
    beforeFiles: apiPaths.flatMap((path) => [
      { source: `/v1/${path}`, destination: `/${path}` },
      { source: `/v1/${path}/:rest*`, destination: `/${path}/:rest*` },
    ]),
  }),
  headers: () => [
    {
      source: "/:path*",
      headers: [
        { key: "Content-Security-Policy", value: policy },
        { key: "X-Content-Type-Options", value: "nosniff" },
        { key: "X-Frame-Options", value: "DENY" },
        { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
        { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=()" },
        { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
      ],
    },
  ],
};

export default config;
