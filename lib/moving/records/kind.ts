import type { Model } from "@/lib/kernel/columns";
import type { KindName } from "./schema";

/** Which record a field refers to. */
export type Reference = {
  /** A kind; `organization` is the one that is moved or, for `isForeign`, one that was moved before or is here. */
  kind: KindName;
  isForeign?: true;
  /** Whether the field stays as it is when it names something else, or what was not moved. */
  isLoose?: true;
};

/** How records of a kind are stored. */
export type Kind = {
  name: KindName;
  model: Model;
  table: string;
  /** The fields that identify a record, in the file and in the table. */
  key: readonly string[];
  /** Whether the table's key also has the organization, so that other organizations can have the same one. */
  isKeyedByOrganization?: true;
  /** How the organization's rows are chosen: a condition on the table `t`, with the organization's id as $1. */
  where: string;
  references: Readonly<Record<string, Reference>>;
  /** Column that has the organization's id; null where no column has it. */
  organizationColumn: string | null;
  /** Other fields that are unique together, by which a row of `where` is recognized as the same. */
  match?: readonly string[];
  /** Fields whose column has another name. */
  columns?: Readonly<Record<string, string>>;
  /** For ids that are numbers: whether they are always new, or kept where they are free. */
  numbers?: "new" | "kept";
  /** Where numbers are used that are not in the table any more, if not in the table itself. */
  numberTable?: string;
  /** Whether a record that was moved, and whose row here is gone or not in `where` any more, is left as it is. For kinds with a key of one field. */
  staysDeleted?: true;
};

const OWN = "t.organization_id = $1";

/** What most kinds have in common. */
export const own = {
  where: OWN,
  organizationColumn: "organization_id",
  key: ["id"],
  references: {},
} as const;
