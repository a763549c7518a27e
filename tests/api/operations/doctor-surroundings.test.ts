import { readFileSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { describe, expect, it, onTestFinished } from "vitest";
import { env } from "@/lib/kernel/env";
import { LOCAL_CHECKS, STORED_CHECKS } from "@/lib/operations/doctor/examine";
import { judgeFreeSpace } from "@/lib/operations/doctor/files";
import { buildExamined, findProblems, findReasonToSkip } from "../../support/platform/examination";
import {
  createLocalhostCertificate,
  type LocalhostCertificate,
} from "../../support/platform/localhost-certificate";
import { until } from "../../support/until";
import { hasRedis, startRedis } from "../../support/platform/redis";

const problems = (name: string, variables: Record<string, string | undefined> = {}) =>
  findProblems(name, { variables });

describe("variables", () => {
  it.each<[check: string, broken: Record<string, string>, problem: RegExp]>([
    ["app-url", { APP_URL: "http://badges.example.org" }, /without https/],
    ["app-url", { APP_URL: "http://localhost:3000" }, /although DATABASE_URL is set/],
    ["secrets", { SESSION_SECRET: "0123012301230123012301230123012301230123" }, /SESSION_SECRET is easy/],
    ["secrets", { ENCRYPTION_KEY: Buffer.alloc(32, 9).toString("base64") }, /ENCRYPTION_KEY is easy/],
    ["rate-limit", { RATE_LIMIT: "off" }, /RATE_LIMIT is off/],
    ["private-addresses", { WEBHOOKS_ALLOW_INSECURE: "1" }, /WEBHOOKS_ALLOW_INSECURE is 1/],
    ["inngest-dev", { INNGEST_DEV: "1" }, /INNGEST_DEV is 1/],
  ])("%s: %o", async (check, broken, problem) => {
    const mended = { ENCRYPTION_KEY: "q1xGmR7V0y1Dk2YJtq8oP0Vn3c5b9sWfZ4uLhE6aTgM=" };
    expect(await problems(check, { ...mended, ...broken })).toEqual([expect.stringMatching(problem)]);
    expect(await problems(check, mended)).toEqual([]);
  });

  it("of an installation on localhost with the embedded database may be those of a trial", async () => {
    const variables = {
      APP_URL: "http://localhost:3000",
      RATE_LIMIT: "off",
      WEBHOOKS_ALLOW_INSECURE: "1",
      INNGEST_DEV: "1",
    };
    for (const check of ["app-url", "rate-limit", "private-addresses", "inngest-dev", "mail-server"])
      expect(await findProblems(check, { variables, isEmbedded: true }), check).toEqual([]);
  });
});

describe("files", () => {
  it("in DATA_DIR that others can read", async () => {
    const directory = join(env().DATA_DIR, "mail");
    await chmod(env().DATA_DIR, 0o700);
    await mkdir(directory, { mode: 0o700 });
    // Not ours, so it is the operator's matter.
    await writeFile(join(env().DATA_DIR, "notes.txt"), "", { mode: 0o644 });
    expect(await problems("data-directory")).toEqual([]);
    await chmod(directory, 0o755);
    expect(await problems("data-directory")).toEqual([expect.stringContaining(directory)]);
    await chmod(directory, 0o700);
    await chmod(env().DATA_DIR, 0o750);
    expect(await problems("data-directory")).toEqual([expect.stringContaining(env().DATA_DIR)]);
    await chmod(env().DATA_DIR, 0o700);
    expect(await problems("data-directory")).toEqual([]);
  });

  it("on a disk that is almost full", async () => {
    expect(await problems("disk-space")).toEqual([]);
    const judge = (isEmbedded: boolean, SMTP_URL?: string) =>
      judgeFreeSpace(
        buildExamined({ isEmbedded, variables: { DATA_DIR: "/srv/data", SMTP_URL } }),
        300 * 1024 ** 2,
      );
    expect(judge(true)).toMatchObject([
      {
        problem: "The disk with /srv/data has 0.3 GB left.",
        reason: expect.stringMatching(/database stops/),
      },
    ]);
    // Drawings need no disk: tests/api/platform/file-cache.test.ts.
    expect(judge(false, "smtps://mail.example.org")).toMatchObject([
      { reason: expect.stringMatching(/cannot be cached.* draws them again/) },
    ]);
    expect(judge(false)).toMatchObject([{ reason: expect.stringMatching(/e-mails are files/) }]);
  });
});

describe("the mail server", () => {
  const startServer = async (options: SMTPServerOptions = {}) => {
    const server = new SMTPServer({
      authOptional: true,
      onAuth: ({ password }, _session, callback) =>
        password === "right" ? callback(null, { user: "badges" }) : callback(new Error("wrong password")),
      ...options,
    });
    server.on("error", () => undefined);
    await new Promise<void>((done) => void server.listen(0, "0.0.0.0", done));
    const stop = () => new Promise<void>((done) => server.close(() => done()));
    onTestFinished(stop);
    return { port: (server.server.address() as AddressInfo).port, stop };
  };
  const withCertificate = async (days: number): Promise<LocalhostCertificate> => {
    const certificate = await createLocalhostCertificate([], days);
    onTestFinished(certificate.remove);
    return certificate;
  };
  const check = (url: string) => problems("mail-server", { SMTP_URL: url });

  it("is not set", async () => {
    expect(await problems("mail-server")).toEqual([expect.stringContaining("SMTP_URL is not set")]);
  });

  it("does not respond, or refuses the password", async () => {
    const { port, stop } = await startServer({ disabledCommands: ["STARTTLS"], allowInsecureAuth: true });
    expect(await check(`smtp://127.0.0.1:${port}`)).toEqual([]);
    expect(await check(`smtp://badges:right@127.0.0.1:${port}`)).toEqual([]);
    expect(await check(`smtp://badges:wrong@127.0.0.1:${port}`)).toEqual([
      expect.stringContaining("wrong password"),
    ]);
    await stop();
    expect(await check(`smtp://127.0.0.1:${port}`)).toEqual([expect.stringContaining("ECONNREFUSED")]);
  });

  it("hears the host name of SMTP_EHLO_NAME in every conversation, as when mails are sent", async () => {
    const names: string[] = [];
    const { port } = await startServer({
      disabledCommands: ["STARTTLS"],
      onClose: ({ hostNameAppearsAs }) => void names.push(hostNameAppearsAs),
    });
    const SMTP_EHLO_NAME = "badges.example.org";
    expect(await problems("mail-server", { SMTP_URL: `smtp://127.0.0.1:${port}`, SMTP_EHLO_NAME })).toEqual(
      [],
    );
    await until("both conversations to end", () => names.length === 2);
    expect(names).toEqual([SMTP_EHLO_NAME, SMTP_EHLO_NAME]);
  });

  it("offers no encryption, on another machine than this", async () => {
    const plain = await startServer({ disabledCommands: ["STARTTLS"] });
    expect(await check(`smtp://0.0.0.0:${plain.port}`)).toEqual([
      expect.stringContaining("offers no encryption"),
    ]);
    const { key, cert } = await withCertificate(90);
    const encrypted = await startServer({ key, cert });
    expect(await check(`smtp://0.0.0.0:${encrypted.port}?tls.rejectUnauthorized=false`)).toEqual([]);
  });

  it.each([false, true])(
    "has a certificate that nobody trusts, or that soon ends (secure: %s)",
    async (secure) => {
      const soon = await withCertificate(7);
      const later = await withCertificate(90);
      const scheme = secure ? "smtps" : "smtp";
      const [first, second] = [
        await startServer({ key: soon.key, cert: soon.cert, secure }),
        await startServer({ key: later.key, cert: later.cert, secure }),
      ];
      const trusted = "?tls.rejectUnauthorized=false";
      expect(await check(`${scheme}://127.0.0.1:${second.port}`)).toEqual([
        expect.stringContaining("self-signed certificate"),
      ]);
      expect(await check(`${scheme}://127.0.0.1:${first.port}${trusted}`)).toEqual([
        expect.stringMatching(/^The certificate of the mail server 127\.0\.0\.1:\d+ ends on/),
      ]);
      expect(await check(`${scheme}://127.0.0.1:${second.port}${trusted}`)).toEqual([]);
    },
  );
});

describe("other services", () => {
  it.skipIf(!hasRedis())("Redis does not respond", async () => {
    const redis = await startRedis();
    onTestFinished(redis.end);
    const variables = { REDIS_URL: redis.url };
    expect(await problems("redis", variables)).toEqual([]);
    await redis.end();
    expect(await problems("redis", variables)).toEqual([expect.stringContaining("ECONNREFUSED")]);
    await redis.start();
    expect(await problems("redis", variables)).toEqual([]);
    expect(await findReasonToSkip("redis")).toBe("REDIS_URL is not set");
  });

  it("Inngest does not respond", async () => {
    const server = createServer((_request, response) => void response.end("ok"));
    await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
    const port = (server.address() as AddressInfo).port;
    const variables = {
      INNGEST_BASE_URL: `http://127.0.0.1:${port}`,
      INNGEST_EVENT_KEY: "event",
      INNGEST_SIGNING_KEY: "signkey-prod-0a",
    };
    expect(await problems("inngest", variables)).toEqual([]);
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    expect(await problems("inngest", variables)).toEqual([expect.stringContaining("ECONNREFUSED")]);
    expect(await findReasonToSkip("inngest")).toBe("jobs run in the service itself");
  });

  it("Inngest on another machine would call itself", async () => {
    const variables = {
      APP_URL: "http://localhost:3000",
      INNGEST_BASE_URL: "http://inngest.example:8288",
      INNGEST_EVENT_KEY: "event",
      INNGEST_SIGNING_KEY: "signkey-prod-0a",
    };
    expect(await problems("inngest-address", variables)).toEqual([
      "Inngest at http://inngest.example:8288 is to call this service at http://localhost:3000, which is its own machine.",
    ]);
    for (const mended of [
      { INNGEST_SERVE_ORIGIN: "http://web:3000" },
      { APP_URL: "https://badges.example.org" },
      { INNGEST_BASE_URL: "http://127.0.0.1:8288" },
    ])
      expect(await problems("inngest-address", { ...variables, ...mended })).toEqual([]);
    expect(await findReasonToSkip("inngest-address")).toBe("jobs run in the service itself");
  });
});

it("docs/operating/doctor.md lists every check", () => {
  const text = readFileSync("docs/operating/doctor.md", "utf8");
  const listed = [...text.matchAll(/^\| `([a-z-]+)`/gm)].map(([, name = ""]) => name);
  const checks = [...LOCAL_CHECKS, ...STORED_CHECKS].map(({ name }) => name);
  // Found out before any check can be made.
  const first = ["variables", "installation", "database"];
  expect(listed.toSorted()).toEqual([...first, ...checks].toSorted());
});
