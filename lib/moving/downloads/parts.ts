import type { z } from "zod";
import { MoveError } from "@/lib/moving/imports/schema";
import { BADGE_PARTS, readBadges } from "./badge-pages";
import { readList, readSingles, readValues, type Download } from "./lists";
import { readMissingTemplates } from "./missing-templates";
import { WireEmployee } from "./badge-schema";
import {
  WireApplication,
  WireIssuer,
  WireItem,
  WireOrganization,
  WireRecommendation,
  WireTemplate,
  WireWebhookSettings,
} from "./schema";
import { describeUnstorable } from "./storable";

const EMPLOYEE_STATES = ["created", "pending", "accepted", "rejected"] as const;
const EMPLOYEE_PARTS = EMPLOYEE_STATES.map((state) => `employees_${state}`);

/** The parts of a download, apart from the organization itself. */
export const PARTS: readonly string[] = [
  "badge_templates",
  "recommendations",
  "recommendation_details",
  "issuers",
  "oauth_applications",
  ...EMPLOYEE_PARTS,
  "employee_details",
  ...BADGE_PARTS,
  "missing_templates",
];

async function readRecommendations(download: Download): Promise<void> {
  const path = `${download.path}/recommendations`;
  await readList(download, "recommendations", path, { schema: WireRecommendation });
  const singles: { id: string; path: string }[] = [];
  for await (const { id } of readValues<WireRecommendation>(download, "recommendations"))
    singles.push({ id, path: `${path}/${encodeURIComponent(id)}` });
  await readSingles(download, "recommendation_details", singles, WireRecommendation);
}

/** Lists the employees of a download, each once. */
export async function* listEmployees(download: Download): AsyncGenerator<WireEmployee> {
  const done = new Set<string>();
  for (const part of EMPLOYEE_PARTS)
    for await (const employee of readValues<WireEmployee>(download, part)) {
      if (!done.has(employee.id)) yield employee;
      done.add(employee.id);
    }
}

async function readEmployees(download: Download): Promise<void> {
  const path = `${download.path}/employees`;
  for (const state of EMPLOYEE_STATES)
    await readList(
      download,
      `employees_${state}`,
      `${path}?${encodeURIComponent("filter[employee_state]")}=${state}&sort=created_at`,
      { schema: WireEmployee },
    );
  const singles: { id: string; path: string }[] = [];
  for await (const { id, email } of listEmployees(download))
    singles.push({ id, path: `${path}/${encodeURIComponent(email)}/data` });
  // The interface promises positions only in events. Some services show them here.
  const hasPositions = ({ employment_histories: histories }: WireEmployee): boolean => Boolean(histories);
  await readSingles(download, "employee_details", singles, WireEmployee, hasPositions);
}

/** Reads everything but images into the parts of a download. */
export async function readParts(download: Download): Promise<void> {
  const { path } = download;
  await readList(download, "badge_templates", `${path}/badge_templates`, { schema: WireTemplate });
  await readRecommendations(download);
  await readList(download, "issuers", `${path}/issuers`, { schema: WireIssuer });
  await readList(download, "oauth_applications", `${path}/oauth_applications`, { schema: WireApplication });
  await readEmployees(download);
  await readBadges(download);
  await readMissingTemplates(download);
}

/** Reads one thing; null where the service does not serve it, or not in this form. */
async function readOne<Schema extends z.ZodType>(
  { client }: Download,
  path: string,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const { body } = await client.get(path);
  const item = WireItem.safeParse(body);
  const isFit = item.success && describeUnstorable(item.data.data) === null;
  const parsed = isFit ? schema.safeParse(item.data.data) : null;
  return parsed?.success ? parsed.data : null;
}

/** Reads the organization and what its webhooks accept; null where the service does not show that. */
export async function readOrganization(
  download: Download,
): Promise<{ organization: WireOrganization; acceptsAnySuccess: boolean | null }> {
  const { path } = download;
  const organization = await readOne(download, path, WireOrganization);
  if (!organization) throw new MoveError(`${path} of the other service is not an organization.`);
  const settings = await readOne(download, `${path}/webhook_settings`, WireWebhookSettings);
  if (settings) organization.allowed_webhooks = settings.allowed_webhooks;
  return { organization, acceptsAnySuccess: settings?.accepts_any_success ?? null };
}
