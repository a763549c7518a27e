import { z } from "zod";
import { validationError, type FieldError } from "@/lib/kernel/errors";
import { emailAddress, line, optional } from "@/lib/kernel/fields";
import { parseWebOrigin } from "@/lib/kernel/origins";
import { ltiDataMissingError, createLtiError } from "./errors";
import type { Parameter } from "./parameters";

/** The roles of people in a course that this service distinguishes. */
type Role = "administrator" | "instructor" | "learner";

const INSTRUCTORS = new Set([
  "instructor",
  "teachingassistant",
  "contentdeveloper",
  "manager",
  "faculty",
  "staff",
]);
const LEARNERS = new Set(["learner", "student"]);

/** Parses the last word of a role claim; null for a role that has no meaning here (Member, Observer, None). */
function parseRoleWord(word: string): Role | null {
  if (/administrator|^sysadmin$|^accountadmin$/.test(word)) return "administrator";
  if (INSTRUCTORS.has(word)) return "instructor";
  return LEARNERS.has(word) ? "learner" : null;
}

type RoleClaim = { isOfCourse: boolean; role: Role | null };

/**
 * Parses one role claim: a plain word, `urn:lti:role:ims/lis/Instructor` with or without a finer role after a slash,
 * the same with `instrole` or `sysrole`, or a URL that ends in `#Instructor`.
 */
function parseRoleClaim(claim: string): RoleClaim {
  const text = claim.trim().toLowerCase();
  const urn = /^urn:lti:(role|instrole|sysrole):(?:ims\/lis\/)?([^/]*)/.exec(text);
  const [scope, word] = urn ? [urn[1], urn[2] ?? ""] : [undefined, text.replace(/^.*#/, "")];
  const isOfCourse = urn ? scope === "role" : !/\/(institution|system)\//.test(text);
  return { isOfCourse, role: parseRoleWord(word) };
}

/**
 * Combines the comma-separated `roles` of a launch into one role. An administrator anywhere is an administrator here
 * (specification, "IFrame flow"). Otherwise roles in the course count before roles in the institution: a faculty member
 * who takes a course is a learner in it. Within each, instructor counts before learner. Without a known role the person
 * is a learner, the role with the fewest rights.
 */
export function parseRole(roles: string): Role {
  const claims = roles.split(",").map(parseRoleClaim);
  const hasRole = (role: Role, ofCourse: boolean) =>
    claims.some((claim) => claim.role === role && claim.isOfCourse === ofCourse);
  if (hasRole("administrator", true) || hasRole("administrator", false)) return "administrator";
  if (hasRole("instructor", true)) return "instructor";
  return !hasRole("learner", true) && hasRole("instructor", false) ? "instructor" : "learner";
}

/** LTI parameters that a launch must have (specification, "LTI parameters"), for `verifyOAuthRequest`. */
export const LAUNCH_PARAMETERS = [
  "user_id",
  "tool_consumer_info_product_family_code",
  "context_id",
  "lis_person_contact_email_primary",
  "roles",
  "integration_id",
] as const;

/** The parameters that `connect` needs. */
export const CONNECT_PARAMETERS = ["user_id", "integration_id"] as const;

/** An id from the LMS, stored unchanged: two ids that differ by a space are two people. */
const identifierField = () =>
  z.string().regex(/^(?=.*\S)\P{Cc}{1,255}$/u, "must be a line of at most 255 characters");

/** An optional text. An invalid value is ignored and never fails the launch. */
const optionalTextField = () =>
  optional(line())
    .catch(null)
    .transform((value) => value || null);

const integrationNumberField = () =>
  z
    .string()
    .trim()
    .regex(/^[1-9]\d{0,9}$/, "must be the number of an integration")
    .transform(Number)
    .refine((value) => value <= 2_147_483_647, "must be the number of an integration");

const LaunchFields = z.object({
  user_id: identifierField(),
  integration_id: integrationNumberField(),
  tool_consumer_info_product_family_code: z.string().trim(),
  context_id: identifierField(),
  context_label: optionalTextField(),
  lis_person_contact_email_primary: emailAddress(),
  lis_person_name_given: optionalTextField(),
  lis_person_name_family: optionalTextField(),
  lis_person_name_full: optionalTextField(),
  roles: z.string().transform(parseRole),
  launch_presentation_locale: optionalTextField(),
});
const ConnectFields = LaunchFields.pick({ user_id: true, integration_id: true });

/** The person and the integration of a server's `connect` request. */
export type ConnectRequest = { userId: string; integrationId: number };

/** A launch: a person who comes from a course in an LMS. */
export type Launch = ConnectRequest & {
  contextId: string;
  contextLabel: string | null;
  /** In lower case. The LMS states it; it is not confirmed. */
  email: string;
  givenName: string | null;
  familyName: string | null;
  fullName: string | null;
  role: Role;
  /** The language that the LMS shows to the person, as the LMS writes it. */
  locale: string | null;
};

/**
 * Collects the values of these fields. A parameter may be repeated (Canvas does so), but two different values for one
 * field are ambiguous: LTI_DATA_MISSING. Blank values are ignored.
 */
function collectValues(names: string[], parameters: readonly Parameter[]): Record<string, string> {
  const fields = names.map((name): [string, Set<string>] => {
    const given = parameters.filter(([other, value]) => other === name && /\S/.test(value));
    return [name, new Set(given.map(([, value]) => value))];
  });
  const ambiguous = fields.filter(([, values]) => values.size > 1).map(([field]) => field);
  if (ambiguous.length > 0) {
    const message = "is given with more than one value";
    throw ltiDataMissingError(ambiguous.map((field) => ({ field, code: "invalid", message })));
  }
  return Object.fromEntries(fields.flatMap(([name, values]) => [...values].map((value) => [name, value])));
}

function parseFields<Schema extends z.ZodObject>(
  schema: Schema,
  parameters: readonly Parameter[],
): z.infer<Schema> {
  const result = schema.safeParse(collectValues(Object.keys(schema.shape), parameters), {
    reportInput: true,
  });
  if (result.success) return result.data;
  const { errors } = validationError(result.error);
  const isAddress = ({ field, code }: FieldError) =>
    field === "lis_person_contact_email_primary" && code !== "required";
  if (!errors.every(isAddress)) throw ltiDataMissingError(errors);
  const message = "lis_person_contact_email_primary must be an e-mail address.";
  throw createLtiError("LTI_MEMBER_CREATION_FAILED", message, errors);
}

/**
 * Reads the parameters of a verified launch. Throws LTI_DATA_MISSING when one is missing, ambiguous or invalid,
 * LTI_NO_CONNECTION for a product family other than `cle`, and LTI_MEMBER_CREATION_FAILED for an e-mail address with
 * which no account can be created.
 */
export function readLaunch(parameters: readonly Parameter[]): Launch {
  const given = parseFields(LaunchFields, parameters);
  if (given.tool_consumer_info_product_family_code !== "cle") {
    const message = "tool_consumer_info_product_family_code must be cle: other systems are not supported.";
    throw createLtiError("LTI_NO_CONNECTION", message);
  }
  return {
    userId: given.user_id,
    integrationId: given.integration_id,
    contextId: given.context_id,
    contextLabel: given.context_label,
    email: given.lis_person_contact_email_primary,
    givenName: given.lis_person_name_given,
    familyName: given.lis_person_name_family,
    fullName: given.lis_person_name_full,
    role: given.roles,
    locale: given.launch_presentation_locale,
  };
}

/**
 * Reads the origins of the pages to which the LMS takes the person back (`launch_presentation_return_url`). Unlike
 * other fields it may have several values, because each of them was signed.
 */
export function readReturnOrigins(parameters: readonly Parameter[]): string[] {
  const values = parameters.filter(([name]) => name === "launch_presentation_return_url");
  return values.flatMap(([, value]) => parseWebOrigin(value.trim()) ?? []);
}

/**
 * Reads the parameters of a verified `connect` request. Throws LTI_DATA_MISSING, whose `errors` name the parameters.
 */
export function readConnect(parameters: readonly Parameter[]): ConnectRequest {
  const given = parseFields(ConnectFields, parameters);
  return { userId: given.user_id, integrationId: given.integration_id };
}
