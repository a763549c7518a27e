import { connectCourse } from "./learning-system";
import { createLearningApp, startProduct, type Product } from "./product";

/** The demonstration organization of a new installation, with more in it than the first start makes. */
export type Demonstration = {
  product: Product;
  email: string;
  password: string;
  /** Path of its console. */
  home: string;
  /** Parts of addresses that are known only once it is filled. */
  places: Places;
};

type Places = {
  badge: string;
  template: string;
  oauthApplication: string;
  learningIntegration: number;
};

type Send = (method: string, path: string, body?: unknown) => Promise<any>; // oxlint-disable-line typescript/no-explicit-any

const read = (log: string, pattern: RegExp): string => {
  const found = pattern.exec(log)?.[1];
  if (found === undefined) throw new Error(`The welcome does not say ${pattern.source}:\n${log}`);
  return found;
};

/** Requests of the organization's token; the `data` of their answers. */
function senderOf(origin: string, organizationId: string, token: string): Send {
  const headers = {
    authorization: `Basic ${Buffer.from(`${token}:`).toString("base64")}`,
    "content-type": "application/json",
  };
  return async (method, path, body) => {
    const address = `${origin}/v1/organizations/${organizationId}${path}`;
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(address, { method, headers, ...init });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === "" ? null : (JSON.parse(text) as { data: unknown }).data;
  };
}

const FIRST = ["Nia", "Bo", "Chi", "Dara", "Elif", "Finn", "Greta", "Hugo", "Ines", "Jonas", "Kofi", "Lena"];
const LAST = ["Adeyemi", "Lind", "Abara", "Moreau", "Yılmaz", "Novak", "Castillo", "Park", "Rossi", "Dubois"];
const BADGES = 90;
const DAY_MS = 24 * 3_600_000;

type Template = { id: string; state: string };
type Badge = { id: string; accept_badge_url: string };

/** A year of badges, more of them lately. */
async function issueYear(send: Send, templates: Template[]): Promise<Badge[]> {
  const badges = Array.from({ length: BADGES }, (_, index) => {
    const [first = "", last = ""] = [FIRST[index % FIRST.length], LAST[(index * 7) % LAST.length]];
    const age = Math.round(340 * (index / BADGES) ** 1.6);
    return {
      badge_template_id: templates[(index * index) % templates.length]?.id,
      recipient_email: `learner-${index}@example.org`,
      issued_to_first_name: first,
      issued_to_last_name: last,
      issued_at: new Date(Date.now() - age * DAY_MS).toISOString(),
      suppress_badge_notification_email: true,
    };
  });
  const results = await send("POST", "/badges/batch", { badges });
  return results.map(({ badge }: { badge: Badge }) => badge);
}

/** Most people accept, some decline, some have not looked yet; a few badges are revoked. */
async function answerAll(origin: string, send: Send, badges: Badge[]): Promise<void> {
  for (const [index, badge] of badges.entries()) {
    const place = index % 9;
    if (place === 8) continue;
    if (place === 7) {
      const body = { reason: "Issued to the wrong person.", suppress_revoke_notification_email: true };
      await send("PUT", `/badges/${badge.id}/revoke`, body);
      continue;
    }
    const link = new URL(badge.accept_badge_url);
    const answer = place === 6 ? "decline" : "accept";
    const form = new URLSearchParams({ token: link.searchParams.get("token") ?? "", answer });
    const address = `${origin}/accept/${badge.id}/answer`;
    await fetch(address, { method: "POST", body: form, headers: { origin }, redirect: "manual" });
  }
}

/** A course of a learning system: its students, an exam, their grades, and a rule that some of them meet. */
async function addCourse(product: Product, organizationId: string, send: Send, template: Template) {
  const app = await createLearningApp(product.dataDir, { organizationId, name: "Moodle" });
  const id = await connectCourse(product.origin, app, {
    name: "Life Between Tides",
    courseId: "tides-1",
    students: FIRST.map((first, index) => ({
      first,
      last: LAST[index % LAST.length] ?? "",
      score: 40 + index * 5,
    })),
  });
  const [gradable] = await send("GET", `/learning_integrations/${id}/gradables`);
  const requirements = [{ grade_object_id: gradable.id, operator: "gte", value: "60" }];
  await send("PUT", `/learning_integrations/${id}/rules/${template.id}`, { rules: [{ requirements }] });
  return Number(id);
}

/** A receiver that is not there: deliveries fail, and are shown with their reasons. */
const NOBODY = "http://127.0.0.1:9/hook";

/** Starts a product with its demonstration organization, and fills it. Whoever starts it removes it. */
export async function startDemonstration(): Promise<Demonstration> {
  const product = await startProduct();
  try {
    return await filled(product);
  } catch (error) {
    await product.remove();
    throw error;
  }
}

async function filled(product: Product): Promise<Demonstration> {
  const { origin } = product;
  const log = product.log();
  const organizationId = read(log, /organizations\/([0-9a-f-]{36})\/badges/);
  const send = senderOf(origin, organizationId, read(log, /token\s+(\S+)/));
  const templates = ((await send("GET", "/badge_templates")) as Template[]).filter(
    ({ state }) => state === "active",
  );
  const [template] = templates;
  if (!template) throw new Error("The demonstration has no active template.");
  await send("PUT", "", { webhook_url: NOBODY });
  const badges = await issueYear(send, templates);
  await answerAll(origin, send, badges);
  const learningIntegration = await addCourse(product, organizationId, send, template);
  const [application] = await send("GET", "/oauth_applications");
  return {
    product,
    email: read(log, /as\s+(\S+@\S+)/),
    password: read(log, /password\s+(\S+)/),
    home: "/console/lumen-academy",
    places: {
      badge: badges[0]?.id ?? "",
      template: template.id,
      oauthApplication: application.id,
      learningIntegration,
    },
  };
}
