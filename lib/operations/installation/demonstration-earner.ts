import { changePassword, updateMe } from "@/lib/accounts/accounts/service";
import { ExternalBadgeInput } from "@/lib/credentials/external-badges/schema";
import { addExternalBadge, readExternalBadge } from "@/lib/credentials/external-badges/service";
import { issueBadge } from "@/lib/badges/issued/issue";
import { IssueInput } from "@/lib/badges/issued/schema";
import { acceptBadge } from "@/lib/badges/issued/service";
import type { Caller, Earner } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { joinNames } from "@/lib/kernel/names";
import { createPurposeToken } from "@/lib/kernel/secrets";
import { findAddressOwner } from "@/lib/identity/users/service";

const DAY_MS = 24 * 3_600_000;

const dayFromNow = (days: number): string => new Date(clock.now().getTime() + days * DAY_MS).toISOString();

type Person = { first: string; last: string; email: string };
type BadgeToIssue = { caller: Caller; templateId: string; changes?: Record<string, unknown> };

async function issueTo(person: Person, { caller, templateId, changes = {} }: BadgeToIssue): Promise<string> {
  const body = IssueInput.parse({
    recipient_email: person.email,
    issued_to_first_name: person.first,
    issued_to_last_name: person.last,
    badge_template_id: templateId,
    issued_at: clock.now().toISOString(),
    suppress_badge_notification_email: true,
    ...changes,
  });
  return (await issueBadge(caller, body)).id;
}

const acceptIssuedBadge = (id: string, isPrivate: boolean) =>
  acceptBadge(id, { token: createPurposeToken("accept-badge-mailed", id), private: isPrivate });

/**
 * Fills the wallet of a person who already has a badge with an expired badge, a private badge of another organization,
 * a pending badge and a badge of another service, introduces the person, and sets the account's password.
 */
export async function fillWallet(
  person: Person,
  password: string,
  badges: { expired: BadgeToIssue; private: BadgeToIssue; pending: BadgeToIssue },
): Promise<void> {
  const past = { issued_at: dayFromNow(-420), expires_at: dayFromNow(-55) };
  await acceptIssuedBadge(await issueTo(person, { ...badges.expired, changes: past }), false);
  await acceptIssuedBadge(
    await issueTo(person, { ...badges.private, changes: { issued_at: dayFromNow(-90) } }),
    true,
  );
  await issueTo(person, badges.pending);
  const userId = (await findAddressOwner(person.email)) ?? "";
  const actor = { type: "User" as const, id: userId, name: joinNames(person.first, person.last) };
  const session = {
    id: newId(),
    provedAt: clock.now(),
    hasSecondFactor: false,
    factorOrganizationId: null,
    provider: null,
  };
  const earner: Earner = { userId, actor, session };
  const body = ExternalBadgeInput.parse({
    badge: {
      badge_name: "First Aid",
      issuer_name: "Harbor Red Cross",
      badge_description: "Knows what to do until help comes.",
      issued_at_date: dayFromNow(-200).slice(0, 10),
      skills: ["First aid"],
    },
  });
  await addExternalBadge(earner, await readExternalBadge(earner, body));
  await updateMe(earner, {
    headline: "Marine biologist who teaches the coast to people who live on it",
    bio: "I count what lives between the tides, and show others how.\n\nAsk me about limpets, knots and first aid at sea.",
  });
  await changePassword(earner, { password });
}
