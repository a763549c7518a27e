import { joinNames } from "@/lib/kernel/names";
import type { Member } from "@/lib/accounts/memberships/schema";

/** Returns the name of a member, or the e-mail address if there is none. */
export const memberName = ({ first_name: first, last_name: last, email }: Member): string =>
  joinNames(first, last) || email || "this member";
