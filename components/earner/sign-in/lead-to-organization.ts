import { apiWrite } from "@/components/api";
import type { ProviderSignIn } from "@/lib/accounts/sessions/schema";

/** Where a sign-in goes on: a path of this site, and whether a session at the provider is not enough. */
export type SignInTarget = { callbackUrl: string; isAgain: boolean };

/**
 * Opens the sign-in of the organization whose domain the address has. Returns false when no organization signs in the people
 * of the domain.
 */
export async function leadToOrganization(
  email: string,
  { callbackUrl, isAgain }: SignInTarget,
): Promise<boolean> {
  const { url } = await apiWrite<ProviderSignIn>("POST", "/v1/sign_in/provider", { email });
  if (url === null) return false;
  const query = new URLSearchParams({ callbackUrl, ...(isAgain ? { again: "1" } : {}) });
  window.location.assign(`${url}?${query.toString()}`);
  return true;
}
