import { resolveReference, type ApiDocument, type JsonSchema } from "./document";

const MAX_DEPTH = 5;
/** How many fields an example shows when none is required. */
const MAX_OPTIONAL_FIELDS = 3;

const UUID = "00000000-0000-4000-8000-000000000000";

const ISSUE = {
  recipient_email: "earner@example.org",
  issued_to_first_name: "Nia",
  issued_to_last_name: "Adeyemi",
  badge_template_id: UUID,
  issued_at: "2030-01-31T09:00:00Z",
};

/** Examples for schemas whose required fields alone would not be enough, by the name of the schema. */
const KNOWN_EXAMPLES: Record<string, unknown> = {
  IssueInput: ISSUE,
  BatchInput: { badges: [ISSUE] },
  BadgeImportStart: { badges_count: 1 },
  ReplaceInput: { badge_template_id: UUID, issued_at: ISSUE.issued_at },
  PasswordInput: { current_password: "", password: "a long new password" },
  NewPasswordInput: { token: "the token from the link in the e-mail", password: "a long new password" },
  ExternalBadgeInput: { url: "https://example.org/assertions/1" },
  VerificationInput: { url: "https://example.org/assertions/1" },
  EmployeeBatchInput: { employees: [{ email: "employee@example.org" }], dry_run: true },
  EvaluationInput: { limit: 200 },
  MailDesignInput: { texts: { en: { pending_badge: { subject: "{{issuer_name}} recognizes your work" } } } },
  LearningIntegrationChange: { name: "Life Between Tides", launch_origins: ["https://lms.example.org"] },
};

const SAMPLES: [RegExp, unknown][] = [
  [/e?mail$/, "earner@example.org"],
  [/(_at|^since|^until|date)$/, "2030-01-31T09:00:00Z"],
  [/(^|_)ur[li]$/, "https://example.org"],
  [/(^|_)ids?$/, UUID],
  [/first_?name|^first$/, "Nia"],
  [/last_?name|^last$/, "Adeyemi"],
  [/name$/, "Example"],
  [/reason|description|^desc$/, "The reason, in one sentence."],
  [/country/, "NO"],
  [/colou?r|accent/, "#1f5f5b"],
];

const sampleText = (name: string): unknown => SAMPLES.find(([pattern]) => pattern.test(name))?.[1] ?? "text";

/** A sample from the schema itself: its example, its only value, or the first of its values. */
const declaredSample = ({ examples, const: constant, enum: words }: JsonSchema): unknown =>
  examples?.[0] ?? constant ?? words?.[0];

function sampleForType({ type = "string", minimum = 1 }: JsonSchema, name: string): unknown {
  const [first] = [type].flat().filter((one) => one !== "null");
  if (first === "boolean") return true;
  if (first === "integer" || first === "number") return Math.max(minimum, 1);
  return first === "string" ? sampleText(name) : {};
}

function buildSample(document: ApiDocument, name: string, given: JsonSchema, depth: number): unknown {
  const schema = resolveReference<JsonSchema>(document, given as { $ref: string });
  const own = declaredSample(schema);
  if (own !== undefined) return own;
  const choice = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== "null");
  if (choice) return buildSample(document, name, choice, depth);
  if (schema.items) return depth > MAX_DEPTH ? [] : [buildSample(document, name, schema.items, depth + 1)];
  if (schema.properties) return depth > MAX_DEPTH ? {} : buildSampleObject(document, schema, depth);
  return sampleForType(schema, name);
}

function buildSampleObject(
  document: ApiDocument,
  { properties = {}, required = [] }: JsonSchema,
  depth: number,
) {
  const all = Object.entries(properties);
  const shownFields =
    required.length > 0 ? all.filter(([key]) => required.includes(key)) : all.slice(0, MAX_OPTIONAL_FIELDS);
  return Object.fromEntries(
    shownFields.map(([key, value]) => [key, buildSample(document, key, value, depth + 1)]),
  );
}

/** Returns an example with these ids in the place of those that stand for any. */
export function fillSampleIds(example: unknown, ids: Record<string, string>): unknown {
  if (Array.isArray(example)) return example.map((item: unknown) => fillSampleIds(item, ids));
  if (typeof example !== "object" || example === null) return example;
  return Object.fromEntries(
    Object.entries(example).map(([name, value]: [string, unknown]) => [
      name,
      value === UUID && Object.hasOwn(ids, name) ? ids[name] : fillSampleIds(value, ids),
    ]),
  );
}

/** Lists the names of the ids in an example that stand for any. */
export function listSampleIds(example: unknown): string[] {
  if (typeof example !== "object" || example === null) return [];
  return Object.entries(example).flatMap(([name, value]: [string, unknown]) =>
    value === UUID ? [name] : listSampleIds(value),
  );
}

/** Builds an example body, mostly of its required fields with plausible values. */
export const buildExample = (document: ApiDocument, schema: JsonSchema): unknown =>
  KNOWN_EXAMPLES[schema.$ref?.split("/").at(-1) ?? ""] ?? buildSample(document, "", schema, 0);
