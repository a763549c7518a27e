import { z } from "zod";

/** The file that marks a folder as an export. `origin`: the public origin of the installation. */
export const ExportMark = z.object({ format: z.literal(1), origin: z.string() });
export type ExportMark = z.infer<typeof ExportMark>;

/**
 * What was written for one record, such as a badge. `stamp` is null while it is not complete: the next run writes it
 * again. `files` are paths in the folder, with slashes.
 */
export const ItemState = z.object({ stamp: z.string().nullable(), files: z.array(z.string()) });
export type ItemState = z.infer<typeof ItemState>;

/** The result of a run. */
export type ExportSummary = {
  directory: string;
  items_updated: number;
  items_unchanged: number;
  items_removed: number;
  files_written: number;
  files_removed: number;
  failures: number;
  /** The first ten. */
  failed: string[];
};
