export type Send = (method: string, path: string, body?: unknown) => Promise<any>; // oxlint-disable-line typescript/no-explicit-any

/** Sends requests with the organization's token and returns the `data` of the responses. */
export function createSender(origin: string, organizationId: string, token: string): Send {
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

export const FIRST = [
  "Nia",
  "Bo",
  "Chi",
  "Dara",
  "Elif",
  "Finn",
  "Greta",
  "Hugo",
  "Ines",
  "Jonas",
  "Kofi",
  "Lena",
];
export const LAST = [
  "Adeyemi",
  "Lind",
  "Abara",
  "Moreau",
  "Yılmaz",
  "Novak",
  "Castillo",
  "Park",
  "Rossi",
  "Dubois",
];
const BADGES = 90;
const DAY_MS = 24 * 3_600_000;

export type Template = { id: string; state: string };
type Badge = { id: string; accept_badge_url: string };

/** Issues a year of badges, more of them recently. Returns the newest first. */
export async function issueBadgesOfYear(send: Send, templates: Template[]): Promise<Badge[]> {
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
  // The newest are issued last, as in production.
  const results = await send("POST", "/badges/batch", { badges: badges.toReversed() });
  return results.map(({ badge }: { badge: Badge }) => badge).toReversed();
}

/** Responds to the badges: most are accepted, some are declined, some stay pending, and a few are revoked. */
export async function respondToBadges(origin: string, send: Send, badges: Badge[]): Promise<void> {
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

/** Creates employees in every state that an administrator can produce. Returns the id of one. */
export async function addEmployees(send: Send): Promise<string> {
  const created = [];
  for (const [index, first] of FIRST.entries()) {
    const last = LAST[(index * 3) % LAST.length] ?? "";
    const body = {
      email: `${first}.${last}@lumen-academy.example`
        .toLowerCase()
        .normalize("NFD")
        .replace(/[^\w.@-]/g, ""),
      first_name: first,
      last_name: last,
      external_id: `E-${100 + index}`,
      job_title: index % 3 === 0 ? "Lecturer" : "Tutor",
    };
    created.push(await send("POST", "/employees", body));
  }
  const invited = created.slice(0, 5).map(({ email }) => email as string);
  await send("POST", "/employees/send_invitations", { employee_list: invited, list_type: "email" });
  return created[0].id as string;
}

/** Creates the recommendations of a badge. Returns the id of one. */
export async function addRecommendations(send: Send, template: Template): Promise<string> {
  const next = {
    type: "education",
    title: "Charts that people read",
    description: "An evening course in six parts.",
    activity_url: "https://lumen-academy.example/charts",
    badge_template_ids: [template.id],
  };
  const { id } = await send("POST", "/recommendations", next);
  await send("POST", "/recommendations", { ...next, type: "employment", title: "Open positions" });
  return id as string;
}

const LINES = [
  "email,first name,last name,issued on",
  "grace@example.org,Grace,Hopper,2026-10-02",
  "not an address,Alan,Turing,2026-10-02",
  "mary@example.org,Mary,Jackson,31/31/2026",
  "katherine@example.org,Katherine,Johnson,2026-10-02",
];

/** Uploads a file of people with two errors, checked and not yet issued. Returns its id. */
export async function addImport(send: Send, template: Template): Promise<string> {
  const file = Buffer.from(LINES.join("\n")).toString("base64");
  const body = { badge_template_id: template.id, file_name: "graduates.csv", file };
  return (await send("POST", "/badge_imports", body)).id as string;
}

/** Resends e-mails that were just sent or are not needed, so that all are skipped. Returns the id of the bulk action. */
export async function addBulkAction(send: Send): Promise<string> {
  const filter = "query::learner-1";
  const matches = await send("GET", `/badges?per=50&filter=${encodeURIComponent(filter)}`);
  const body = { action: "resend", filter, badges_count: matches.length };
  return (await send("POST", "/badge_bulk_actions", body)).id as string;
}
