import type { Earner } from "@/lib/access/callers/caller";
import { presentActivity } from "@/lib/identity/account-activity/serializer";
import { listActivity } from "@/lib/identity/account-activity/service";
import { listEmails } from "@/lib/identity/accounts/emails";
import { presentEmail, presentMe } from "@/lib/identity/accounts/serializer";
import { getMe } from "@/lib/identity/accounts/service";
import { readProfilePageStatus } from "@/lib/credentials/public-pages/service";
import { listPersonalTexts } from "@/lib/identity/users/password-choice";
import { readListInput } from "@/lib/kernel/list/list-input";

/** Loads what the account page of the wallet and of the console shows. */
export async function loadAccount(earner: Earner) {
  const [me, emails, activities, personal] = await Promise.all([
    getMe(earner),
    listEmails(earner, readListInput(new URLSearchParams())),
    listActivity(earner.userId),
    listPersonalTexts(earner.userId),
  ]);
  const publicProfile = await readProfilePageStatus(me.vanitySlug, 1);
  return {
    me: presentMe(me),
    emails: emails.rows.map(presentEmail),
    activities: activities.map(presentActivity),
    hasProfile: publicProfile.kind === "shown",
    personal,
  };
}
