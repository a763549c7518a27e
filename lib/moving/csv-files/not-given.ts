import { BADGE_NOT_GIVEN, GROUP_NOT_GIVEN } from "@/lib/moving/downloads/badges";
import { EMPLOYEE_NOT_GIVEN } from "@/lib/moving/downloads/employees";
import { ORGANIZATION_NOT_GIVEN } from "@/lib/moving/downloads/organization";
import { PERSON_NOT_GIVEN } from "@/lib/moving/downloads/people";
import { TEMPLATE_NOT_GIVEN } from "@/lib/moving/downloads/templates";
import { RECORDS, type Header, type KindName } from "@/lib/moving/records/schema";
import type { FileKind } from "./schema";

/** Fields of a record that other columns say, by the start of their paths, or by the whole path after an equals sign. */
const SAID_BY: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  issued_badge: {
    template_organization_id: ["badge_template"],
    badge_template_id: ["badge_template"],
    display_issuer_as: ["issuer."],
    // A badge without a state is read as pending, and pending badges have no account.
    user_id: ["=state", "user."],
    issued_to: ["issued_to"],
    issuer_earner_group_id: ["issuer_earner_group"],
    evidence: ["evidence"],
    public: ["=public", "=is_private_badge"],
    issued_at_date: ["issued_at"],
    expires_at: ["expires_at"],
    expires_at_date: ["expires_at"],
    state_updated_at: ["=state"],
  },
  badge_template: { image_id: ["picture"], design: ["design."] },
  employee: {
    state: ["employee_state"],
    state_updated_at: ["employee_state_updated_at"],
    user_id: ["employee_state"],
  },
};

const KIND_OF_FILE: Readonly<Record<Exclude<FileKind, "organization">, KindName>> = {
  badge_templates: "badge_template",
  badges: "issued_badge",
  employees: "employee",
};

/** The name of an organization is that of the one here where no file has it. */
const ALWAYS = new Set(["kind", "id", "name", "not_given"]);

const says = (path: string, start: string): boolean =>
  start.startsWith("=") ? path === start.slice(1) : path.startsWith(start);

function listNotGiven(kind: KindName, paths: ReadonlySet<string>): string[] {
  const fields = Object.keys(RECORDS[kind].shape).filter((field) => !ALWAYS.has(field));
  return fields.filter((field) => {
    const starts = SAID_BY[kind]?.[field];
    return starts ? ![...paths].some((path) => starts.some((start) => says(path, start))) : !paths.has(field);
  });
}

/** What no source of this kind gives. */
const NEVER: Readonly<Record<string, readonly string[]>> = {
  organization: [...ORGANIZATION_NOT_GIVEN, "photo_id", "webhook_accepts_any_success"],
  badge_template: TEMPLATE_NOT_GIVEN,
  issued_badge: BADGE_NOT_GIVEN,
  employee: EMPLOYEE_NOT_GIVEN,
};

/**
 * Returns the fields that the files do not give, by kind: `not_given` of the header. `paths` are the columns of each file. A
 * template that badges alone describe has the columns of badges.csv.
 */
export function findNotGiven(
  paths: ReadonlyMap<FileKind, ReadonlySet<string>>,
): NonNullable<Header["not_given"]> {
  const none = new Set<string>();
  const nested = [...(paths.get("badges") ?? none)].flatMap((path) =>
    path.startsWith("badge_template.") ? [path.slice("badge_template.".length)] : [],
  );
  const given: Record<string, ReadonlySet<string>> = {
    organization: paths.get("organization") ?? none,
    ...Object.fromEntries(
      Object.entries(KIND_OF_FILE).map(([file, kind]) => [kind, paths.get(file as FileKind) ?? none]),
    ),
  };
  if (!paths.has("badge_templates")) given.badge_template = new Set(nested);
  return {
    person: PERSON_NOT_GIVEN,
    earner_group: GROUP_NOT_GIVEN,
    ...Object.fromEntries(
      Object.entries(given).map(([kind, columns]) => [
        kind,
        [...new Set([...(NEVER[kind] ?? []), ...listNotGiven(kind as KindName, columns)])],
      ]),
    ),
  };
}
