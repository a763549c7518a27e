import type { EventType } from "@/lib/platform/recording/choices";
import { lockConfirmedUser } from "@/lib/identity/users/service";
import type { EmployeeState } from "@/prisma/generated/client";
import type { EmployeeRow } from "./serializer";

type AddressColumns = {
  email?: string;
  userId?: string;
  state?: EmployeeState;
  stateUpdatedAt?: Date;
  lastInvitationSentAt?: null;
};

type AddressChange = { columns: AddressColumns; events: EventType[] };

/**
 * Finds what a new address changes of an employee (decision 0144). The account and its decision stay, because the person is
 * the same. If another account has confirmed the address, the employee is that person, who has not been asked yet. Lock the
 * address before the employee (decision 0067).
 */
export async function findAddressChange(
  before: EmployeeRow,
  email: string,
  now: Date,
): Promise<AddressChange> {
  if (email === before.email) return { columns: {}, events: [] };
  const owner = await lockConfirmedUser(email);
  if (!owner || owner.id === before.userId) return { columns: { email }, events: [] };
  const asked = { state: "created", stateUpdatedAt: now, lastInvitationSentAt: null } as const;
  return {
    columns: { email, userId: owner.id, ...asked },
    events: [
      ...(before.userId === null ? [] : (["employment.user_account.disassociated"] as const)),
      "employment.user_account.associated",
    ],
  };
}
