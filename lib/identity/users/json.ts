import { createDateParser, selectedColumns, jsonRows } from "@/lib/kernel/json-rows";
import { userSelect, type UserRow } from "./serializer";

const emailsJson = jsonRows(
  `address.email, address.confirmed_at AS "confirmedAt"`,
  `user_emails AS address WHERE address.user_id = earner.id AND address."primary" LIMIT 1`,
);

/** The columns of `users AS earner` for a `UserRow`. */
export const USER_COLUMNS = `${selectedColumns("User", userSelect, "earner")}, ${emailsJson} AS emails`;

/** Converts the texts of timestamps of an address to dates, in place. */
export const parseAddressJson = createDateParser("UserEmail", { confirmedAt: true });

/** Converts a `UserRow` that was read as JSON to the row that Prisma would have read, in place. */
export function parseUserJson<Row extends UserRow>(row: Row): Row {
  row.emails.forEach(parseAddressJson);
  return row;
}
