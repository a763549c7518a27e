import type { Member } from "@/lib/identity/memberships/schema";

/** What a member is called; the address, while there is no name. */
export const memberName = ({ first_name: first, last_name: last, email }: Member): string =>
  `${first} ${last}`.trim() || email || "this member";
