import { z } from "zod";
import { DUPLICATE_BEHAVIORS } from "@/lib/badges/issued/schema";
import {
  calendarDate,
  flag,
  instant,
  name,
  nullable,
  optional,
  optionalNotNull,
  text,
  timestamp,
  uuid,
} from "@/lib/kernel/fields";
import { fileEncoding } from "@/lib/platform/files/schema";
import { IMPORT_FIELDS, MAX_SHEET_CHANGES, MAX_WAIT_MINUTES } from "./choices";

export const IMPORT_STATES = ["ready", "scheduled", "running", "done", "cancelled", "stopped"] as const;
export const ROW_STATUSES = ["ok", "warning", "error", "issued", "failed"] as const;
export const DATE_ORDERS = ["day_first", "month_first"] as const;

export const ImportField = z.enum(IMPORT_FIELDS).meta({ id: "ImportField" });
export type ImportField = z.infer<typeof ImportField>;

/** Maximum columns of a file. */
export const MAX_COLUMNS = 100;
/** 10 MiB as base64, and a little more. */
const MAX_FILE_LENGTH = 14_000_000;

const columnIndex = () =>
  z
    .int()
    .min(0)
    .max(MAX_COLUMNS - 1);

export const ImportMapping = z
  .partialRecord(z.enum(IMPORT_FIELDS), columnIndex())
  .meta({ description: "The index of the column for each field, counted from 0." });
export type ImportMapping = z.infer<typeof ImportMapping>;

/** An error or warning of a row: the field of the mapping, and a message for the person who has the file. */
export const ImportProblem = z.strictObject({ field: z.string(), code: z.string(), message: z.string() });
export type ImportProblem = z.infer<typeof ImportProblem>;

const count = (description: string) => z.int().meta({ description });

export const BadgeImport = z
  .strictObject({
    id: z.uuid(),
    state: z.enum(IMPORT_STATES),
    badge_template: z.strictObject({
      id: z.uuid(),
      name: z.string(),
      state: z.string(),
      image_url: z.string(),
    }),
    badge_template_is_from_column: z.boolean().meta({
      description:
        "Whether each row names its badge template. `badge_template` is then that of the first row.",
    }),
    file_name: z.string(),
    columns: z
      .array(z.strictObject({ name: z.string(), samples: z.array(z.string()) }))
      .meta({ description: "The columns of the file in their order, each with its first values." }),
    mapping: ImportMapping,
    ignored_columns: z.array(z.string()).meta({
      description:
        "Headings of the columns that are not used. A column without a heading is named by its number.",
    }),
    duplicate_behavior: z.enum(DUPLICATE_BEHAVIORS),
    issued_at: calendarDate().meta({ description: "For rows without a date of issue." }),
    issued_at_is_default: z.boolean().meta({
      description:
        "Whether `issued_at` was not chosen. It then becomes the day on which the badges are issued.",
    }),
    suppress_badge_notification_email: z.boolean(),
    date_order: z.enum(DATE_ORDERS).meta({ description: "How a date such as 03/04/2026 is read." }),
    date_order_is_guess: z.boolean(),
    rows_count: count("Rows of the file."),
    ok_count: count("Rows without problems."),
    warning_count: count("Rows that will be issued, with a warning."),
    error_count: count("Rows that will not be issued."),
    issued_count: count("Badges issued so far."),
    failed_count: count("Rows that passed the check but could not be issued."),
    stop_reason: nullable().meta({ description: "Why the run stopped before its last row." }),
    created_by: z.string(),
    started_by: nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
    scheduled_at: timestamp()
      .nullable()
      .meta({ description: "When the badges will be issued. Null unless the import is scheduled." }),
    started_at: timestamp().nullable(),
    finished_at: timestamp().nullable(),
    kept_until: timestamp().nullable().meta({
      description: "When the import is deleted automatically. Null while it is scheduled or running.",
    }),
    url: z.string(),
  })
  .meta({ id: "BadgeImport" });
export type BadgeImport = z.infer<typeof BadgeImport>;

const rowNumber = () =>
  z
    .int()
    .meta({ description: "Its number in the spreadsheet: the headings are row 1, and empty rows count." });

export const BadgeImportRow = z
  .strictObject({
    number: rowNumber(),
    status: z.enum(ROW_STATUSES),
    recipient_email: z.string(),
    recipient_name: z.string(),
    problems: z.array(ImportProblem),
    badge_id: z.uuid().nullable(),
  })
  .meta({ id: "BadgeImportRow" });
export type BadgeImportRow = z.infer<typeof BadgeImportRow>;

export const BadgeImportSheet = z
  .strictObject({
    badge_import: BadgeImport,
    rows: z.array(
      z.strictObject({
        number: rowNumber(),
        cells: z.array(z.string()).meta({ description: "In the order of the columns." }),
        is_ragged: z.boolean().meta({ description: "Whether it has more cells than there are headings." }),
        status: z.enum(ROW_STATUSES),
        problems: z.array(ImportProblem),
      }),
    ),
  })
  .meta({ id: "BadgeImportSheet" });
export type BadgeImportSheet = z.infer<typeof BadgeImportSheet>;

/** The longest cell: that of the longest row of a file. */
const MAX_CELL_LENGTH = 50_000;

export const BadgeImportSheetChange = z
  .object({
    changes: z
      .array(
        z.strictObject({
          number: rowNumber().min(2).max(1_000_000_000),
          cells: z.array(text(MAX_CELL_LENGTH)).max(MAX_COLUMNS).nullable().meta({
            description: "All cells of the row, which is added if there is none. Null deletes the row.",
          }),
          is_ragged: optionalNotNull(flag()),
        }),
      )
      .min(1, "can't be blank")
      .max(MAX_SHEET_CHANGES),
  })
  .meta({ id: "BadgeImportSheetChange" });
export type BadgeImportSheetChange = z.infer<typeof BadgeImportSheetChange>;

const settings = {
  badge_template_id: optionalNotNull(uuid()),
  mapping: optionalNotNull(ImportMapping),
  duplicate_behavior: optionalNotNull(z.enum(DUPLICATE_BEHAVIORS)),
  issued_at: optional(z.iso.date("must be a date such as 2030-04-01")).meta({
    description: "For rows without a date of issue. Null: the day on which the badges are issued.",
  }),
  suppress_badge_notification_email: optionalNotNull(flag()),
  date_order: optionalNotNull(z.enum(DATE_ORDERS)),
};

export const BadgeImportInput = z
  .object({
    ...settings,
    badge_template_id: optionalNotNull(uuid()).meta({
      description: "Leave it out if each row of the file names its badge template in a column.",
    }),
    file_name: name(),
    file: z
      .string()
      .min(1, "can't be blank")
      .max(MAX_FILE_LENGTH, "is larger than 10 MB")
      .meta({ description: "The bytes of the file in base64." }),
    encoding: fileEncoding(),
  })
  .meta({ id: "BadgeImportInput" });
export type BadgeImportInput = z.infer<typeof BadgeImportInput>;

export const BadgeImportChange = z.object(settings).meta({ id: "BadgeImportChange" });
export type BadgeImportChange = z.infer<typeof BadgeImportChange>;

export const BadgeImportStart = z
  .object({
    badges_count: optionalNotNull(z.int().min(1)).meta({
      description: "How many badges the caller expects. 422 when the import would issue another number.",
    }),
    updated_at: optionalNotNull(timestamp()).meta({
      description: "When the import last changed, as the caller saw it. 422 when it has changed since.",
    }),
    start_at: optionalNotNull(instant()).meta({
      description:
        "When to issue the badges: a date-time within a year. Rows without a date of issue get its day, in its own UTC offset. At once by default.",
    }),
    wait_minutes: optionalNotNull(z.int().min(1).max(MAX_WAIT_MINUTES)).meta({
      description:
        "Minutes to wait before the badges are issued, instead of `start_at`. Until then it can be cancelled.",
    }),
  })
  .meta({ id: "BadgeImportStart" });
export type BadgeImportStart = z.infer<typeof BadgeImportStart>;
