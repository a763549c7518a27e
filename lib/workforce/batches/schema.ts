import { z } from "zod";
import type { EmployeeInput } from "@/lib/workforce/employees/schema";
import { flag, nullable, optionalNotNull } from "@/lib/kernel/fields";
import { HEADINGS } from "@/lib/platform/files/headings";
import { fileEncoding } from "@/lib/platform/files/schema";

/** Most employees of one batch. */
export const BATCH_LENGTH = 5_000;

/** The columns of a table of employees: the keys of POST, with other headings that are accepted for each. */
export const EMPLOYEE_COLUMNS = {
  email: HEADINGS.email,
  first_name: HEADINGS.first_name,
  last_name: HEADINGS.last_name,
  team: [],
  external_id: ["employee_id", ...HEADINGS.person_id, "id"],
  position_title: ["position", "job_title", "title"],
  manager_first_name: [],
  manager_last_name: [],
  manager_external_id: ["manager_id"],
  country: HEADINGS.country,
  zip_code: ["zip", "postal_code"],
  state_or_province: ["state", "province"],
  department: [],
  job_family: [],
  organization_level_1: [],
  organization_level_2: [],
  organization_level_3: [],
} as const satisfies Record<keyof Omit<EmployeeInput, `organization_level${1 | 2 | 3}`>, readonly string[]>;

/** Several employees, as a list or as a table. */
export const EmployeeBatchInput = z
  .object({
    employees: optionalNotNull(z.array(z.unknown()).min(1).max(BATCH_LENGTH)).meta({
      description: "Each with the keys of a new employee.",
    }),
    csv: optionalNotNull(z.string()).meta({
      description: `The text of a CSV file with the column \`email\` and any of the other keys, at most ${BATCH_LENGTH} rows.`,
    }),
    file: optionalNotNull(z.string().min(1, "can't be blank")).meta({
      description: "The bytes of such a CSV file in base64, instead of its text. At most 10 MB.",
    }),
    encoding: fileEncoding(),
    dry_run: optionalNotNull(flag()).meta({ description: "Validates everything and stores nothing." }),
  })
  .refine((body) => [body.employees, body.csv, body.file].filter((one) => one !== undefined).length === 1, {
    path: ["employees"],
    error: "or csv or file is required, and only one of them",
  })
  .meta({ id: "EmployeeBatchInput" });
export type EmployeeBatchInput = z.infer<typeof EmployeeBatchInput>;

const FieldFault = z.strictObject({ field: z.string(), code: z.string(), message: z.string() });

/** The result of a batch, or of its dry run. */
export const EmployeeBatch = z
  .strictObject({
    dry_run: z.boolean(),
    total_count: z.int(),
    created_count: z.int().meta({ description: "In a dry run: how many would be created." }),
    ignored_columns: z.array(z.string()),
    preview: z
      .array(
        z.strictObject({
          row: z.int(),
          email: z.string(),
          external_id: nullable(),
          full_name: nullable(),
          position_title: nullable(),
        }),
      )
      .meta({ description: "The first employees that are stored." }),
    errors: z.array(z.strictObject({ row: z.int(), email: nullable(), errors: z.array(FieldFault) })).meta({
      description:
        "The employees that are not stored, each with its position from 1. Headings are not counted.",
    }),
  })
  .meta({ id: "EmployeeBatch" });
export type EmployeeBatch = z.infer<typeof EmployeeBatch>;
