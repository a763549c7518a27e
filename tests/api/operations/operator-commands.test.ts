import { beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "@/lib/operations/installation/command-line";
import { COMMANDS } from "@/lib/operations/installation/commands";
import { findPersonByPassword } from "@/lib/identity/users/service";
import {
  createTestOrganization,
  createTemplate,
  badgeBody,
  type TestOrganization,
} from "../../support/builders";
import { send } from "../../support/http/client";
import { createPersonClient, sendDueMails } from "../../support/accounts/earners";
import { createConnectedEmployee, createMember } from "../../support/accounts/members";

type CommandOutput = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

const runForOutcome = (args: string[]) => runCommand(args, COMMANDS, (work) => work({ secretsFile: null }));

/** The output of a command with --json. */
async function runForJson(...args: string[]): Promise<CommandOutput> {
  const { code, stdout, stderr } = await runForOutcome([...args, "--json"]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout.trimEnd().split("\n")).toHaveLength(1);
  return JSON.parse(stdout) as CommandOutput;
}

let organization: TestOrganization;
beforeAll(async () => {
  organization = await createTestOrganization("Harbor College");
});

/** The operator's actions in an organization's audit log, newest first. */
async function listOperatorActions({ client }: TestOrganization, subjectId: string): Promise<string[]> {
  const { data } = await client.get(`/audit_entries?filter=actor_id::admin|subject_id::${subjectId}`);
  return (data as { action: string; actor: { type: string } }[]).map(
    ({ action, actor }) => `${actor.type} ${action}`,
  );
}

describe("the options that the help names", () => {
  const named = COMMANDS.flatMap(({ name, usage }) =>
    [...usage.matchAll(/--([a-z-]+)/g)].map(([option]) => [name, option] as const),
  );

  it.each(named)("%s %s is known", async (_name, option) => {
    // Options are parsed before the command is looked for, so nothing runs.
    const { code, stderr } = await runForOutcome(["no command", option, "x"]);
    expect(code).toBe(2);
    expect(stderr).toContain("unknown command: no command");
  });
});

describe("the operator's commands for organizations", () => {
  it("end the requirement of a single sign-on", async () => {
    const own = await createTestOrganization();
    const args = ["organization", "update", "--organization", own.id, "--single-sign-on"];
    expect(await runForJson(...args, "optional")).toMatchObject({ id: own.id });
    const { code, stderr } = await runForOutcome([...args, "required"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--single-sign-on: must be "optional"')]);
  });

  it("list and show them, by id and by slug", async () => {
    const slug = String((await organization.client.get("")).data.vanity_slug);
    const shown = await runForJson("organization", "show", "--organization", slug);
    expect(shown).toMatchObject({ id: organization.id, name: "Harbor College", workforce_enabled: true });
    expect(await runForJson("organization", "show", "--organization", organization.id)).toEqual(shown);
    const listed = await runForJson("organization", "list", "--query", "harbor");
    expect(listed).toEqual({ items: [shown], page: 1, total_pages: 1, total_count: 1 });
    const { stdout } = await runForOutcome(["organization", "list", "--query", "harbor"]);
    expect(stdout).toMatch(/^id +name[^]*Harbor College[^]*Page 1 of 1, 1 in all\n$/);
  });

  it("turn workforce data off and on: 403 and minimal events, and back; the audit log names the operator", async () => {
    const own = await createTestOrganization();
    const { employee, person } = await createConnectedEmployee(own, { first_name: "Ada" });
    const template = await createTemplate(own);
    await own.client.post("/badges", badgeBody(template.id, { recipient_email: person.email }));
    const updateOrganization = (...options: string[]) =>
      runForJson("organization", "update", "--organization", own.id, ...options);
    const listEmploymentEvents = async (): Promise<CommandOutput[]> =>
      ((await own.client.get("/events?per=50")).data as CommandOutput[]).filter(({ event_type }) =>
        String(event_type).startsWith("employment."),
      );
    const before = await listEmploymentEvents();
    expect(before.some((event) => event.badge)).toBe(true);

    expect(await updateOrganization("--workforce", "off")).toMatchObject({ workforce_enabled: false });
    const refused = await own.client.get("/employees");
    expect([refused.status, refused.data.code]).toEqual([403, "workforce_disabled"]);
    expect((await own.client.get("")).data.workforce_enabled).toBe(false);
    const minimal = { id: employee.id, email: employee.email, external_id: null };
    const during = await listEmploymentEvents();
    expect(during.length).toBe(before.length);
    for (const event of during) {
      expect(event.employment).toEqual(minimal);
      expect(event).not.toHaveProperty("badge");
      expect((await own.client.get(`/events/${event.id}`)).data).toEqual(event);
    }
    // When nothing changes, nothing is written.
    await updateOrganization("--workforce", "off");

    expect(await updateOrganization("--workforce", "on")).toMatchObject({ workforce_enabled: true });
    expect((await own.client.get("/employees")).status).toBe(200);
    expect(await listEmploymentEvents()).toEqual(before);
    expect(await updateOrganization("--name", "Renamed")).toMatchObject({
      name: "Renamed",
      workforce_enabled: true,
    });
    expect(await listOperatorActions(own, own.id)).toEqual([
      "System organization.update",
      "System organization.enable_workforce",
      "System organization.disable_workforce",
    ]);
    // The other organization is not affected.
    expect((await organization.client.get("/employees")).status).toBe(200);
  });
});

describe("the operator's commands for users", () => {
  it("list and show them, by id and by address", async () => {
    const person = await createMember(organization.id, "viewer");
    const shown = await runForJson("user", "show", "--user", person.email.toUpperCase());
    expect(shown).toMatchObject({
      id: person.id,
      email: person.email,
      memberships: [{ organization_id: organization.id, role: "viewer" }],
    });
    expect(JSON.stringify(shown)).not.toMatch(/hash|scrypt/);
    expect(await runForJson("user", "show", "--user", person.id)).toEqual(shown);
    const listed = await runForJson("user", "list", "--query", person.email);
    expect(listed).toMatchObject({ items: [{ id: person.id }], total_count: 1 });
  });

  it("reset a password through a link that works once, printed or mailed, and change nothing before", async () => {
    const person = await createMember(organization.id, "viewer");
    const printed = await runForJson("user", "reset-password", "--user", person.email);
    const link = new URL(String(printed.password_link));
    const [, , emailId = ""] = link.pathname.split("/");
    const choosePassword = () =>
      send("PUT", `/v1/password_resets/${emailId}`, {
        body: { token: link.searchParams.get("token"), password: "a sentence of my own" },
      });
    expect((await createPersonClient(person).get("")).status).toBe(200);
    expect((await choosePassword()).status).toBe(200);
    expect((await findPersonByPassword(person.email, "a sentence of my own"))?.id).toBe(person.id);
    expect((await choosePassword()).status).toBe(422);

    const mailed = await runForJson("user", "reset-password", "--user", person.id, "--mail");
    expect(mailed).toEqual({ user_id: person.id, email: person.email, password_link: null });
    expect((await sendDueMails({ id: emailId })).map(({ to }) => to.address)).toEqual([person.email]);
    const action = "System member.reset_password";
    expect(await listOperatorActions(organization, person.id)).toEqual([action, action]);
  });

  it("sign a user out everywhere", async () => {
    const person = await createMember(organization.id, "viewer");
    expect(await runForJson("user", "sign-out", "--user", person.email)).toEqual({ user_id: person.id });
    expect((await createPersonClient(person).get("")).status).toBe(401);
    expect(await listOperatorActions(organization, person.id)).toEqual(["System member.sign_out"]);
  });
});

describe("the operator's commands for learning apps", () => {
  it("create, list and show them, and rotate a secret", async () => {
    const of = ["--organization", organization.id];
    const created = await runForJson("learning-app", "create", ...of, "--name", "Campus", "--enterprise");
    const listed = await runForJson("learning-app", "list", ...of);
    expect(listed).toMatchObject({ items: [{ api_key: created.api_key, app_secret: null }], total_count: 1 });
    const [app] = listed.items as CommandOutput[];
    expect(await runForJson("learning-app", "show", ...of, "--app", String(app?.id))).toEqual(app);
    const rotated = await runForJson("learning-app", "rotate-secret", ...of, "--app", String(app?.id));
    expect(rotated.api_key).toBe(created.api_key);
    expect(rotated.app_secret).not.toBe(created.app_secret);
    const other = await createTestOrganization();
    const foreign = ["learning-app", "show", "--organization", other.id, "--app", String(app?.id)];
    await expect(runForOutcome(foreign)).rejects.toThrow(/not found/);
  });
});

describe("the operator's command line", () => {
  it.each([
    [[], /organization list[^]*user sign-out[^]*learning-app create/],
    [["organization"], /^(?![^]*user list)[^]*organization update/],
    [["user", "sign-out"], /^(?![^]*user list)[^]*user sign-out --user/],
  ])("%j --help prints an explanation", async (topic, words) => {
    const { code, stdout, stderr } = await runForOutcome([...topic, "--help"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(words);
  });

  it.each([
    ["no command", [], /no command/],
    ["an unknown command", ["organization", "destroy"], /unknown command: organization destroy/],
    ["half a command", ["organization"], /unknown command: organization\n[^]*organization list/],
    ["an unknown option", ["user", "list", "--colour", "red"], /--colour/],
    [
      "an option of another command",
      ["user", "list", "--workforce", "on"],
      /unknown option[^\n]*--workforce/,
    ],
    ["a missing option", ["user", "show"], /--user: is required/],
    ["a wrong value", ["organization", "update", "--organization", "x", "--workforce", "maybe"], /on or off/],
  ])("refuses %s with exit code 2", async (_what, args, words) => {
    const { code, stdout, stderr } = await runForOutcome(args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(words);
  });

  it.each([
    [["user", "show", "--user", "nobody@example.org"], "There is no user nobody@example.org."],
    [["organization", "show", "--organization", "none"], "There is no organization none."],
  ])("reports what does not exist: %j", async (args, words) => {
    await expect(runForOutcome(args)).rejects.toThrow(words);
  });
});
