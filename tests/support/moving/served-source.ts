import { withClient } from "@/lib/platform/postgres/database";
import { callApi } from "../badges/issuing";
import { createOrganization, type Product } from "../platform/product";
import { PIXEL } from "./many-badges";

type Credentials = Awaited<ReturnType<typeof createOrganization>>;
type Created = { id: string; accept_badge_url: string };

/** Sends a request that has to succeed, and returns its data. */
function createCaller({ origin }: Product, credentials: Credentials) {
  return async (method: string, path: string, body: unknown): Promise<Created> => {
    const response = await callApi(origin, credentials, [method, path, body]);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (JSON.parse(text) as { data: Created }).data;
  };
}

const EVIDENCE = [
  { type: "PlainTextEvidence", title: "Line\u2028break", description: '\\ and " and 日本' },
  { type: "UrlEvidence", name: "Work", value: "https://example.org/work" },
  { type: "KeyValueGroupEvidence", name: "Points", values: [{ key: "Essay", value: "12" }] },
];

/** Creates templates: one with an uploaded picture, one with a design and steps. */
async function createTemplates(call: ReturnType<typeof createCaller>): Promise<[string, string]> {
  const first = await call("POST", "/badge_templates", {
    name: "Uploaded",
    description: "Has a picture of its own.",
    global_activity_url: "https://example.org/uploaded",
    skills: ["Patience"],
    reporting_tags: ["2026"],
    alignments: [{ name: "Standard", url: "https://example.org/standard", framework: "Frame", code: "1.2" }],
    image: `data:image/png;base64,${PIXEL}`,
  });
  const second = await call("POST", "/badge_templates", {
    name: "Designed",
    description: "Has a design and steps.",
    global_activity_url: "https://example.org/designed",
    skills: ["Drawing"],
    design: { shape: "circle", color: "#1f5f5b", icon: "chart-line", pattern: "ripples" },
    default_expires_at_type: "duration",
    default_expires_after: "P2Y",
    badge_template_activities: [
      { title: "Finish", activity_type: "Course", activity_url: "https://example.org/course" },
      { activity_type: "Badge", required_badge_template_id: first.id },
    ],
  });
  return [first.id, second.id];
}

/** Issues badges in each state, with evidence, groups, expirations and a chain of replacements. */
async function issueBadges(call: ReturnType<typeof createCaller>, templates: string[], count: number) {
  const badges: Created[] = [];
  for (let number = 0; number < count; number += 1)
    badges.push(
      await call("POST", "/badges", {
        badge_template_id: templates[number % 2],
        recipient_email: `earner-${number}@example.org`,
        issued_to_first_name: "Earner",
        issued_to_last_name: `Number ${number}`,
        issued_at: "2026-04-01T09:41:00Z",
        issuer_earner_id: `E-${number}`,
        country_name: "Japan",
        locale: number % 3 ? "en" : "fr",
        suppress_badge_notification_email: true,
        ...(number % 4 ? {} : { expires_at: "2031-05-06T07:08:09Z", evidence: EVIDENCE }),
        ...(number % 5 ? {} : { issuer_earner_group: { external_id: "G-1", name: "Spring" } }),
      }),
    );
  await call("PUT", `/badges/${badges[1]?.id}/revoke`, {
    reason: "Issued by mistake",
    suppress_revoke_notification_email: true,
  });
  for (const again of [0, 1]) {
    const old = again === 0 ? badges[2] : badges.at(-1);
    const body = { badge_template_id: templates[again], issued_at: "2026-05-01T00:00:00Z" };
    badges.push(await call("POST", `/badges/${old?.id}/replace`, body));
  }
}

/** Sets what only people can do: answers of earners and of an employee, and a position. */
const answerAsPeople = async (product: Product): Promise<void> =>
  withClient(await product.databaseUrl(), async (client) => {
    await client.query(
      `INSERT INTO users (id, first_name, last_name, vanity_slug, updated_at)
       SELECT gen_random_uuid(), issued_to_first_name, issued_to_last_name, 'u-' || right(id::text, 12), now()
       FROM issued_badges WHERE state = 'pending' AND right(recipient_email, 13) IN ('0@example.org', '3@example.org', '4@example.org', '6@example.org')`,
    );
    await client.query(
      `INSERT INTO user_emails (id, user_id, email, "primary", confirmed_at)
       SELECT gen_random_uuid(), person.id, badge.recipient_email, true, now()
       FROM users AS person JOIN issued_badges AS badge ON person.vanity_slug = 'u-' || right(badge.id::text, 12)`,
    );
    await client.query(
      `UPDATE issued_badges AS badge SET user_id = person.id, state_updated_at = now(), updated_at = now(),
         state = CASE WHEN badge.recipient_email LIKE '%3@example.org' THEN 'rejected' ELSE 'accepted' END::badge_state,
         accepted_at = CASE WHEN badge.recipient_email LIKE '%3@example.org' THEN NULL ELSE now() END
       FROM users AS person WHERE person.vanity_slug = 'u-' || right(badge.id::text, 12)`,
    );
    await client.query(
      `UPDATE employees SET state = 'accepted', state_updated_at = now(),
         user_id = (SELECT user_id FROM user_emails WHERE user_emails.email = employees.email)
       WHERE email = 'earner-0@example.org'`,
    );
    await client.query(
      `INSERT INTO employment_histories (id, organization_id, employee_id, current, employer_job_title)
       SELECT gen_random_uuid(), organization_id, id, true, 'Gardener' FROM employees WHERE email = 'earner-0@example.org'`,
    );
  });

/** Creates an organization with everything that the interface shows, and a partner that may issue for it. */
export async function fillSource(product: Product, badges = 60) {
  const create = (name: string) =>
    createOrganization(product.dataDir, { name, adminEmail: "admin@example.org" }, product.env);
  const partner = await create("Partner");
  const organization = await create("Source");
  const call = createCaller(product, organization);
  await call("PUT", "", {
    bio: "Teaches.",
    city: "Lisbon",
    country: "Portugal",
    website_url: "https://example.org",
  });
  const templates = await createTemplates(call);
  await issueBadges(call, templates, badges);
  await call("POST", "/recommendations", {
    type: "information",
    title: "Read on",
    description: "About it.",
    activity_url: "https://example.org/read",
    badge_template_ids: [templates[0]],
  });
  await call("POST", "/recommendations", {
    type: "badge",
    recommended_badge_template_id: templates[1],
    badge_template_ids: [templates[0]],
  });
  for (const email of ["earner-0@example.org", "other@example.org"])
    await call("POST", "/employees", {
      email,
      first_name: "Em",
      last_name: "Ployee",
      external_id: email,
      team: "A",
    });
  await call("POST", "/issuers", {
    issuer_id: partner.organization_id,
    allowed_badge_templates: [templates[1]],
  });
  await call("POST", "/oauth_applications", { name: "Reporting", scopes: ["issued_badges"] });
  await answerAsPeople(product);
  const client = await product.databaseUrl();
  // The receiver of webhooks is set last and never called.
  await withClient(client, (database) =>
    database.query(
      "UPDATE organizations SET webhook_url = 'https://hooks.example.org/here', allowed_webhooks = '{badge.created}', webhook_accepts_any_success = true WHERE id = $1",
      [organization.organization_id],
    ),
  );
  return {
    ...organization,
    partner,
    changeOneTemplate: () => call("PUT", `/badge_templates/${templates[0]}`, { level: "Advanced" }),
  };
}
