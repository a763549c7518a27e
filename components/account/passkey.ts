import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import type { NewPasskeyInput, PasskeyAnswer, PasskeyOptions } from "@/lib/identity/second-factors/schema";

// Loaded when a passkey is first used.
const loadWebAuthn = () => import("@simplewebauthn/browser");

/** Lets the browser create a passkey. Rejects when the person cancels. */
export async function createPasskey(options: PasskeyOptions): Promise<NewPasskeyInput["credential"]> {
  const { startRegistration } = await loadWebAuthn();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { response, ...credential } = await startRegistration({ optionsJSON });
  return { ...credential, response: { ...response }, clientExtensionResults: {} };
}

/** Lets a passkey sign the challenge of these options. Rejects when the person cancels. */
export async function answerWithPasskey(options: PasskeyOptions): Promise<PasskeyAnswer> {
  const { startAuthentication } = await loadWebAuthn();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { response, ...credential } = await startAuthentication({ optionsJSON });
  return { ...credential, response: { ...response }, clientExtensionResults: {} };
}
