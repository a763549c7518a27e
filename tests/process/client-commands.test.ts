import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { verifyWebhook } from "../../client/src/client";
import { buildBadgeRequest, callApi, createIssuer, type Issuer } from "../support/badges/issuing";
import { startReceiver, type Receiver } from "../support/delivery/webhook-receiver";
import { buildClient, runBadges, startBadges, type BadgesCommand } from "../support/http/badges-command";
import { startCuttingProxy, type CuttingProxy } from "../support/http/cutting-proxy";
import { startNewProduct } from "../support/platform/prepared-product";
import { ensureBuilt, type Product } from "../support/platform/product";
import { until } from "../support/until";

// The command line against the running product.

let product: Product;
let receiver: Receiver;
let issuer: Issuer;
let proxy: CuttingProxy;
let folder = "";
let env: Record<string, string> = {};
let people = 0;

beforeAll(async () => {
  await ensureBuilt();
  buildClient();
  receiver = await startReceiver();
  product = await startNewProduct();
  issuer = await createIssuer(product, "");
  proxy = await startCuttingProxy(product.origin);
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "badges-command-"));
  env = {
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_STATE_HOME: join(folder, "state"),
    BADGES_URL: proxy.origin,
    BADGES_TOKEN: issuer.authorization_token,
  };
  return () => rm(folder, { recursive: true });
});
afterAll(async () => {
  await proxy?.stop();
  await receiver?.close();
  await product?.remove();
});

const newEmail = () => `person${(people += 1)}@example.org`;
const parseLines = (text: string) =>
  text
    .trim()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function issueByApi(email = newEmail()): Promise<string> {
  const response = await callApi(product.origin, issuer, buildBadgeRequest(issuer, email));
  return ((await response.json()) as { data: { id: string } }).data.id;
}

async function listEmails(): Promise<string[]> {
  const { stdout } = await runBadges(["list", "--all", "--json"], env);
  return parseLines(stdout).map(({ recipient_email: email }) => String(email));
}

const writePeople = async (lines: string[], name = "people.csv"): Promise<string> => {
  const file = join(folder, name);
  await writeFile(file, lines.join("\n"));
  return file;
};
const issueFile = (file: string, ...more: string[]) =>
  runBadges(["issue", "--template", issuer.templateId, "--file", file, "--no-email", ...more], env);

describe("badges login", () => {
  const withoutLogin = () => ({
    XDG_CONFIG_HOME: env.XDG_CONFIG_HOME ?? "",
    XDG_STATE_HOME: env.XDG_STATE_HOME ?? "",
  });

  it("stores the token from the standard input in a private file, which later commands use", async () => {
    const signedIn = await runBadges(
      ["login", "--url", `${product.origin}/`],
      withoutLogin(),
      `${issuer.authorization_token}\n`,
    );
    expect(signedIn).toMatchObject({ code: 0, stdout: expect.stringContaining("Signed in to") });
    expect(signedIn.stdout + signedIn.stderr).not.toContain(issuer.authorization_token);
    const file = join(folder, "config", "badges", "login.json");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, "utf8")).toContain(issuer.authorization_token);
    expect(await runBadges(["templates"], withoutLogin())).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(issuer.templateId),
    });
    await chmod(file, 0o644);
    expect(await runBadges(["list"], withoutLogin())).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("chmod 600"),
    });
    expect((await runBadges(["logout"], withoutLogin())).code).toBe(0);
    expect(await runBadges(["list"], withoutLogin())).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("badges login"),
    });
  });

  it("stores nothing when the token is refused, and says what is wrong", async () => {
    const refused = await runBadges(["login", "--url", product.origin], withoutLogin(), "bat_wrong");
    expect(refused.code).toBe(3);
    await expect(stat(join(folder, "config"))).rejects.toThrow("ENOENT");
    const cases: [string[], Record<string, string>, number, string][] = [
      [["login"], {}, 2, "--url is missing"],
      [["login", "--url", "http://badges.example.org"], {}, 2, "https"],
      [["list"], { BADGES_URL: product.origin }, 3, "Set both"],
      [["list"], { BADGES_URL: "http://127.0.0.1:1", BADGES_TOKEN: "x" }, 4, "cannot be reached"],
      [["fly"], {}, 2, "no command “fly”"],
      [["list", "--colour"], {}, 2, "--colour"],
    ];
    for (const [args, more, code, message] of cases)
      expect(await runBadges(args, { ...withoutLogin(), ...more }, "x")).toMatchObject({
        code,
        stdout: "",
        stderr: expect.stringContaining(message),
      });
  });

  it("explains each command with examples", async () => {
    for (const name of ["login", "logout", "templates", "issue", "list", "watch", "listen"]) {
      const { code, stdout } = await runBadges([name, "--help"], {});
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(`Usage: badges ${name}`) });
    }
  });
});

describe("badges issue", () => {
  it("issues one badge, which badges list finds", async () => {
    const email = newEmail();
    const person = ["--email", email, "--first-name", "Grace", "--last-name", "Hopper"];
    const args = ["issue", "--template", issuer.templateId, ...person];
    expect(await runBadges([...args, "--dry-run"], env)).toMatchObject({ code: 0 });
    expect(await listEmails()).not.toContain(email);
    const { code, stdout } = await runBadges([...args, "--json"], env);
    expect(code).toBe(0);
    expect(await runBadges(["list", "--email", email], env)).toMatchObject({
      stdout: expect.stringContaining(String(parseLines(stdout)[0]?.id)),
    });
    expect(await runBadges(args, env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("already has this badge"),
    });
    expect((await runBadges(args.slice(0, -2), env)).code).toBe(2);
  });

  it("issues nothing when a line of the file is wrong, and names every wrong line", async () => {
    const [good, repeated] = [newEmail(), newEmail()];
    const file = await writePeople([
      "email,first_name,last_name",
      `${good},Ada,Okafor`,
      "nobody,Ada,Okafor",
      `${repeated},Ada,`,
      `${repeated.toUpperCase()},Ada,Okafor`,
    ]);
    const { code, stderr } = await issueFile(file);
    expect(code).toBe(2);
    expect(stderr.split("\n").filter((line) => line.includes("Line "))).toEqual([
      "  Line 3: “nobody” is not an e-mail address",
      "  Line 4: the last name (a column “last_name”) is missing",
      "  Line 5: the same recipient and template as line 4",
    ]);
    expect(await listEmails()).not.toContain(good);
    expect((await issueFile(await writePeople(["email,nickname", "a@b.c,x"]))).stderr).toContain("nickname");
    expect((await issueFile(await writePeople(['email,first_name\n"a']))).stderr).toContain(
      "not a valid CSV",
    );
    expect((await issueFile(join(folder, "missing.csv"))).stderr).toContain("ENOENT");
  });

  it("issues a file once, although it is killed in the middle and run again", async () => {
    const emails = Array.from({ length: 250 }, newEmail);
    const file = await writePeople([
      "\u{feff}Email,First Name,Last Name",
      ...emails.map((email) => `${email},Ada,Okafor`),
    ]);
    const first = startBadges(
      [
        "issue",
        "--template",
        issuer.templateId,
        "--file",
        file,
        "--no-email",
        "--duplicates",
        "allow",
      ].concat("--issued-at", "2026-04-01"),
      env,
    );
    await until("a part is issued", () => first.stderr().includes("100 of 250"));
    first.child.kill("SIGKILL");
    await first.ended;
    // The service would allow duplicates: only the idempotency keys prevent them.
    const second = await issueFile(file, "--duplicates", "allow", "--issued-at", "2026-04-01");
    expect(second).toMatchObject({ code: 0, stderr: expect.stringContaining("Not issued: 0.") });
    const third = await issueFile(file, "--duplicates", "allow", "--issued-at", "2026-04-01");
    expect(third.stderr).toContain("Issued: 0. Had the badge before: 250. Not issued: 0.");
    const issued = (await listEmails()).filter((email) => emails.includes(email));
    expect(issued.toSorted()).toEqual(emails.toSorted());
    // Another day, with the rule of the service.
    const later = await issueFile(file, "--issued-at", "2026-04-02");
    expect(later.stderr).toContain("Issued: 0. Had the badge before: 250. Not issued: 0.");
    expect((await issueFile(file, "--duplicates", "allow")).stderr).toContain("set --issued-at");
  });

  it("reports the rows that the service refuses", async () => {
    const email = newEmail();
    const file = await writePeople([
      "email,first_name,last_name,expires_at",
      `${email},A,B,`,
      `${newEmail()},A,B,soon`,
    ]);
    const { code, stdout } = await issueFile(file, "--json");
    expect(code).toBe(1);
    expect(parseLines(stdout)).toEqual([
      expect.objectContaining({ line: 2, recipient_email: email, outcome: "issued" }),
      expect.objectContaining({ line: 3, outcome: "failed" }),
    ]);
  });
});

describe("badges watch and badges listen", () => {
  const running: BadgesCommand[] = [];
  const stop = async (command: BadgesCommand) => {
    command.child.kill("SIGINT");
    return command.ended;
  };
  beforeEach(() => async () => {
    for (const command of running.splice(0)) await stop(command);
  });
  const countPositions = (home: string): Promise<number> =>
    readdir(join(home, "badges/positions")).then(
      ({ length }) => length,
      () => 0,
    );
  async function findNewestEvent(): Promise<string> {
    const response = await fetch(
      `${product.origin}/v1/organizations/${issuer.organization_id}/events?per=1`,
      {
        headers: { authorization: `Basic ${btoa(`${issuer.authorization_token}:`)}` },
      },
    );
    const [newest] = ((await response.json()) as { data: { id: string }[] }).data;
    return newest?.id ?? "";
  }
  /** Starts a command that begins after the newest event of this moment. */
  async function follow(...args: string[]): Promise<BadgesCommand> {
    const command = startBadges([...args, "--after", await findNewestEvent()], env);
    running.push(command);
    return command;
  }

  it("watch prints each event once, and resumes after the last one", async () => {
    const watching = await follow("watch", "--json", "--type", "badge.created", "--interval", "1");
    const ids = [await issueByApi(), await issueByApi()];
    const badgeIds = (text: string) => parseLines(text).map(({ badge }) => (badge as { id: string }).id);
    await until("both events", () => badgeIds(watching.stdout()).length === 2);
    expect(badgeIds(watching.stdout())).toEqual(ids);
    await until("the position is stored", () => countPositions(join(folder, "state")));
    expect((await stop(watching)).code).toBe(130);
    const missed = await issueByApi();
    const resumed = startBadges(["watch", "--json", "--type", "badge.created", "--resume"], env);
    running.push(resumed);
    await until("the event in between", () => badgeIds(resumed.stdout()).includes(missed));
    const shown = badgeIds(resumed.stdout());
    expect(new Set(shown).size).toBe(shown.length);
    expect(shown).not.toContain(ids[0]);
  });

  it("commands at once keep their own positions, and find those of earlier versions", async () => {
    const home = join(folder, "state-of-two");
    const own = { ...env, XDG_STATE_HOME: home };
    const watching = startBadges(["watch", "--json", "--interval", "1"], own);
    const listening = startBadges(["listen", "--forward-to", receiver.url("/two"), "--interval", "1"], own);
    running.push(watching, listening);
    for (const { stderr } of [watching, listening])
      await until("the beginning", () => stderr().includes("Press Ctrl-C"));
    await issueByApi();
    await until("both positions", async () => (await countPositions(home)) === 2);
    for (const command of running.splice(0)) await stop(command);
    await rm(join(home, "badges/positions"), { recursive: true });
    const newest = await findNewestEvent();
    const earlier = JSON.stringify({ [`${issuer.organization_id} watch`]: newest });
    await writeFile(join(home, "badges/positions.json"), earlier, { mode: 0o600 });
    const missed = await issueByApi();
    const resumed = startBadges(["watch", "--json", "--resume"], own);
    running.push(resumed);
    await until("the event in between", () => resumed.stdout().includes(missed));
    expect(resumed.stderr()).not.toContain("No earlier run");
  });

  it("watch begins with the present, as soon as it says so, and prints plain lines", async () => {
    await issueByApi();
    const watching = startBadges(["watch", "--type", "badge.created", "--interval", "1"], env);
    running.push(watching);
    await until("the beginning", () => watching.stderr().includes("Waiting for events."));
    const email = newEmail();
    await issueByApi(email);
    await until("the event", () => watching.stdout().includes(email));
    expect(watching.stdout().trim().split("\n")).toHaveLength(1);
    expect(watching.stdout()).toMatch(/^[\x20-\x7e]+\n$/);
  });

  it("listen forwards signed events to this machine, each once, also when connections are lost", async () => {
    const url = receiver.url("/local");
    const listening = await follow("listen", "--forward-to", url, "--type", "badge.created");
    const secret = await until("the secret", () => /whsec_\S+/.exec(listening.stderr())?.[0]);
    receiver.script(200, 500);
    const first = await issueByApi();
    await receiver.wait("the first event", () => receiver.of("/local").length === 1);
    proxy.loseNext(6, ({ url: path = "" }) => path.includes("order=asc"));
    await issueByApi();
    await until("an interruption is shown", () => listening.stderr().includes("Trying again in"));
    await until("both results", () => listening.stdout().trim().split("\n").length === 2);
    const deliveries = receiver.of("/local");
    const verified = await Promise.all(
      deliveries.map(({ body, headers }) => verifyWebhook(body, headers, secret)),
    );
    expect(verified.map(({ event }) => event.event_type)).toEqual(["badge.created", "badge.created"]);
    expect(new Set(verified.map(({ webhookId }) => webhookId)).size).toBe(2);
    expect(verified.map(({ event, webhookId }) => event.id === webhookId)).toEqual([true, true]);
    expect(listening.stdout()).toMatch(/ 200 .*badge\.created[\s\S]* 500 .*badge\.created/);
    expect(Object.keys(verified[0]?.event ?? {})).toEqual([
      "id",
      "organization_id",
      "event_type",
      "occurred_at",
      "delivered_at",
    ]);
    expect(first).toBeTruthy();
    expect((await stop(listening)).code).toBe(130);
    const again = startBadges(["listen", "--forward-to", url], env);
    running.push(again);
    await until("the same secret", () => again.stderr().includes(secret));
  });

  it("print nothing that a terminal would carry out, whatever the server sends", async () => {
    const title = "\u001b]0;title\u0007\u009b31m\u202e";
    const event = {
      id: `e1${title}`,
      event_type: `badge.created${title}`,
      occurred_at: new Date().toISOString(),
    };
    const hostile = createServer(({ url = "" }, response) => {
      const events = url.includes("after=e0") ? [event] : [];
      const data = url.includes("/events") ? events : [{ id: "o", name: title }];
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ data, metadata: {} }));
    });
    await new Promise<void>((resolve) => hostile.listen(0, "127.0.0.1", resolve));
    const { port } = hostile.address() as AddressInfo;
    try {
      const url = receiver.url("/hostile");
      const types: unknown[] = [];
      for (const args of [["watch"], ["watch", "--json"], ["listen", "--forward-to", url]]) {
        const command = startBadges([...args, "--after", "e0"], {
          ...env,
          BADGES_URL: `http://127.0.0.1:${port}`,
        });
        running.push(command);
        await until("the event", () => command.stdout().includes("badge.created"));
        expect(command.stdout().trimEnd(), args.join(" ")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        if (args.includes("--json")) types.push(...parseLines(command.stdout()).map((one) => one.event_type));
      }
      expect(types).toEqual([event.event_type]);
    } finally {
      hostile.close();
      hostile.closeAllConnections();
    }
  });

  it("listen says when nothing listens there, and goes on", async () => {
    const closed = await startReceiver();
    await closed.close();
    const listening = await follow(
      "listen",
      "--forward-to",
      closed.url(),
      "--json",
      "--type",
      "badge.created",
    );
    await issueByApi();
    await issueByApi();
    await until("both failures", () => parseLines(listening.stdout()).length === 2);
    expect(parseLines(listening.stdout())[1]).toMatchObject({
      status: null,
      error: expect.stringContaining("ECONNREFUSED"),
    });
  });
});
