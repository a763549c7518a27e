import { z } from "zod";
import { nullable, timestamp } from "@/lib/kernel/fields";

/** The identifiers of schemas and messages (RFC 7643, 10.3; RFC 7644, 8.2). */
export const USER_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:User";
export const ENTERPRISE_SCHEMA = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
const message = (name: string) => `urn:ietf:params:scim:api:messages:2.0:${name}`;
export const LIST_MESSAGE = message("ListResponse");
export const PATCH_MESSAGE = message("PatchOp");
export const BULK_REQUEST_MESSAGE = message("BulkRequest");
export const BULK_RESPONSE_MESSAGE = message("BulkResponse");
const ERROR_MESSAGE = message("Error");

/** Most users of a page of the list, and most operations of a bulk request. */
export const MAX_RESULTS = 200;
export const MAX_OPERATIONS = 100;

const address = z.strictObject({
  type: z.literal("work"),
  country: z.string().optional(),
  region: z.string().optional(),
  postalCode: z.string().optional(),
});

/** An employee as a user of SCIM (RFC 7643, 4.1). */
export const ScimUser = z.strictObject({
  schemas: z.array(z.string()),
  id: z.uuid(),
  externalId: z.string().optional(),
  userName: z.string(),
  name: z
    .strictObject({
      formatted: z.string(),
      givenName: z.string().optional(),
      familyName: z.string().optional(),
    })
    .optional(),
  displayName: z.string().optional(),
  title: z.string().optional(),
  active: z.boolean(),
  emails: z.array(z.strictObject({ value: z.string(), type: z.literal("work"), primary: z.literal(true) })),
  addresses: z.array(address).optional(),
  [ENTERPRISE_SCHEMA]: z.strictObject({ department: z.string() }).optional(),
  meta: z.strictObject({
    resourceType: z.literal("User"),
    created: timestamp(),
    lastModified: timestamp(),
    location: z.url(),
    version: z.string(),
  }),
});
export type ScimUser = z.infer<typeof ScimUser>;

/** An error (RFC 7644, 3.12). */
export const ScimErrorBody = z.strictObject({
  schemas: z.tuple([z.literal(ERROR_MESSAGE)]),
  status: z.string(),
  scimType: z.string().optional(),
  detail: z.string(),
});
export type ScimErrorBody = z.infer<typeof ScimErrorBody>;

export const buildErrorBody = (status: number, scimType: string | null, detail: string): ScimErrorBody => ({
  schemas: [ERROR_MESSAGE],
  status: String(status),
  ...(scimType === null ? {} : { scimType }),
  detail,
});

/** The kinds of errors that a client can distinguish (RFC 7644, 3.12, table 9). */
export const SCIM_TYPES = [
  "invalidFilter",
  "tooMany",
  "uniqueness",
  "mutability",
  "invalidSyntax",
  "invalidPath",
  "noTarget",
  "invalidValue",
  "invalidVers",
] as const;
export type ScimType = (typeof SCIM_TYPES)[number];

/** Microsoft Entra ID sends "True" and "False". */
const flag = z.preprocess(
  (value) =>
    typeof value === "string" && /^(true|false)$/i.test(value) ? value.toLowerCase() === "true" : value,
  z.boolean().nullish(),
);

const text = () => nullable().optional();
/** Directories send one object where the schema has a list of them. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.preprocess(
    (value) => (typeof value === "object" && value !== null && !Array.isArray(value) ? [value] : value),
    z.array(item).max(100).nullish(),
  );

/** What is read of a user that a directory sends. The names of attributes are canonical (attributes.ts). */
export const ScimUserInput = z.object({
  externalId: text(),
  userName: z.string("is required"),
  name: z.object({ givenName: text(), familyName: text() }).nullish(),
  title: text(),
  active: flag,
  emails: listOf(z.object({ value: text(), type: text(), primary: flag })),
  addresses: listOf(
    z.object({ type: text(), primary: flag, country: text(), region: text(), postalCode: text() }),
  ),
  [ENTERPRISE_SCHEMA]: z.object({ department: text() }).nullish(),
});
export type ScimUserInput = z.infer<typeof ScimUserInput>;

/** The body of POST and PUT: an object. Its attributes are read without regard to the case of their names. */
export const ScimUserBody = z.looseObject({});
export type ScimUserBody = z.infer<typeof ScimUserBody>;

export const PatchOperation = z.object({
  op: z
    .string()
    .toLowerCase()
    .pipe(z.enum(["add", "replace", "remove"])),
  path: z.string().max(500).nullish(),
  value: z.unknown().optional(),
});
export type PatchOperation = z.infer<typeof PatchOperation>;

/** The body of PATCH (RFC 7644, 3.5.2). */
export const PatchBody = z.object({
  schemas: z
    .array(z.string())
    .refine((names) => names.includes(PATCH_MESSAGE), `must contain ${PATCH_MESSAGE}`),
  Operations: z.array(PatchOperation).min(1).max(MAX_OPERATIONS),
});
export type PatchBody = z.infer<typeof PatchBody>;

export const BulkOperation = z.object({
  method: z
    .string()
    .toUpperCase()
    .pipe(z.enum(["POST", "PUT", "PATCH", "DELETE"])),
  path: z.string().max(500),
  bulkId: z.string().min(1).max(255).nullish(),
  version: z.string().max(255).nullish(),
  data: z.unknown().optional(),
});
export type BulkOperation = z.infer<typeof BulkOperation>;

/** The body of a bulk request (RFC 7644, 3.7). */
export const BulkBody = z.object({
  schemas: z
    .array(z.string())
    .refine((names) => names.includes(BULK_REQUEST_MESSAGE), `must contain ${BULK_REQUEST_MESSAGE}`),
  failOnErrors: z.int().min(1).nullish(),
  Operations: z.array(z.unknown()).min(1),
});
export type BulkBody = z.infer<typeof BulkBody>;
