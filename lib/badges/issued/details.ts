import type { IssuedBadge, ReplaceInput } from "./schema";

type Detail = {
  /** The field of the badge in responses. */
  field: keyof IssuedBadge;
  /** The field of the request. */
  input: keyof ReplaceInput;
  /** The column, by its name in Prisma. */
  column: string;
  /** Whether earners and the applications they connect see it. Otherwise only the issuer does. */
  isShownToEarner: boolean;
  /** Whether it is about the recipient. Then it is erased with a deleted badge (decision 0020). */
  isPersonal: boolean;
};

/** The parts of the name on a badge. */
const NAME_FIELDS: string[] = ["issued_to_middle_name"];

/** Optional texts of a badge that are stored and shown as they were given. */
export const DETAILS = [
  {
    field: "issued_to_middle_name",
    input: "issued_to_middle_name",
    column: "issuedToMiddleName",
    isShownToEarner: true,
    isPersonal: true,
  },
  // "Not shown to the earner" (specification, "Issue a badge").
  {
    field: "issuer_earner_id",
    input: "issuer_earner_id",
    column: "issuerEarnerId",
    isShownToEarner: false,
    isPersonal: true,
  },
  { field: "country", input: "country_name", column: "country", isShownToEarner: true, isPersonal: true },
  {
    field: "state_or_province",
    input: "state_or_province",
    column: "stateOrProvince",
    isShownToEarner: true,
    isPersonal: true,
  },
] as const satisfies Detail[];

type AnyDetail = (typeof DETAILS)[number];
type DetailColumns = Record<AnyDetail["column"], string | null>;
type DetailFields = Record<AnyDetail["field"], string | null>;

/** Builds an object with one value for each detail. A loop, because it is faster, and lists present many badges. */
function mapDetails<Value>(key: "field" | "column", valueFor: (detail: AnyDetail) => Value) {
  const result: Record<string, Value> = {};
  for (const detail of DETAILS) result[detail[key]] = valueFor(detail);
  return result;
}

/** The columns for a Prisma `select`. */
export const detailSelect = mapDetails("column", () => true) as Record<AnyDetail["column"], true>;

/** Builds the columns from the request. */
export const detailColumns = (
  body: Partial<Record<AnyDetail["input"], string | null | undefined>>,
): DetailColumns => mapDetails("column", ({ input }) => body[input] ?? null) as DetailColumns;

/** Presents the details to the issuer. */
export const presentDetails = (row: DetailColumns): DetailFields =>
  mapDetails("field", ({ column }) => row[column]) as DetailFields;

/** The details of the recipient that are hidden from an application that the earner has disconnected. */
export const hiddenDetails = Object.fromEntries(
  DETAILS.filter(({ isPersonal, field }) => isPersonal && !NAME_FIELDS.includes(field)).map(({ field }) => [
    field,
    null,
  ]),
) as Partial<DetailFields>;

/** Presents the details to the earner: null for those of the issuer. */
export const presentEarnerDetails = (badge: DetailFields): DetailFields =>
  mapDetails("field", ({ field, isShownToEarner }) =>
    isShownToEarner ? badge[field] : null,
  ) as DetailFields;
