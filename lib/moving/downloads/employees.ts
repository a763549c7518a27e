import { normalizeEmailAddress } from "@/lib/kernel/email-address";
import type { RecordOf } from "@/lib/moving/records/schema";
import { toUuid } from "@/lib/moving/records/ids";
import type { WireEmployee } from "./badge-schema";
import { LAST_TIME } from "./wire-fields";

/** Fields that the interface does not show. */
export const EMPLOYEE_NOT_GIVEN = ["level", "last_updated_by_organization_at"];
export const HISTORY_NOT_GIVEN = ["created_at"];

/** Builds the record of an employee. What a service does not know of inactive employees stays as it is here. */
export function toEmployee(wire: WireEmployee, userId: string | null, now: string): RecordOf<"employee"> {
  const {
    employee_state: state,
    employee_state_updated_at: at,
    employment_histories: _histories,
    absent,
    ...same
  } = wire;
  const createdAt = wire.created_at ?? now;
  return {
    ...same,
    kind: "employee",
    id: toUuid("employee", wire.id),
    email: normalizeEmailAddress(wire.email),
    user_id: userId,
    state,
    state_updated_at: at ?? createdAt,
    created_at: createdAt,
    updated_at: at ?? createdAt,
    last_updated_by_organization_at: at ?? createdAt,
    ...(absent.includes("deactivated_at") ? { not_given: ["deactivated_at"] } : {}),
  };
}

/** Builds the records of positions. They come newest first; the time of each keeps that order. */
export function toHistories(wire: WireEmployee, now: string): RecordOf<"employment_history">[] {
  const histories = wire.employment_histories ?? [];
  const first = Math.min(Date.parse(wire.created_at ?? now), LAST_TIME - histories.length);
  return histories.map((history, index) => ({
    ...history,
    kind: "employment_history",
    id: toUuid("employment_history", history.id),
    employee_id: toUuid("employee", wire.id),
    confidence_rating: history.confidence_rating ?? null,
    created_at: new Date(first + histories.length - index).toISOString(),
  }));
}
