import { joinNames } from "@/lib/kernel/names";
import type { InvalidEmployee, ValidEmployee } from "./validation";
import type { EmployeeBatch } from "./schema";

export type BatchRow = {
  isDryRun: boolean;
  total: number;
  /** Headings that were not recognized. */
  ignored: string[];
  /** In a dry run: those that would be stored. */
  stored: ValidEmployee[];
  invalid: InvalidEmployee[];
};

/** How many employees the response shows, so that people can check that the columns were recognized. */
const PREVIEW_LENGTH = 10;

const presentPreview = ({ row, body }: ValidEmployee): EmployeeBatch["preview"][number] => ({
  row,
  email: body.email,
  external_id: body.external_id || null,
  full_name: joinNames(body.first_name, body.last_name) || null,
  position_title: body.position_title || null,
});

export const presentBatch = ({ isDryRun, total, ignored, stored, invalid }: BatchRow): EmployeeBatch => ({
  dry_run: isDryRun,
  total_count: total,
  created_count: stored.length,
  ignored_columns: ignored,
  preview: stored.slice(0, PREVIEW_LENGTH).map(presentPreview),
  errors: invalid,
});
