import type { Launch } from "@/lib/learning/lti/launch";

/** Reads the first and last name of a launch, or takes them from the full name, or from the e-mail address. */
export function readLearnerName({
  givenName,
  familyName,
  fullName,
  email,
}: Pick<Launch, "givenName" | "familyName" | "fullName" | "email">): { firstName: string; lastName: string } {
  if (givenName !== null || familyName !== null) {
    return { firstName: givenName ?? "", lastName: familyName ?? "" };
  }
  const [firstName = "", ...rest] = (fullName ?? email.replace(/@.*$/, "")).trim().split(/\s+/);
  return { firstName, lastName: rest.join(" ") };
}
