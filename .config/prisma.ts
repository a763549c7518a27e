// `prisma generate` requires a native engine binary but never runs it. Any existing file will do, so that the install
// needs no download (lib/platform/postgres/migrate.ts uses the migration engine as WebAssembly).
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

const config = {
  schema: "../prisma/schema",
  migrations: { path: "../prisma/migrations" },
  ...(process.env.DATABASE_URL ? { datasource: { url: process.env.DATABASE_URL } } : {}),
};

export default config;
