import { findTokenCaller } from "@/lib/applications/authorization-tokens/service";
import { allows, FULL_ACCESS, type Rights } from "@/lib/access/callers/rights";
import { SCOPE_NAMES, type Scope } from "@/lib/access/callers/choices";
import { ROLE_ACCESS, ROLE_SCOPES } from "@/lib/access/callers/roles";
import { findAccessTokenCaller } from "@/lib/applications/oauth-applications/access-tokens";
import type { MemberRole } from "@/prisma/generated/client";
import { nextSerial, type TestOrganization } from "../builders";
import { basicHeaders, send } from "../http/client";
import { createMember } from "../accounts/members";
import { bearerHeaders, createApplication, requestToken, type TestApplication } from "../applications/oauth";
import { randomNumbers } from "../random";

/** A credential: requests carry the headers, and `rights` returns the rights that they have. */
type TestCredential = { name: string; headers: Record<string, string>; rights: () => Promise<Rights | null> };

const KINDS = ["read", "write", "delete"] as const;
const ROLES: MemberRole[] = ["administrator", "issuer", "viewer"];

/** The permissions of these rights: each kind of access alone, and within each scope. */
const listPermissions = (rights: Rights): string[] =>
  KINDS.flatMap((kind) => [
    ...(rights.access[kind] ? [kind] : []),
    ...SCOPE_NAMES.filter((scope) => allows(rights, scope, kind)).map((scope) => `${kind} ${scope}`),
  ]);

const tokenHolder = (token: string): TestCredential => ({
  name: "token",
  headers: basicHeaders(token),
  rights: () => findTokenCaller(token),
});

const bearerHolder = (token: string): TestCredential => ({
  name: "access token",
  headers: bearerHeaders(token),
  rights: () => findAccessTokenCaller(token),
});

/** A credential that takes effect outside the organization-level API: the role of a session, or an app's secret. */
const fixedHolder = (name: string, rights: Rights, headers = {}): TestCredential => ({
  name,
  headers,
  rights: () => Promise.resolve(rights),
});

const roleRights = (role: MemberRole): Rights => ({ scopes: ROLE_SCOPES[role], access: ROLE_ACCESS[role] });

type SequenceState = {
  organization: TestOrganization;
  random: () => number;
  credentials: TestCredential[];
  /** Applications whose secret is known. */
  knownApplications: TestApplication[];
  /** Objects that can be shown, rotated or changed. */
  tokens: string[];
  applications: number[];
  members: string[];
};

const pick = <Item>({ random }: SequenceState, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;
const isChosen = ({ random }: SequenceState, odds: number): boolean => random() < odds;
const randomScopes = (sequence: SequenceState): Scope[] => {
  const found = SCOPE_NAMES.filter(() => isChosen(sequence, 0.5));
  return found.length > 0 ? found : [pick(sequence, SCOPE_NAMES)];
};
const randomAccess = (sequence: SequenceState) => ({
  read: isChosen(sequence, 0.7),
  write: isChosen(sequence, 0.6),
  delete: isChosen(sequence, 0.5),
});

type TestResponse = { status: number; data: Record<string, unknown> };

async function sendAs(
  sequence: SequenceState,
  by: TestCredential,
  method: string,
  path: string,
  body: object = {},
): Promise<TestResponse> {
  const { id } = sequence.organization;
  const url = `/v1/organizations/${id}${path}`;
  return send(method, url, { headers: by.headers, ...(method === "GET" ? {} : { body: { ...body } }) });
}

function addToken(sequence: SequenceState, { status, data }: TestResponse): boolean {
  if (status >= 300) return false;
  sequence.credentials.push(tokenHolder(data.token as string));
  sequence.tokens.push(data.id as string);
  return true;
}

/** Requests an access token of an application whose secret is known, for scopes that it may or may not have. */
async function grant(
  sequence: SequenceState,
  application: TestApplication,
  scopes: readonly string[],
): Promise<boolean> {
  const { uid, secret } = application;
  const { status, body } = await requestToken({
    grant_type: "client_credentials",
    client_id: uid,
    client_secret: secret,
    scope: scopes.join(" "),
  });
  if (status === 200) sequence.credentials.push(bearerHolder(body.access_token as string));
  return status === 200;
}

async function addApplication(sequence: SequenceState, { status, data }: TestResponse): Promise<boolean> {
  if (status >= 300) return false;
  const application = data as unknown as TestApplication & { scopes: Scope[] | null };
  sequence.knownApplications.push(application);
  sequence.applications.push(application.id);
  return grant(sequence, application, application.scopes ?? SCOPE_NAMES);
}

type Act = (sequence: SequenceState, by: TestCredential) => Promise<boolean>;

const ACTS: Record<string, Act> = {
  createToken: async (sequence, by) => {
    const { read, write, delete: remove } = randomAccess(sequence);
    const flags = { read_enabled: read, write_enabled: write, delete_enabled: remove };
    const scopes = isChosen(sequence, 0.4) ? { scopes: randomScopes(sequence) } : {};
    return addToken(
      sequence,
      await sendAs(sequence, by, "POST", "/authorization_tokens", { ...flags, ...scopes }),
    );
  },
  listTokens: async (sequence, by) => {
    const { status, data } = await sendAs(sequence, by, "GET", "/authorization_tokens");
    if (status !== 200) return false;
    const shown = data as unknown as { token: string }[];
    sequence.credentials.push(...shown.map(({ token }) => tokenHolder(token)));
    return shown.length > 0;
  },
  revealToken: async (sequence, by) =>
    addToken(
      sequence,
      await sendAs(sequence, by, "POST", `/authorization_tokens/${pick(sequence, sequence.tokens)}/reveal`),
    ),
  rotateToken: async (sequence, by) =>
    addToken(
      sequence,
      await sendAs(sequence, by, "POST", `/authorization_tokens/${pick(sequence, sequence.tokens)}/rotate`),
    ),
  createApplication: async (sequence, by) => {
    const scopes = isChosen(sequence, 0.4) ? { scopes: randomScopes(sequence) } : {};
    const access = isChosen(sequence, 0.4) ? { access: randomAccess(sequence) } : {};
    const body = { name: "Made", ...scopes, ...access };
    return addApplication(sequence, await sendAs(sequence, by, "POST", "/oauth_applications", body));
  },
  rotateSecret: async (sequence, by) => {
    const path = `/oauth_applications/${pick(sequence, sequence.applications)}/rotate_secret`;
    return addApplication(sequence, await sendAs(sequence, by, "POST", path));
  },
  changeApplication: async (sequence, by) => {
    const own = sequence.knownApplications.at(-1)?.id ?? pick(sequence, sequence.applications);
    const body = isChosen(sequence, 0.5) ? { scopes: randomScopes(sequence) } : { access: FULL_ACCESS };
    return (await sendAs(sequence, by, "PUT", `/oauth_applications/${own}`, body)).status === 200;
  },
  grant: async (sequence) => {
    const application = sequence.knownApplications.at(-1);
    return application ? grant(sequence, application, randomScopes(sequence)) : false;
  },
  invite: async (sequence, by) => {
    const role = pick(sequence, ROLES);
    const email = `invited-${nextSerial()}@example.org`;
    const { status } = await sendAs(sequence, by, "POST", "/invitations", { email, role });
    if (status === 201) sequence.credentials.push(fixedHolder(`session as ${role}`, roleRights(role)));
    return status === 201;
  },
  giveRole: async (sequence, by) => {
    const role = pick(sequence, ROLES);
    const { status } = await sendAs(sequence, by, "PUT", `/members/${pick(sequence, sequence.members)}`, {
      role,
    });
    if (status === 200) sequence.credentials.push(fixedHolder(`session as ${role}`, roleRights(role)));
    return status === 200;
  },
  createLearningApp: async (sequence, by) => {
    const body = { name: "LMS", owner_id: pick(sequence, sequence.members) };
    const { status } = await sendAs(sequence, by, "POST", "/learning_apps", body);
    const scopes = new Set<Scope>(["badge_templates", "issued_badges", "memberships"]);
    if (status === 201)
      sequence.credentials.push(fixedHolder("learning app", { scopes, access: FULL_ACCESS }));
    return status === 201;
  },
};

/** How each kind of first credential is created, by the organization's own client. */
const STARTS: Record<string, (sequence: SequenceState) => Promise<TestCredential>> = {
  token: async (sequence) => {
    const { read, write, delete: remove } = randomAccess(sequence);
    const body = { read_enabled: read, write_enabled: write, delete_enabled: remove };
    const { data } = await sequence.organization.client.post("/authorization_tokens", body);
    return tokenHolder(data.token as string);
  },
  "scoped token": async (sequence) => {
    const body = {
      read_enabled: true,
      write_enabled: true,
      delete_enabled: true,
      scopes: credentialScopes(sequence),
    };
    const { data } = await sequence.organization.client.post("/authorization_tokens", body);
    return tokenHolder(data.token as string);
  },
  "access token": async (sequence) => {
    const body = isChosen(sequence, 0.5) ? {} : { access: randomAccess(sequence) };
    const application = await createApplication(sequence.organization, body);
    sequence.applications.push(application.id);
    await grant(sequence, application, credentialScopes(sequence));
    return sequence.credentials.pop() as TestCredential;
  },
  session: async (sequence) => {
    const role = pick(sequence, ROLES);
    const { headers } = await createMember(sequence.organization.id, role);
    return fixedHolder(role, roleRights(role), headers);
  },
};

/** Random scopes, including one that allows creating credentials: without it, nothing could be tried. */
const credentialScopes = (sequence: SequenceState): Scope[] => [
  ...new Set([
    pick(sequence, ["authorization_tokens", "oauth_applications"] as const),
    ...randomScopes(sequence),
  ]),
];

async function readPermissions(holders: readonly TestCredential[]): Promise<Set<string>> {
  const all = await Promise.all(holders.map(({ rights }) => rights()));
  return new Set(all.flatMap((rights) => (rights ? listPermissions(rights) : [])));
}

/** Performs one allowed act. Null when several attempts were refused. */
async function performAllowedAct(sequence: SequenceState): Promise<string | null> {
  for (let tries = 0; tries < 3; tries += 1) {
    const by = pick(sequence, sequence.credentials.slice(-4));
    const name = pick(sequence, Object.keys(ACTS));
    if (await ACTS[name]?.(sequence, by)) return `${name} by ${by.name}`;
  }
  return null;
}

/** Runs one sequence. Returns the permissions gained since its start, if any, and the number of allowed acts. */
async function runSequence(sequence: SequenceState, kind: string, acts: number) {
  const start = await STARTS[kind]?.(sequence);
  if (!start) throw new Error(`No start for ${kind}`);
  sequence.credentials.push(start);
  const before = await readPermissions([start]);
  const done: string[] = [];
  for (let index = 0; index < acts; index += 1) {
    const act = await performAllowedAct(sequence);
    if (act) done.push(act);
  }
  const after = await readPermissions(sequence.credentials);
  const grown = [...after].filter((permission) => !before.has(permission));
  return {
    done: done.length,
    grown: grown.length > 0 ? [`${kind}: ${done.join(", ")} gains ${grown.join(", ")}`] : [],
  };
}

/**
 * Runs random sequences of acts that create, show, rotate or change credentials on the real handlers. Each starts with
 * one credential and continues with all that it obtained. Returns the sequences that gained a permission which the
 * first credential did not have.
 */
export async function runRandomSequences(
  organization: TestOrganization,
  { seed, sequences, acts }: { seed: number; sequences: number; acts: number },
): Promise<{ grown: string[]; succeeded: number }> {
  const random = randomNumbers(seed);
  const flags = { read_enabled: true, write_enabled: true, delete_enabled: true };
  const tokens = [flags, { ...flags, scopes: ["authorization_tokens"] }, { scopes: ["events"] }];
  const tokenIds = [];
  for (const body of tokens)
    tokenIds.push((await organization.client.post("/authorization_tokens", body)).data.id);
  const applications = [
    (await createApplication(organization)).id,
    (await createApplication(organization, { scopes: ["oauth_applications"] })).id,
  ];
  const members = [(await createMember(organization.id, "viewer")).id];
  const [grown, kinds]: [string[], string[]] = [[], Object.keys(STARTS)];
  let succeeded = 0;
  for (let index = 0; index < sequences; index += 1) {
    const sequence: SequenceState = {
      organization,
      random,
      credentials: [],
      knownApplications: [],
      tokens: [...tokenIds],
      applications: [...applications],
      members,
    };
    const result = await runSequence(sequence, kinds[index % kinds.length] ?? "token", acts);
    grown.push(...result.grown);
    succeeded += result.done;
  }
  return { grown, succeeded };
}
