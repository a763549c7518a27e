import type { SignInBinding } from "@/lib/organizations/identity-providers/choices";

/** The bindings as providers name them. */
export const BINDING_LABELS: Record<SignInBinding, string> = {
  redirect: "By a redirect (HTTP-Redirect)",
  post: "By a form (HTTP-POST)",
};
