import { withAuditEntry } from "@/lib/access/audit/service";
import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { normalizeEmailAddress } from "@/lib/kernel/email-address";
import { unprocessable } from "@/lib/kernel/errors";
import { requireWorkforceAccess } from "@/lib/organizations/profile/service";
import { findUnknownPlaces, insertInvitations, recordInvitations } from "./invitation-queries";
import { INVITABLE_STATES, type InvitationInput } from "./schema";

/** Returns the list of a body with normalized addresses. */
function parseEmployeeList({ employee_list: values, list_type: type }: InvitationInput) {
  if (!values || !type) return null;
  return { type, values: type === "email" ? values.map(normalizeEmailAddress) : values };
}

const unknownEmployees = (places: number[]) =>
  unprocessable(
    "unknown_employees",
    "The employee_list contains unknown employees. No one was invited.",
    places.map((place) => ({
      field: `employee_list.${place}`,
      code: "not_found",
      message: "is not an employee of the organization",
    })),
  );

/**
 * Invites employees to connect (specification, "send_invitations"): those of `employee_list` or all, in one of
 * `statuses` or any that can be invited. Inactive ones are left out. Each gets a mail, which sets `last_invitation_sent_at` when it is sent.
 * Throws 422 when the list contains an unknown employee. Then no one is invited, so that a misspelling does not go
 * unnoticed.
 */
export async function sendInvitations(caller: Caller, body: InvitationInput): Promise<{ start: Date }> {
  await requireWorkforceAccess(caller);
  const list = parseEmployeeList(body);
  const states = body.statuses?.length ? body.statuses : INVITABLE_STATES;
  const isFirst = body.never_invited ?? false;
  const start = clock.now();
  await withAuditEntry(caller, "employee.invite", null, async () => {
    const unknown = list ? await findUnknownPlaces(caller.organizationId, list) : [];
    if (unknown.length > 0) throw unknownEmployees(unknown);
    await insertInvitations(caller.organizationId, states, { list, isFirst }, start);
  });
  return { start };
}

/** Records on employees that their invitations were sent. Call it in the transaction that settles the mails. */
export async function recordInvitationsSent(employeeIds: string[]): Promise<void> {
  if (employeeIds.length > 0) await recordInvitations(employeeIds);
}
