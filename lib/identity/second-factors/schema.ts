import { z } from "zod";
import { line, name, timestamp } from "@/lib/kernel/fields";

const PASSKEY_NAME_LENGTH = 100;

const encoded = (max: number) => z.string().max(max);

/** A passkey of the signed-in person. */
export const Passkey = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    created_at: timestamp(),
    last_used_at: timestamp().nullable(),
  })
  .meta({ id: "Passkey" });
export type Passkey = z.infer<typeof Passkey>;

/** The second factors of the signed-in person. */
export const SecondFactors = z
  .strictObject({
    passkeys: z.array(Passkey),
    authenticator_app: z
      .strictObject({ created_at: timestamp(), last_used_at: timestamp().nullable() })
      .nullable()
      .meta({ description: "Null without a confirmed authenticator app." }),
    recovery_codes_left: z.int().meta({
      description: "Recovery codes that were not used yet, without new ones that are not confirmed.",
    }),
    required_by: z.array(z.string()).meta({
      description: "Names of the person's organizations that require a second factor.",
    }),
    passkeys_available: z.boolean().meta({
      description: "False when browsers allow no passkeys at the address of this installation.",
    }),
  })
  .meta({ id: "SecondFactors" });
export type SecondFactors = z.infer<typeof SecondFactors>;

/** What an addition returns. */
export const AddedSecondFactor = z
  .strictObject({
    recovery_codes: z.array(z.string()).nullable().meta({
      description: "Shown once, with the first second factor. Null when the account has recovery codes.",
    }),
  })
  .meta({ id: "AddedSecondFactor" });
export type AddedSecondFactor = z.infer<typeof AddedSecondFactor>;

/** The options that a browser passes to WebAuthn, as its JSON format defines them. */
export const PasskeyOptions = z
  .looseObject({ challenge: z.string() })
  .meta({ id: "PasskeyOptions", description: "WebAuthn options in the JSON format of browsers." });
export type PasskeyOptions = z.infer<typeof PasskeyOptions>;

/** The result of WebAuthn in its JSON format. The WebAuthn library checks the rest. */
const webAuthnResult = <Response extends z.ZodRawShape>(response: Response) =>
  z.looseObject({
    id: encoded(2_000),
    rawId: encoded(2_000),
    type: z.literal("public-key"),
    response: z.looseObject({ clientDataJSON: encoded(8_000), ...response }),
    clientExtensionResults: z.looseObject({}),
  });

/** A browser's answer that a passkey was created. */
export const NewPasskeyInput = z
  .object({
    name: name(PASSKEY_NAME_LENGTH),
    credential: webAuthnResult({ attestationObject: encoded(40_000) }),
  })
  .meta({ id: "NewPasskeyInput" });
export type NewPasskeyInput = z.infer<typeof NewPasskeyInput>;

export const PasskeyInput = z.object({ name: name(PASSKEY_NAME_LENGTH) }).meta({ id: "PasskeyInput" });
export type PasskeyInput = z.infer<typeof PasskeyInput>;

/** A browser's answer that a passkey signed a challenge. */
export const PasskeyAnswer = webAuthnResult({
  authenticatorData: encoded(8_000),
  signature: encoded(8_000),
});
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;

/** A one-time code of an authenticator app, or a recovery code. */
export const oneTimeCode = () => line(100);

/** A new authenticator app that was not confirmed yet. */
export const NewAuthenticatorApp = z
  .strictObject({
    secret: z.string().meta({ description: "In base32, for people who cannot scan the QR code." }),
    url: z.string().meta({ description: "The content of the QR code (otpauth://)." }),
  })
  .meta({ id: "NewAuthenticatorApp" });
export type NewAuthenticatorApp = z.infer<typeof NewAuthenticatorApp>;

export const AuthenticatorAppInput = z.object({ code: oneTimeCode() }).meta({ id: "AuthenticatorAppInput" });
export type AuthenticatorAppInput = z.infer<typeof AuthenticatorAppInput>;

/** New recovery codes, which are shown once. */
export const RecoveryCodes = z
  .strictObject({ recovery_codes: z.array(z.string()) })
  .meta({ id: "RecoveryCodes" });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

export const RecoveryCodeInput = z
  .object({ code: oneTimeCode().meta({ description: "One of the new codes, which stays unused." }) })
  .meta({ id: "RecoveryCodeInput" });
export type RecoveryCodeInput = z.infer<typeof RecoveryCodeInput>;

/** A body without fields. */
export const EmptyInput = z.object({}).meta({ id: "EmptyInput" });
