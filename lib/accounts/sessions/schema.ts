import { z } from "zod";
import { emailAddress, nullable, timestamp } from "@/lib/kernel/fields";
import { oneTimeCode, PasskeyAnswer } from "@/lib/identity/second-factors/schema";
import { PASSWORD_LENGTH } from "@/lib/identity/users/choices";

/** A session of the signed-in person in a browser. */
export const Session = z
  .strictObject({
    id: z.uuid(),
    current: z.boolean().meta({ description: "Whether it is the session of this request." }),
    browser: nullable().meta({ description: "The browser and system of its last use." }),
    address: nullable().meta({ description: "The IP address of its last use." }),
    second_factor: z.boolean().meta({ description: "Whether a second factor was proved in it." }),
    started_at: timestamp(),
    last_used_at: timestamp().meta({ description: "Exact to a minute." }),
    expires_at: timestamp(),
  })
  .meta({ id: "Session" });
export type Session = z.infer<typeof Session>;

/** The ways to prove who uses a session. `sign_in`: sign out and in again. */
const PROOF_METHODS = ["passkey", "code", "password", "sign_in"] as const;
export type ProofMethod = (typeof PROOF_METHODS)[number];

export const Proof = z
  .strictObject({
    methods: z.array(z.enum(PROOF_METHODS)),
    valid_until: timestamp().meta({ description: "Until when the last proof of this session counts." }),
  })
  .meta({ id: "Proof" });
export type Proof = z.infer<typeof Proof>;

/** The second factor; for an account without one, the password. */
export const ProofInput = z
  .object({
    password: z.string().max(PASSWORD_LENGTH.max).optional(),
    code: oneTimeCode().optional(),
    passkey: PasskeyAnswer.optional(),
  })
  .meta({ id: "ProofInput" });
export type ProofInput = z.infer<typeof ProofInput>;

/** Which step of a sign-in a passkey is for: the second step after the password, or a sign-in by the passkey alone. */
export const SignInOptionsInput = z
  .object({ second_step: z.boolean().default(false) })
  .meta({ id: "SignInOptionsInput" });
export type SignInOptionsInput = z.infer<typeof SignInOptionsInput>;

export const ProviderSignInInput = z.object({ email: emailAddress() }).meta({ id: "ProviderSignInInput" });
export type ProviderSignInInput = z.infer<typeof ProviderSignInInput>;

export const ProviderSignIn = z
  .strictObject({
    url: z.url().nullable().meta({
      description:
        "Open it in the browser to sign in. Null: the domain of the address has no identity provider.",
    }),
  })
  .meta({ id: "ProviderSignIn" });
export type ProviderSignIn = z.infer<typeof ProviderSignIn>;
