// `prisma generate` insists on a native engine binary that it never runs; any existing file satisfies it,
// so the install needs no download (the migration engine is used as WebAssembly by lib/platform/postgres/migrate.ts).
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

const config = {
  schema: "../prisma/schema",
  migrations: { path: "../prisma/migrations" },
  ...(process.env.DATABASE_URL ? { datasource: { url: process.env.DATABASE_URL } } : {}),
};

export default config;
