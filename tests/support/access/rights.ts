import { findTokenCaller } from "@/lib/access/authorization-tokens/service";
import { allows, FULL_ACCESS, type Rights } from "@/lib/access/callers/rights";
import { SCOPE_NAMES, type Scope } from "@/lib/access/callers/choices";
import { ROLE_ACCESS, ROLE_SCOPES } from "@/lib/identity/memberships/roles";
import { findAccessTokenCaller } from "@/lib/access/oauth-applications/access-tokens";
import type { MemberRole } from "@/prisma/generated/client";
import { serial, type TestOrganization } from "../builders";
import { basic, send } from "../http/client";
import { makeMember } from "../identity/members";
import { bearer, makeApplication, requestToken, type TestApplication } from "./oauth";
import { randomNumbers } from "../random";

/** A credential: requests carry the headers, and `rights` returns the rights that they have. */
type Holder = { name: string; headers: Record<string, string>; rights: () => Promise<Rights | null> };

const KINDS = ["read", "write", "delete"] as const;
const ROLES: MemberRole[] = ["administrator", "issuer", "viewer"];

/** The permissions of these rights: each kind of access alone, and within each scope. */
const pairsOf = (rights: Rights): string[] =>
  KINDS.flatMap((kind) => [
    ...(rights.access[kind] ? [kind] : []),
    ...SCOPE_NAMES.filter((scope) => allows(rights, scope, kind)).map((scope) => `${kind} ${scope}`),
  ]);

const tokenHolder = (token: string): Holder => ({
  name: "token",
  headers: basic(token),
  rights: () => findTokenCaller(token),
});

const bearerHolder = (token: string): Holder => ({
  name: "access token",
  headers: bearer(token),
  rights: () => findAccessTokenCaller(token),
});

/** A credential that takes effect outside the organization-level API: the role of a session, or an app's secret. */
const fixedHolder = (name: string, rights: Rights, headers = {}): Holder => ({
  name,
  headers,
  rights: () => Promise.resolve(rights),
});

const roleRights = (role: MemberRole): Rights => ({ scopes: ROLE_SCOPES[role], access: ROLE_ACCESS[role] });

type World = {
  organization: TestOrganization;
  random: () => number;
  held: Holder[];
  /** Applications whose secret is known. */
  secrets: TestApplication[];
  /** Objects that can be shown, rotated or changed. */
  tokens: string[];
  applications: number[];
  members: string[];
};

const pick = <Item>({ random }: World, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;
const chance = ({ random }: World, odds: number): boolean => random() < odds;
const someScopes = (world: World): Scope[] => {
  const found = SCOPE_NAMES.filter(() => chance(world, 0.5));
  return found.length > 0 ? found : [pick(world, SCOPE_NAMES)];
};
const someAccess = (world: World) => ({
  read: chance(world, 0.7),
  write: chance(world, 0.6),
  delete: chance(world, 0.5),
});

type Answer = { status: number; data: Record<string, unknown> };

async function ask(
  world: World,
  by: Holder,
  method: string,
  path: string,
  body: object = {},
): Promise<Answer> {
  const { id } = world.organization;
  const url = `/v1/organizations/${id}${path}`;
  return send(method, url, { headers: by.headers, ...(method === "GET" ? {} : { body: { ...body } }) });
}

function holdToken(world: World, { status, data }: Answer): boolean {
  if (status >= 300) return false;
  world.held.push(tokenHolder(data.token as string));
  world.tokens.push(data.id as string);
  return true;
}

/** Requests an access token of an application whose secret is known, for scopes that it may or may not have. */
async function grant(
  world: World,
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
  if (status === 200) world.held.push(bearerHolder(body.access_token as string));
  return status === 200;
}

async function holdApplication(world: World, { status, data }: Answer): Promise<boolean> {
  if (status >= 300) return false;
  const application = data as unknown as TestApplication & { scopes: Scope[] | null };
  world.secrets.push(application);
  world.applications.push(application.id);
  return grant(world, application, application.scopes ?? SCOPE_NAMES);
}

type Act = (world: World, by: Holder) => Promise<boolean>;

const ACTS: Record<string, Act> = {
  createToken: async (world, by) => {
    const { read, write, delete: remove } = someAccess(world);
    const flags = { read_enabled: read, write_enabled: write, delete_enabled: remove };
    const scopes = chance(world, 0.4) ? { scopes: someScopes(world) } : {};
    return holdToken(world, await ask(world, by, "POST", "/authorization_tokens", { ...flags, ...scopes }));
  },
  listTokens: async (world, by) => {
    const { status, data } = await ask(world, by, "GET", "/authorization_tokens");
    if (status !== 200) return false;
    const shown = data as unknown as { token: string }[];
    world.held.push(...shown.map(({ token }) => tokenHolder(token)));
    return shown.length > 0;
  },
  revealToken: async (world, by) =>
    holdToken(
      world,
      await ask(world, by, "POST", `/authorization_tokens/${pick(world, world.tokens)}/reveal`),
    ),
  rotateToken: async (world, by) =>
    holdToken(
      world,
      await ask(world, by, "POST", `/authorization_tokens/${pick(world, world.tokens)}/rotate`),
    ),
  createApplication: async (world, by) => {
    const scopes = chance(world, 0.4) ? { scopes: someScopes(world) } : {};
    const access = chance(world, 0.4) ? { access: someAccess(world) } : {};
    const body = { name: "Made", ...scopes, ...access };
    return holdApplication(world, await ask(world, by, "POST", "/oauth_applications", body));
  },
  rotateSecret: async (world, by) => {
    const path = `/oauth_applications/${pick(world, world.applications)}/rotate_secret`;
    return holdApplication(world, await ask(world, by, "POST", path));
  },
  changeApplication: async (world, by) => {
    const own = world.secrets.at(-1)?.id ?? pick(world, world.applications);
    const body = chance(world, 0.5) ? { scopes: someScopes(world) } : { access: FULL_ACCESS };
    return (await ask(world, by, "PUT", `/oauth_applications/${own}`, body)).status === 200;
  },
  grant: async (world) => {
    const application = world.secrets.at(-1);
    return application ? grant(world, application, someScopes(world)) : false;
  },
  invite: async (world, by) => {
    const role = pick(world, ROLES);
    const email = `invited-${serial()}@example.org`;
    const { status } = await ask(world, by, "POST", "/invitations", { email, role });
    if (status === 201) world.held.push(fixedHolder(`session as ${role}`, roleRights(role)));
    return status === 201;
  },
  giveRole: async (world, by) => {
    const role = pick(world, ROLES);
    const { status } = await ask(world, by, "PUT", `/members/${pick(world, world.members)}`, { role });
    if (status === 200) world.held.push(fixedHolder(`session as ${role}`, roleRights(role)));
    return status === 200;
  },
  createLearningApp: async (world, by) => {
    const body = { name: "LMS", owner_id: pick(world, world.members) };
    const { status } = await ask(world, by, "POST", "/learning_apps", body);
    const scopes = new Set<Scope>(["badge_templates", "issued_badges", "memberships"]);
    if (status === 201) world.held.push(fixedHolder("learning app", { scopes, access: FULL_ACCESS }));
    return status === 201;
  },
};

/** How each kind of first credential is created, by the organization's own client. */
const STARTS: Record<string, (world: World) => Promise<Holder>> = {
  token: async (world) => {
    const { read, write, delete: remove } = someAccess(world);
    const body = { read_enabled: read, write_enabled: write, delete_enabled: remove };
    const { data } = await world.organization.client.post("/authorization_tokens", body);
    return tokenHolder(data.token as string);
  },
  "scoped token": async (world) => {
    const body = {
      read_enabled: true,
      write_enabled: true,
      delete_enabled: true,
      scopes: credentialScopes(world),
    };
    const { data } = await world.organization.client.post("/authorization_tokens", body);
    return tokenHolder(data.token as string);
  },
  "access token": async (world) => {
    const body = chance(world, 0.5) ? {} : { access: someAccess(world) };
    const application = await makeApplication(world.organization, body);
    world.applications.push(application.id);
    await grant(world, application, credentialScopes(world));
    return world.held.pop() as Holder;
  },
  session: async (world) => {
    const role = pick(world, ROLES);
    const { headers } = await makeMember(world.organization.id, role);
    return fixedHolder(role, roleRights(role), headers);
  },
};

/** Random scopes, including one that allows creating credentials: without it, nothing could be tried. */
const credentialScopes = (world: World): Scope[] => [
  ...new Set([pick(world, ["authorization_tokens", "oauth_applications"] as const), ...someScopes(world)]),
];

async function permissionsOf(holders: readonly Holder[]): Promise<Set<string>> {
  const all = await Promise.all(holders.map(({ rights }) => rights()));
  return new Set(all.flatMap((rights) => (rights ? pairsOf(rights) : [])));
}

/** Performs one allowed act. Null when several attempts were refused. */
async function admittedAct(world: World): Promise<string | null> {
  for (let tries = 0; tries < 3; tries += 1) {
    const by = pick(world, world.held.slice(-4));
    const name = pick(world, Object.keys(ACTS));
    if (await ACTS[name]?.(world, by)) return `${name} by ${by.name}`;
  }
  return null;
}

/** Runs one sequence. Returns the permissions gained since its start, if any, and the number of allowed acts. */
async function walk(world: World, kind: string, acts: number) {
  const start = await STARTS[kind]?.(world);
  if (!start) throw new Error(`No start for ${kind}`);
  world.held.push(start);
  const before = await permissionsOf([start]);
  const done: string[] = [];
  for (let index = 0; index < acts; index += 1) {
    const act = await admittedAct(world);
    if (act) done.push(act);
  }
  const after = await permissionsOf(world.held);
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
export async function closureWalk(
  organization: TestOrganization,
  { seed, sequences, acts }: { seed: number; sequences: number; acts: number },
): Promise<{ grown: string[]; succeeded: number }> {
  const random = randomNumbers(seed);
  const flags = { read_enabled: true, write_enabled: true, delete_enabled: true };
  const tokens = [flags, { ...flags, scopes: ["authorization_tokens"] }, { scopes: ["events"] }];
  const made = [];
  for (const body of tokens)
    made.push((await organization.client.post("/authorization_tokens", body)).data.id);
  const applications = [
    (await makeApplication(organization)).id,
    (await makeApplication(organization, { scopes: ["oauth_applications"] })).id,
  ];
  const members = [(await makeMember(organization.id, "viewer")).id];
  const [grown, kinds]: [string[], string[]] = [[], Object.keys(STARTS)];
  let succeeded = 0;
  for (let index = 0; index < sequences; index += 1) {
    const world: World = {
      organization,
      random,
      held: [],
      secrets: [],
      tokens: [...made],
      applications: [...applications],
      members,
    };
    const walked = await walk(world, kinds[index % kinds.length] ?? "token", acts);
    grown.push(...walked.grown);
    succeeded += walked.done;
  }
  return { grown, succeeded };
}
