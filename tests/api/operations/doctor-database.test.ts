import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { clock } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { createKeyring } from "@/lib/kernel/keyring";
import { replaceKeys } from "@/lib/kernel/secrets";
import { findOtherOwners, listLongTransactions, readConnectionLimits } from "@/lib/operations/doctor/catalog";
import { judgeConnections, judgeOwners, judgeVersion } from "@/lib/operations/doctor/database";
import { checkEncryptionKey, keyProbes } from "@/lib/operations/stored-secrets/key-probe";
import { withClient } from "@/lib/platform/postgres/database";
import { applyMigrations } from "@/lib/platform/postgres/migrate";
import { managePartitions } from "@/lib/operations/retention/partitions";
import { createTestOrganization } from "../../support/builders";
import { openConnection, sql } from "../../support/platform/database";
import { findProblems, findReasonToSkip, runCheck } from "../../support/platform/examination";
import { startReplicatedPostgres, type ReplicatedPostgres } from "../../support/platform/replicated-postgres";

const problem = (text: string) => expect.stringContaining(text) as string;

describe("the server", () => {
  it("has an old version", async () => {
    expect(await findProblems("database-version")).toEqual([]);
    expect(judgeVersion(140_012)).toMatchObject([{ problem: "The database server is PostgreSQL 14." }]);
  });

  it("has fewer connections than the processes of all hosts and of an upgrade may use", async () => {
    expect(await findProblems("database-connections")).toEqual([]);
    const variables = { WEB_CONCURRENCY: "4", DATABASE_POOL: "60" };
    const [found = ""] = await findProblems("database-connections", { variables });
    for (const figure of [
      "197 connections",
      "max_connections 200",
      "4 server processes with 60",
      "up to 497",
    ])
      expect(found).toContain(figure);
    const examined = {
      env: { ...env(), WEB_CONCURRENCY: 4, DATABASE_POOL: 10, inngest: false },
      isEmbedded: false,
    };
    const judge = (hosts: number) =>
      judgeConnections(examined, { limit: 97, limitedBy: null, maxConnections: 100, reserved: 3, hosts });
    expect(judge(1)).toEqual([]);
    expect(judge(2)).toMatchObject([{ problem: problem("3 hosts"), remedy: problem("at least 147") }]);
    const client = await openConnection();
    await client.query("SET application_name = 'badges web'");
    const limits = await withClient(env().DATABASE_URL, (other) => readConnectionLimits(other, "badges web"));
    await client.end();
    expect(limits).toMatchObject({ limit: 197, limitedBy: null, maxConnections: 200, reserved: 3, hosts: 1 });
  });

  it("limits the connections of the database", async () => {
    const [current] = await sql("SELECT quote_ident(current_database()) AS name");
    const limited = `DATABASE ${String(current?.name)}`;
    await sql(`ALTER ${limited} CONNECTION LIMIT 50`);
    onTestFinished(async () => void (await sql(`ALTER ${limited} CONNECTION LIMIT -1`)));
    const { findings } = await runCheck("database-connections", { variables: { WEB_CONCURRENCY: "4" } });
    expect(findings).toMatchObject([
      {
        problem: problem(`50 connections for the service (CONNECTION LIMIT of ${limited})`),
        remedy: problem(`ALTER ${limited} CONNECTION LIMIT `),
      },
    ]);
    // The statement is one that PostgreSQL accepts, and is enough.
    await sql(/ALTER [^;]+;/.exec(findings[0]?.remedy ?? "")?.[0] ?? "");
    expect(await findProblems("database-connections", { variables: { WEB_CONCURRENCY: "4" } })).toEqual([]);
  });

  it("has few locks, tables of another role, or a replica that is away", { timeout: 240_000 }, async () => {
    const server: ReplicatedPostgres = await startReplicatedPostgres({ max_locks_per_transaction: "64" });
    onTestFinished(server.stop);
    const own = { DATABASE_URL: server.url };
    expect(await findProblems("database-locks", { variables: own })).toEqual([problem("is 64")]);
    expect(await findProblems("database-locks")).toEqual([]);

    await server.queryPrimary("ALTER ROLE badges CONNECTION LIMIT 5");
    const { findings } = await runCheck("database-connections", { variables: own });
    expect(findings).toMatchObject([{ remedy: problem("run: ALTER ROLE badges CONNECTION LIMIT ") }]);
    await server.queryPrimary(/ALTER [^;]+/.exec(findings[0]?.remedy ?? "")?.[0] ?? "");
    expect(await findProblems("database-connections", { variables: own })).toEqual([]);

    await withClient(server.url, (client) => client.query("CREATE TABLE things (id int)"));
    expect(await findProblems("database-role", { variables: own })).toEqual([]);
    await server.queryPrimary("ALTER TABLE things OWNER TO postgres");
    expect(await findProblems("database-role", { variables: own })).toEqual([
      "Tables belong to postgres, but DATABASE_URL signs in as badges.",
    ]);
    // PostgreSQL refuses to reassign what belongs to the role that created the server.
    const owners = await withClient(server.url, findOtherOwners);
    expect(judgeOwners(owners)).toMatchObject([{ remedy: problem("pg_dump --no-owner") }]);
    const others = { ...owners, others: ["importer"] };
    expect(judgeOwners(others)).toMatchObject([
      { remedy: problem('REASSIGN OWNED BY "importer" TO "badges"') },
    ]);
    await server.queryPrimary("ALTER TABLE things OWNER TO badges");
    expect(await findProblems("database-role", { variables: own })).toEqual([]);

    expect(await findProblems("database-rights", { variables: own })).toEqual([]);
    // The roles of compose.yaml, under other names.
    const [, statements = ""] =
      /<<'SQL'\n(.*)\nSQL\n/s.exec(await readFile("deploy/postgres-roles.sh", "utf8")) ?? [];
    for (const statement of statements.replaceAll("badges", "school").split(";\n"))
      await server.queryPrimary(statement.replaceAll(/:'\w+'/g, "'secret'").replace(/;$/, ""));
    const urlOf = (role: string, database: string): string => {
      const url = new URL(server.url);
      return Object.assign(url, { username: role, password: "secret", pathname: `/${database}` }).href;
    };
    const school = { DATABASE_URL: urlOf("school", "school") };
    expect(await findProblems("database-rights", { variables: school })).toEqual([]);
    await withClient(school.DATABASE_URL, (client) => client.query("CREATE EXTENSION pg_trgm"));
    for (const [role, database] of [
      ["school", "inngest"],
      ["inngest", "school"],
      ["school", "postgres"],
    ] as const)
      await expect(withClient(urlOf(role, database), (client) => client.query("SELECT 1"))).rejects.toThrow(
        "permission denied for database",
      );
    await server.queryPrimary("ALTER DATABASE inngest OWNER TO school");
    expect(await findProblems("database-rights", { variables: school })).toEqual([
      problem("also owns inngest"),
    ]);
    await server.queryPrimary("ALTER ROLE school SUPERUSER");
    expect(await findProblems("database-rights", { variables: school })).toEqual([
      problem("which is a superuser"),
    ]);

    const variables = { ...own, READ_DATABASE_URL: server.replicaUrl, REDIS_URL: "redis://127.0.0.1:1" };
    const check = (changes: Record<string, string> = {}) =>
      findProblems("replica", { variables: { ...variables, READ_DATABASE_LAG_MS: "1000", ...changes } });
    expect(await check()).toEqual([]);
    await server.pause();
    await withClient(server.url, (client) => client.query("INSERT INTO things VALUES (1)"));
    expect(await check()).toEqual([problem("bytes of the log after 1000 ms")]);
    await server.resume();
    expect(await check()).toEqual([]);
    expect(await check({ READ_DATABASE_URL: server.url })).toEqual([problem("it is no standby")]);
    await server.stopReplica();
    expect(await check()).toEqual([problem("is not used")]);
    await server.startReplica();
    expect(await check()).toEqual([]);
    expect(await findReasonToSkip("replica")).toBe("READ_DATABASE_URL is not set");
  });

  it("has a clock that differs from this machine's", async () => {
    expect(await findProblems("clock")).toEqual([]);
    const ahead = vi.spyOn(clock, "now").mockImplementation(() => new Date(Date.now() + 60_000));
    expect(await findProblems("clock")).toEqual([problem("60 s ahead of")]);
    ahead.mockRestore();
    expect(await findProblems("clock")).toEqual([]);
  });

  it("has transactions that have been open for long", async () => {
    const connection = await openConnection();
    const list = () => withClient(env().DATABASE_URL, (client) => listLongTransactions(client, 0));
    const { rows } = await connection.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const ours = `SELECT pg_terminate_backend(${rows[0]?.pid});`;
    const remedies = async () => (await list()).map(({ remedy }) => remedy);
    await connection.query("BEGIN");
    await connection.query("SELECT 1");
    expect(await remedies()).toContain(ours);
    await connection.query("COMMIT");
    expect(await remedies()).not.toContain(ours);
    await connection.end();
    expect(await findProblems("long-transactions")).toEqual([]);
  });
});

const LATEST = "(SELECT max(migration_name) FROM _prisma_migrations)";

describe("migrations", () => {
  it("failed, are pending, or are of another version", async () => {
    expect(await findProblems("migrations")).toEqual([]);
    await sql(`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = ${LATEST}`);
    expect(await findProblems("migrations")).toEqual([problem("failed or were interrupted")]);
    await sql(`UPDATE _prisma_migrations SET finished_at = now() WHERE migration_name = ${LATEST}`);
    expect(await findProblems("migrations")).toEqual([]);

    const name = "29990101000000_of_a_later_version";
    await sql(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('later', '', $1, now())`,
      [name],
    );
    expect(await findProblems("migrations")).toEqual([problem(name)]);
    await sql("DELETE FROM _prisma_migrations WHERE id = 'later'");
    expect(await findProblems("migrations")).toEqual([]);

    await sql("DROP TABLE page_files, page_builds");
    await sql("DELETE FROM _prisma_migrations WHERE migration_name = '20261212400000_page_files'");
    expect(await findProblems("migrations")).toEqual([problem("are pending: 20261212400000_page_files")]);
    await applyMigrations(env().DATABASE_URL);
    expect(await findProblems("migrations")).toEqual([]);
  });
});

describe("indexes", () => {
  it("were built with another version of the server's collations", async () => {
    expect(await findProblems("collations")).toEqual([]);
    await sql(`CREATE COLLATION "older" (provider = icu, locale = 'und', version = '1')`);
    expect(await findProblems("collations")).toEqual([problem("older")]);
    await sql(`ALTER COLLATION "older" REFRESH VERSION`);
    expect(await findProblems("collations")).toEqual([]);
  });

  it("were not built completely", async () => {
    const findRemedies = async () => (await runCheck("indexes")).findings.map(({ remedy }) => remedy);
    await sql("CREATE TABLE twins (id int)");
    await sql("INSERT INTO twins VALUES (1), (1)");
    await expect(sql("CREATE UNIQUE INDEX CONCURRENTLY twins_id ON twins (id)")).rejects.toThrow("twins_id");
    expect(await findProblems("indexes")).toEqual([problem("twins_id")]);
    await sql("DELETE FROM twins");
    await sql("ALTER INDEX twins_id RENAME TO twins_id_ccnew");
    expect(await findRemedies()).toEqual([problem("DROP INDEX CONCURRENTLY twins_id_ccnew;")]);
    await sql("ALTER INDEX twins_id_ccnew RENAME TO twins_id");
    expect(await findRemedies()).toEqual([problem("REINDEX INDEX CONCURRENTLY twins_id;")]);
    await sql(`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = ${LATEST}`);
    expect(await findRemedies()).toEqual([problem("Run npm run migrate")]);
    await sql(`UPDATE _prisma_migrations SET finished_at = now() WHERE migration_name = ${LATEST}`);
    await sql("REINDEX INDEX CONCURRENTLY twins_id");
    expect(await findProblems("indexes")).toEqual([]);
  });
});

describe("encryption", () => {
  const [current, previous] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];

  beforeEach(() => withClient(env().DATABASE_URL, (client) => checkEncryptionKey(client, null)));
  afterEach(() => replaceKeys(current, []));

  it("with a key that is lost", async () => {
    const { id } = await createTestOrganization();
    const { rows } = await withClient(env().DATABASE_URL, (client) =>
      client.query<{ id: string; secret: Buffer }>(
        `SELECT id, webhook_secret AS secret FROM organizations WHERE id = $1`,
        [id],
      ),
    );
    const stored = rows[0];
    expect(await findProblems("encryption-key")).toEqual([]);
    const lost = createKeyring(Buffer.alloc(32, 99)).encrypt("whsec", "organizations.webhook_secret", id);
    await sql("UPDATE organizations SET webhook_secret = $2 WHERE id = $1", [id, lost]);
    expect(await findProblems("encryption-key")).toEqual([
      "No key can decrypt 1 of organizations.webhook_secret.",
    ]);
    await sql("UPDATE organizations SET webhook_secret = $2 WHERE id = $1", [id, stored?.secret]);
    expect(await findProblems("encryption-key")).toEqual([]);
  });

  it("with a previous key that nothing needs any more", async () => {
    const variables = { ENCRYPTION_KEY_PREVIOUS: previous.toString("base64") };
    replaceKeys(current, [previous]);
    expect(await findProblems("previous-encryption-key", { variables })).toEqual([
      problem("Nothing is encrypted with the keys in ENCRYPTION_KEY_PREVIOUS"),
    ]);
    const { findings } = await runCheck("previous-encryption-key", { variables });
    expect(findings[0]?.remedy).toContain("as long as a backup from before the change exists");
    const row = "00000000-0000-4000-8000-000000000001";
    const old = createKeyring(previous).encrypt("ENCRYPTION_KEY", keyProbes.binding, row);
    const [probe] = await sql("SELECT value FROM encryption_key_probes");
    await sql("UPDATE encryption_key_probes SET value = $1", [old]);
    expect(await findProblems("previous-encryption-key", { variables })).toEqual([]);
    await sql("UPDATE encryption_key_probes SET value = $1", [probe?.value]);
    const id = newId();
    await sql(
      `INSERT INTO idempotency_keys (owner_id, caller_id, key, request_digest, status, body)
       VALUES ($1, 'token', 'key', '', 201, $2)`,
      [id, createKeyring(previous).encrypt("{}", "idempotency_keys.body", id)],
    );
    expect(await findProblems("previous-encryption-key", { variables })).toEqual([]);
    await sql("DELETE FROM idempotency_keys");
    expect(await findReasonToSkip("previous-encryption-key")).toBe("there is no previous key");
  });
});

describe("rows", () => {
  it("have no partition for the coming time", async () => {
    await managePartitions();
    expect(await findProblems("partitions")).toEqual([]);
    const [latest] = await sql(
      `SELECT max(relname::text) AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
       WHERE inhparent = 'events'::regclass AND relname LIKE 'events\\_2%'`,
    );
    await sql(`DROP TABLE "${String(latest?.name)}"`);
    expect(await findProblems("partitions")).toEqual([problem(String(latest?.name))]);
    await managePartitions();
    expect(await findProblems("partitions")).toEqual([]);
  });

  it("of domains say that their proof is lost", async () => {
    const { id } = await createTestOrganization();
    await sql(
      `INSERT INTO organization_domains (organization_id, name, token, created_at) VALUES ($1, 'badges.example', 't', now())`,
      [id],
    );
    await sql(
      `INSERT INTO issuer_domains (organization_id, domain, enabled_at, active_since, listed_keys)
       VALUES ($1, 'badges.example', now(), now(), '{}')`,
      [id],
    );
    expect(await findProblems("domains")).toEqual([]);
    await sql("UPDATE organization_domains SET failing_since = now()");
    expect(await findProblems("domains")).toEqual([problem("The verification of badges.example")]);
    await sql("UPDATE organization_domains SET failing_since = NULL");
    await sql("UPDATE issuer_domains SET active_since = NULL");
    expect(await findProblems("domains")).toEqual([problem("did:web of badges.example")]);
    await sql("UPDATE issuer_domains SET active_since = now()");
    expect(await findProblems("domains")).toEqual([]);
  });
});
