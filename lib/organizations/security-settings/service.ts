import { listChanges } from "@/lib/access/audit/changes";
import { withAuditEntry } from "@/lib/access/audit/service";
import { hasFactorFor, type Caller } from "@/lib/access/callers/caller";
import { notFound, unprocessable } from "@/lib/kernel/errors";
import { requireRealOrganization } from "@/lib/organizations/profile/mode";
import { countMembers, findSettings, lockSettings, saveSettings } from "./queries";
import type { SecuritySettingsInput } from "./schema";
import type { SecuritySettingsRow, StoredSettings } from "./serializer";

async function getStoredSettings(organizationId: string): Promise<StoredSettings> {
  const row = await findSettings(organizationId);
  if (!row) throw notFound();
  return row;
}

/** Returns what the organization requires of sessions and tokens, and how many of its members have a second factor. */
export async function getSecuritySettings({ organizationId }: Caller): Promise<SecuritySettingsRow> {
  const [stored, counts] = await Promise.all([
    getStoredSettings(organizationId),
    countMembers(organizationId),
  ]);
  return { ...stored, ...counts };
}

/** The settings as the audit log names them. */
const auditFacts = (settings: StoredSettings) => ({
  requires_second_factor: settings.requiresSecondFactor,
  session_idle_minutes: settings.sessionIdleMinutes,
  learning_token_idle_days: settings.learningTokenIdleDays,
});

/** Throws 422 when the member would be locked out by the requirement at once. */
function requireOwnFactor({ session, organizationId: id }: Caller): void {
  if (!session || hasFactorFor(session, { id, testOfId: null })) return;
  throw unprocessable(
    "second_factor_missing",
    "Add a second factor to your own account first. Otherwise you would be locked out of the organization.",
  );
}

/**
 * Changes what the organization requires, from the next request on. Fields that are not given keep their values. Throws
 * 422 in test mode, and for a member who requires a second factor and has not proved one in this session.
 */
export async function updateSecuritySettings(
  caller: Caller,
  body: SecuritySettingsInput,
): Promise<SecuritySettingsRow> {
  const { organizationId } = caller;
  await requireRealOrganization(
    organizationId,
    "Test mode has the security settings of the organization. Leave test mode to change them.",
  );
  if (body.requires_second_factor) requireOwnFactor(caller);
  await withAuditEntry(caller, "organization.update_security", organizationId, async (noteChanges) => {
    await lockSettings(organizationId);
    const before = await getStoredSettings(organizationId);
    const after = {
      requiresSecondFactor: body.requires_second_factor ?? before.requiresSecondFactor,
      sessionIdleMinutes:
        body.session_idle_minutes === undefined ? before.sessionIdleMinutes : body.session_idle_minutes,
      learningTokenIdleDays:
        body.learning_token_idle_days === undefined
          ? before.learningTokenIdleDays
          : body.learning_token_idle_days,
    };
    await saveSettings(organizationId, after);
    noteChanges(listChanges(auditFacts(before), auditFacts(after)));
  });
  return getSecuritySettings(caller);
}
