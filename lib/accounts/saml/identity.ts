import { z } from "zod";
import { MEMBER_ROLES } from "@/lib/access/callers/choices";

/** What an assertion said about a person, as it is stored until their browser finishes the sign-in. */
export const AssertedIdentity = z.object({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** The role of the first rule that matches the role attribute. Null when no rule matches. */
  ruledRole: z.enum(MEMBER_ROLES).nullable(),
  /** When the provider with which the response was checked was last changed. */
  providerVersion: z.string(),
  /** The certificate, in PEM, whose key has signed the assertion. */
  certificate: z.string(),
  provedAt: z.coerce.date(),
  hasSecondFactor: z.boolean(),
});
export type AssertedIdentity = z.infer<typeof AssertedIdentity>;

/** Why a response is refused, as the pages explain it. Details for the operator are in the log. */
export const REFUSALS = [
  /** It belongs to no sign-in of ours that is open: it came unasked, too late, or for the second time. */
  "not_expected",
  /** The provider itself refused the sign-in. */
  "declined",
  /** It is encrypted, which this service does not read. */
  "encrypted",
  /** It is not valid: signature, certificate, audience, recipient or time. */
  "invalid",
  /** It has no e-mail address, or one of another domain. */
  "wrong_address",
  /** The organization has no provider or no verified domain any more. */
  "not_available",
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** Thrown for a response that is refused. The message is for the log. */
export class RefusedResponse extends Error {
  override readonly name = "RefusedResponse";
  constructor(
    readonly refusal: Refusal,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
