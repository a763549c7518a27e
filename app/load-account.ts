import type { Earner } from "@/lib/access/callers/caller";
import { presentActivity } from "@/lib/access/account-activity/serializer";
import { listActivity } from "@/lib/access/account-activity/service";
import { listEmails } from "@/lib/accounts/accounts/emails";
import { presentEmail, presentMe } from "@/lib/accounts/accounts/serializer";
import { getMe } from "@/lib/accounts/accounts/service";
import { readProfilePageStatus } from "@/lib/credentials/public-pages/service";
import { presentSecondFactors } from "@/lib/identity/second-factors/serializer";
import { getSecondFactors } from "@/lib/identity/second-factors/service";
import { presentSession } from "@/lib/accounts/sessions/serializer";
import { listSessions } from "@/lib/accounts/sessions/service";
import { presentOwnToken } from "@/lib/learning/tokens/serializer";
import { listOwnTokens } from "@/lib/learning/tokens/own-service";
import { listPersonalTexts } from "@/lib/identity/users/password-choice";
import { readListInput } from "@/lib/kernel/list/list-input";

/** Loads what the account page of the wallet and of the console shows. */
export async function loadAccount(earner: Earner) {
  const firstPage = readListInput(new URLSearchParams());
  const [me, emails, activities, personal, factors, sessions, learningTokens] = await Promise.all([
    getMe(earner),
    listEmails(earner, firstPage),
    listActivity(earner.userId),
    listPersonalTexts(earner.userId),
    getSecondFactors(earner),
    listSessions(earner, firstPage),
    listOwnTokens(earner, firstPage),
  ]);
  const publicProfile = await readProfilePageStatus(me.vanitySlug, 1);
  return {
    me: presentMe(me),
    emails: emails.rows.map(presentEmail),
    activities: activities.map(presentActivity),
    hasProfile: publicProfile.kind === "shown",
    personal,
    factors: presentSecondFactors(factors),
    sessions: sessions.rows.map(presentSession),
    learningTokens: learningTokens.rows.map(presentOwnToken),
  };
}
