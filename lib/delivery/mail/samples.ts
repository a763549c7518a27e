import type { TextsOfMail } from "@/lib/delivery/mail-designs/schema";
import { clock } from "@/lib/kernel/clock";
import { publicUrl } from "@/lib/kernel/env";
import { withLanguage, type Locale } from "@/lib/kernel/locales";
import type { SampleData } from "./queries";

const DAY_MS = 86_400_000;

/** The organization that sends a sample, and its own words in the mail. */
export type Sample = SampleData & { texts: TextsOfMail | null };

/** The fictional recipient of sample mails. */
export const SAMPLE_RECIPIENT = {
  name: "Ada",
  fullName: "Ada Lovelace",
  address: "ada@example.org",
  account: "ada.lovelace@example.org",
};

export const daysFromNow = (days: number): Date => new Date(clock.now().getTime() + days * DAY_MS);

/** The link of a sample leads to a page of ours that shows nothing. */
export const sampleLink = (path: string, locale: Locale): string => withLanguage(publicUrl(path), locale);

/** What every sample in the name of an organization shows. */
export const sampleOrganization = ({ name, color }: Sample) => ({
  address: SAMPLE_RECIPIENT.address,
  organization: name,
  color,
});
