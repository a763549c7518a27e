import { readFile } from "node:fs/promises";
import { createOrganizationClient, type TestResponse } from "../http/client";

/** Operations of which each installation has its own answer: what it did, and what it gave or made by itself. */
const OWN = [
  "/analytics",
  "/api_requests",
  "/audit_chain",
  "/audit_entries",
  "/authorization_tokens",
  "/badge_bulk_actions",
  "/badge_imports",
  "/domain",
  "/endorsements",
  "/events",
  "/invitations",
  "/learning_",
  "/members",
  "/service_moves",
  "/signing_keys",
  "/test_mails",
  "/test_organization",
  "/webhook_deliveries",
  "/webhook_secret",
  // What the interface does not show of the source, and so is not moved.
  "/certificate_design",
  "/mail_design",
  "/security_settings",
  "/template_certificate_designs",
  "/import_sample",
  "/history",
];

/** Ids that are numbers, which each installation gives by itself. */
const isNumber = (name: string, field: unknown): boolean => name === "id" && typeof field === "number";

/** Fields that each installation sets by itself. Members do not come along, so creators are not members here. */
const OWN_FIELDS = new Set(["learning_badge_id", "creator_available"]);

const withoutOwnFields = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutOwnFields);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, field]) => !OWN_FIELDS.has(name) && !isNumber(name, field))
      .map(([name, field]: [string, unknown]) => [name, withoutOwnFields(field)]),
  );
};

type Get = (path: string) => Promise<Pick<TestResponse, "status" | "data" | "metadata">>;

async function listPaths(): Promise<string[]> {
  const { paths } = JSON.parse(await readFile("public/openapi.json", "utf8")) as {
    paths: Record<string, { get?: object }>;
  };
  const prefix = "/organizations/{organization_id}";
  return Object.entries(paths)
    .filter(([path, { get }]) => get && path.startsWith(prefix))
    .map(([path]) => path.slice(prefix.length))
    .filter((path) => !OWN.some((own) => path.includes(own)));
}

/** The lists that have the ids of a parameter, and the name of the field. */
const LISTS: Record<string, [string, string]> = {
  badge_template_id: ["/badge_templates", "id"],
  badge_id: ["/badges", "id"],
  recommendation_id: ["/recommendations", "id"],
  issuer_id: ["/issuers", "id"],
  employee_id: ["/employees", "email"],
  oauth_application_id: ["/oauth_applications", "id"],
  grantor_id: ["/grantors", "id"],
};

/** Reads every GET of an organization in the interface, also for each id of its lists. */
export async function readContractWith(get: Get): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const path of await listPaths()) {
    const [, parameter] = /\{(\w+)\}/.exec(path) ?? [];
    const [list, field] = LISTS[parameter ?? ""] ?? [];
    const items = list ? ((await get(list)).data as Record<string, unknown>[]) : [{}];
    for (const [index, item] of items.entries()) {
      const id = encodeURIComponent(String(item[field ?? ""]));
      const filled = parameter ? path.replace(`{${parameter}}`, id) : path;
      const { status, data, metadata } = await get(filled);
      const key = isNumber("id", item.id) ? `${path} ${index}` : filled;
      answers[key] = withoutOwnFields({ status, data, metadata });
    }
  }
  return answers;
}

/** The same, from the handlers of this process. */
export const readContract = (organizationId: string, token: string): Promise<Record<string, unknown>> =>
  readContractWith(createOrganizationClient(organizationId, token).get);
