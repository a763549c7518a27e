import { z } from "zod";
import { BADGE_STATES } from "@/lib/organizations/badge-facts/choices";
import {
  calendarDate,
  emailAddress,
  flag,
  line,
  nullable,
  optional,
  optionalNotNull,
  timestamp,
  givenOwnId,
  ownId,
} from "@/lib/kernel/fields";

export const EMPLOYEE_STATES = ["created", "pending", "accepted", "rejected"] as const;
/** Active employees by state. `uninvited` counts those in `created` who were never invited. */
export type EmployeeCounts = Record<(typeof EMPLOYEE_STATES)[number] | "uninvited", number>;
/** The states in which an employee can be invited. An accepted connection needs no further decision. */
export const INVITABLE_STATES = ["created", "pending", "rejected"] as const;
/** Most entries of an `employee_list`. */
const MAX_LIST_LENGTH = 10_000;

const image = z.strictObject({ id: z.string(), url: z.string() });

const badgeFields = {
  id: z.uuid(),
  issued_to: z.string(),
  issued_to_first_name: nullable(),
  issued_to_middle_name: nullable(),
  issued_to_last_name: nullable(),
  issued_at: timestamp(),
  issued_at_date: calendarDate(),
  expires_at: timestamp().nullable(),
  expires_at_date: calendarDate().nullable(),
  state: z.enum(BADGE_STATES),
  public: z.boolean(),
  badge_template: z.strictObject({
    id: z.uuid(),
    image,
    image_url: z.string(),
    description: z.string(),
    name: z.string(),
    skills: z.array(z.string()),
  }),
  issuer: z.strictObject({ name: z.string(), image_url: nullable() }),
};

/** A badge as an employer sees it in the employee's data. */
const EmployeeBadge = z.strictObject(badgeFields).meta({ id: "EmployeeBadge" });
/** The same in an event, with the badge's page. */
export const EmploymentBadge = z
  .strictObject({ ...badgeFields, badge_url: z.string() })
  .meta({ id: "EmploymentBadge" });
export type EmployeeBadge = z.infer<typeof EmployeeBadge>;
export type EmploymentBadge = z.infer<typeof EmploymentBadge>;

const employeeFields = {
  id: z.uuid(),
  email: z.string(),
  created_at: timestamp(),
  employee_state: z.enum(EMPLOYEE_STATES),
  employee_state_updated_at: timestamp(),
  last_invitation_sent_at: timestamp().nullable(),
  deactivated_at: timestamp().nullable(),
  first_name: nullable(),
  last_name: nullable(),
  full_name: nullable(),
  photo_url: nullable(),
  team: nullable(),
  external_id: nullable(),
  position_title: nullable(),
  manager_first_name: nullable(),
  manager_last_name: nullable(),
  manager_external_id: nullable(),
  location: nullable(),
  country: nullable(),
  zip_code: nullable(),
  state_or_province: nullable(),
  department: nullable(),
  organization_level_1: nullable(),
  organization_level_2: nullable(),
  organization_level_3: nullable(),
  job_family: nullable(),
};

const EmploymentHistory = z.strictObject({
  id: z.uuid(),
  current: z.boolean(),
  employer_job_title: nullable(),
  partner_occupation: nullable(),
  occupation_name: nullable(),
  model_version: nullable(),
  confidence_rating: z.number().nullable(),
  state: nullable(),
});

export const Employee = z.strictObject(employeeFields).meta({ id: "Employee" });
export type Employee = z.infer<typeof Employee>;

export const EmployeeData = z
  .strictObject({
    ...employeeFields,
    bio: nullable(),
    vanity_url: nullable(),
    badges: z.array(EmployeeBadge),
    employment_histories: z.array(EmploymentHistory),
  })
  .meta({ id: "EmployeeData" });
export type EmployeeData = z.infer<typeof EmployeeData>;

/** An employment as its events show it. */
export const Employment = z
  .strictObject({
    ...employeeFields,
    last_updated_by_organization_at: timestamp(),
    level: nullable(),
    employer: z.strictObject({ id: z.uuid(), name: z.string(), bio: nullable(), industry: nullable() }),
    badges: z.array(EmploymentBadge),
    employment_histories: z.array(EmploymentHistory),
  })
  .meta({ id: "Employment" });
export type Employment = z.infer<typeof Employment>;

/** What an event shows of a deleted employment, or one that the organization may no longer read. */
export const MinimalEmployment = z
  .strictObject({ id: z.uuid(), email: nullable(), external_id: nullable() })
  .meta({ id: "MinimalEmployment" });
export type MinimalEmployment = z.infer<typeof MinimalEmployment>;

/** An employment as the employee sees it: which organization asks to see their badges, and what they decided. */
export const EarnerEmployment = z
  .strictObject({
    id: z.uuid(),
    email: z.string(),
    position_title: nullable(),
    employee_state: z.enum(EMPLOYEE_STATES),
    employee_state_updated_at: timestamp(),
    last_invitation_sent_at: timestamp().nullable(),
    deactivated_at: timestamp().nullable(),
    created_at: timestamp(),
    employer: z.strictObject({
      id: z.uuid(),
      name: z.string(),
      bio: nullable(),
      photo_url: nullable(),
      vanity_url: z.string(),
    }),
  })
  .meta({ id: "EarnerEmployment" });
export type EarnerEmployment = z.infer<typeof EarnerEmployment>;

/** Path segments below `employees` with another meaning, which cannot be an `external_id`. */
const RESERVED_PATH_SEGMENTS = new Set([".", "..", "batch", "send_invitations"]);

const externalId = () =>
  ownId().refine((id) => !RESERVED_PATH_SEGMENTS.has(id), "cannot be used in an address");

const changeableFields = {
  first_name: optional(line()),
  last_name: optional(line()),
  team: optional(line()),
  external_id: optional(externalId()),
  position_title: optional(line()),
  manager_first_name: optional(line()),
  manager_last_name: optional(line()),
  manager_external_id: optional(ownId()),
  country: optional(line()),
  zip_code: optional(ownId()),
  state_or_province: optional(line()),
  department: optional(line()),
  job_family: optional(line()),
  organization_level_1: optional(line()),
  organization_level_2: optional(line()),
  organization_level_3: optional(line()),
  /** Alternative spelling without the second underscore, used when the other one is not given. */
  organization_level1: optional(line()),
  organization_level2: optional(line()),
  organization_level3: optional(line()),
};

/** The keys that POST accepts. */
export const EmployeeInput = z
  .object({ email: emailAddress(), ...changeableFields })
  .meta({ id: "EmployeeInput" });
export type EmployeeInput = z.infer<typeof EmployeeInput>;

/** The keys that PUT accepts: all but `email`, which is ignored like every unknown key. */
export const EmployeeChange = z.object(changeableFields).meta({ id: "EmployeeChange" });
export type EmployeeChange = z.infer<typeof EmployeeChange>;

export const InvitationInput = z
  .object({
    employee_list: optional(
      z.array(givenOwnId()).min(1, "can't be empty. Leave it out to invite everyone.").max(MAX_LIST_LENGTH),
    ),
    list_type: optional(z.enum(["email", "external_id"])),
    statuses: optional(z.array(z.enum(INVITABLE_STATES))),
    never_invited: optionalNotNull(flag()).meta({ description: "Only employees who were never invited." }),
  })
  .refine(({ employee_list: list, list_type: type }) => !list || type, {
    path: ["list_type"],
    error: "is required with employee_list: email or external_id",
  })
  .meta({ id: "InvitationInput" });
export type InvitationInput = z.infer<typeof InvitationInput>;

export const Invitation = z.strictObject({ resend_start: timestamp() }).meta({ id: "Invitation" });
export type Invitation = z.infer<typeof Invitation>;
