import type { BrowserContextOptions } from "@playwright/test";
import { parseSetCookie } from "cookie";
import { createSender, type Send } from "./demonstration-data";
import { connectCourse } from "../learning/learning-system";
import { launchFields } from "../learning/lms";
import { waitForMailedLink } from "../delivery/mailbox";
import { buildOpenBadge } from "../credentials/open-badges";
import { VERIFIERS } from "../credentials/verdict";
import {
  createLearningApp,
  createOrganization,
  type NewLearningApp,
  type Product,
} from "../platform/product";

// One of everything that an earner can see, with names that exist in no language. All other text on a page is its own.

/** The names in the test data. The screenshots replace them before any data is created. */
export const NAMES = {
  organization: "Wxyz",
  employers: ["Vwxz", "Tqrz", "Kqvz"] as [string, string, string],
  first: "Qxgrv",
  last: "Hqpzr",
  template: "Zyxw",
  text: "Gvnkq",
  skill: "Bqwfk",
  other: "Jzzqv",
  /** The reason why a badge was revoked. */
  reason: "Qwrtz.",
};

/**
 * All words of the test data. The last ones: the first application of every organization, the exam of a course, the
 * browsers of the sessions, which tests also begin themselves, the host of an application, and the verifiers on the page of conformance.
 */
export const WORDS = [
  ...Object.values(NAMES).flat(),
  "Default",
  "Final exam",
  "node",
  "Chrome",
  "Linux",
  "client.example",
  "localhost",
  ...VERIFIERS,
];

export type Cookies = Exclude<BrowserContextOptions["storageState"], string | undefined>;

/** A signed-in person: an API client and the cookies of their browser. */
export type Earner = { email: string; me: Send; cookies: Cookies };

type Issued = { id: string; accept_badge_url: string };

const parsePath = (url: string): string => {
  const { pathname, searchParams } = new URL(url);
  return `${pathname}?token=${searchParams.get("token")}`;
};
const parseToken = (path: string): string => new URL(path, "http://x").searchParams.get("token") ?? "";

/** Does for a signed-in person what `createSender` does for an organization. Paths are below `/v1/me`. */
const createPersonSender =
  (origin: string, cookie: string): Send =>
  async (method, path, body) => {
    const headers = { cookie, origin, "content-type": "application/json" };
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${origin}/v1/me${path}`, { method, headers, ...init });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === "" ? null : (JSON.parse(text) as { data: unknown }).data;
  };

/** Actions of organizations and earners without a browser. */
export function createActions({ origin, dataDir }: Product, send: Send, templateId: string) {
  const form = (path: string, fields: Record<string, string>) =>
    fetch(origin + path, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { origin },
      redirect: "manual",
    });

  const issue = (email: string, more: Record<string, unknown> = {}): Promise<Issued> =>
    send("POST", "/badges", {
      badge_template_id: templateId,
      recipient_email: email,
      issued_to_first_name: NAMES.first,
      issued_to_last_name: NAMES.last,
      issued_at: "2026-04-01",
      duplicate_behavior: "allow",
      ...more,
    });

  /** Waits for the mail about a badge. Returns the path of the page that it links to. */
  const mailed = async (email: string) => parsePath(await waitForMailedLink(dataDir, email, "accept"));

  const answer = (path: string, given: "accept" | "accept_privately" | "decline") =>
    form(`${path.split("?")[0]}/answer`, { token: parseToken(path), answer: given });

  /** Issues a badge, accepts it through its mail and creates an account. */
  const open = async (email: string, password = ""): Promise<Earner & Issued & { path: string }> => {
    const badge = await issue(email);
    const path = await mailed(email);
    await answer(path, "accept");
    const fields = {
      token: parseToken(path),
      first_name: NAMES.first,
      last_name: NAMES.last,
      password,
    };
    const response = await form(`${path.split("?")[0]}/keep`, fields);
    const [pair = ""] = (response.headers.getSetCookie()[0] ?? "").split(";");
    const { name, value = "" } = parseSetCookie(pair);
    const place = { domain: new URL(origin).hostname, path: "/", expires: -1 };
    const cookie = { name, value, ...place, httpOnly: true, secure: false, sameSite: "Lax" as const };
    return {
      ...badge,
      path,
      email,
      me: createPersonSender(origin, pair),
      cookies: { cookies: [cookie], origins: [] },
    };
  };
  return { issue, mailed, answer, open, form };
}

export type EarnerActions = ReturnType<typeof createActions>;

/** Creates a template with every field that a page shows. */
export const createDetailedTemplate = async (send: Send, name = NAMES.template): Promise<{ id: string }> =>
  (await send("POST", "/badge_templates", {
    name,
    description: NAMES.text,
    global_activity_url: "https://example.org/course",
    enable_earn_this_badge: true,
    level: "Advanced",
    skills: [NAMES.skill],
    criteria_url: "https://example.org/criteria",
    badge_template_activities: [{ activity_type: "Course", title: NAMES.other }],
    alignments: [{ name: NAMES.skill, url: "https://example.org/standard" }],
  })) as { id: string };

type OtherEmployer = { product: Product; name: string; email: string; isInvited: boolean };

async function addEmployer({ product, name, email, isInvited }: OtherEmployer): Promise<void> {
  const adminEmail = `${name.toLowerCase().replaceAll(/\W+/g, "-")}@example.org`;
  const created = await createOrganization(product.dataDir, { name, adminEmail });
  const send = createSender(product.origin, created.organization_id, created.authorization_token);
  await addEmployee(send, email, isInvited);
}

/** Makes three employers invite a person who has no account yet. */
export async function addEmployers(product: Product, send: Send, email: string): Promise<void> {
  await addEmployee(send, email, true);
  for (const name of NAMES.employers.slice(0, 2)) {
    await addEmployer({ product, name, email, isInvited: true });
  }
}

/** Leaves one invitation pending, accepts one and declines one. A fourth employer sends no invitation. */
export async function answerEmployers(product: Product, { email, me }: Earner): Promise<void> {
  const employments = (await me("GET", "/employments")) as { id: string; employer: { name: string } }[];
  const findEmploymentId = (name = "") => employments.find(({ employer }) => employer.name === name)?.id;
  await me("POST", `/employments/${findEmploymentId(NAMES.employers[0])}/accept`, {});
  await me("POST", `/employments/${findEmploymentId(NAMES.employers[1])}/reject`, {});
  await addEmployer({ product, name: NAMES.employers[2], email, isInvited: false });
}

/** Creates an employee record, and invites the person to connect if `isInvited`. */
async function addEmployee(send: Send, email: string, isInvited: boolean): Promise<void> {
  await send("PUT", "", { workforce_enabled: true });
  const name = { first_name: NAMES.first, last_name: NAMES.last };
  await send("POST", "/employees", { email, ...name, job_title: NAMES.other });
  if (isInvited)
    await send("POST", "/employees/send_invitations", { employee_list: [email], list_type: "email" });
}

/** Creates a collection with a badge, and returns its id. */
export async function addCollection({ me }: Earner, badgeId: string): Promise<string> {
  const { id } = await me("POST", "/badge_collections", { name: NAMES.skill });
  await me("PATCH", `/badge_collections/${id}`, { badge_ids: [badgeId] });
  return id as string;
}

/** Adds badges of other services: one that was entered by hand, and one whose issuer's service is unreachable. */
export async function addExternalBadges({ email, me }: Earner): Promise<void> {
  const badge = { badge_name: NAMES.skill, issuer_name: NAMES.other, badge_url: "https://example.org/badge" };
  await me("POST", "/external_badges", { badge: { ...badge, issued_at_date: "2026-03-02" } });
  const { assertion, badgeClass, issuer } = buildOpenBadge("https://elsewhere.invalid", email);
  const inside = { ...badgeClass, name: NAMES.template, issuer: { ...issuer, name: NAMES.organization } };
  await me("POST", "/external_badges", { assertion: { ...assertion, badge: inside } }).catch(() => null);
}

/** A course, and the app that launches it. */
export type Course = { app: NewLearningApp; id: string };

/** Creates a course with one learner. */
export async function addCourse(product: Product, organizationId: string, send: Send): Promise<Course> {
  const app = await createLearningApp(product.dataDir, { organizationId, name: NAMES.other });
  const students = [{ first: NAMES.first, last: NAMES.last, score: 70 }];
  const id = await connectCourse(product.origin, app, { name: NAMES.other, courseId: "q", students });
  const [gradable] = await send("GET", `/learning_integrations/${id}/gradables`);
  for (const [value, name] of [
    ["60", `${NAMES.template} 2`],
    ["90", `${NAMES.template} 3`],
  ] as const) {
    const template = await createDetailedTemplate(send, name);
    const requirements = [{ grade_object_id: gradable.id, operator: "gte", value }];
    await send("PUT", `/learning_integrations/${id}/rules/${template.id}`, { rules: [{ requirements }] });
  }
  return { app, id };
}

/** Launches the course as the learner. Returns the path of the page, whose token works in one browser only. */
export async function launchCourse(
  origin: string,
  { app, id }: Course,
  email = `${NAMES.first}@students.example`.toLowerCase(),
  user = NAMES.first,
): Promise<string> {
  const action = `${origin}/auth/lti`;
  const fields = launchFields(action, app, {
    user_id: user,
    context_id: "q",
    lis_person_contact_email_primary: email,
    lis_person_name_given: NAMES.first,
    lis_person_name_family: NAMES.last,
    roles: "urn:lti:role:ims/lis/Learner",
    integration_id: id,
  });
  const body = new URLSearchParams(fields);
  const response = await fetch(action, { method: "POST", body, redirect: "manual" });
  const { pathname, search } = new URL(response.headers.get("location") ?? "", origin);
  return pathname + search;
}

/** Creates the organization of the test data. */
export async function createEarnerOrganization({ origin, dataDir }: Product) {
  const created = await createOrganization(dataDir, {
    name: NAMES.organization,
    adminEmail: "dean@example.org",
  });
  const send = createSender(origin, created.organization_id, created.authorization_token);
  await send("PUT", "", {
    primary_hex_color: "#7a1f3d",
    website_url: "https://wxyz.example",
    bio: NAMES.text,
  });
  return { id: created.organization_id as string, send };
}
