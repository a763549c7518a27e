import { onDemand } from "@/components/on-demand";

const accountSchemas = () => import("@/lib/accounts/accounts/schema");

// The API reads an empty name as "not given" and would silently leave it unchanged, so it is required here.
export const profileSchema = onDemand(async () =>
  (await accountSchemas()).MeInput.required({ first_name: true, last_name: true }),
);

/** A person may have no last name, but the API does not allow removing one. */
export const profileWithoutLastNameSchema = onDemand(async () =>
  (await accountSchemas()).MeInput.required({ first_name: true }),
);

export const languageSchema = onDemand(async () =>
  (await accountSchemas()).MeInput.required({ locale: true }),
);

export const publicProfileSchema = onDemand(async () =>
  (await accountSchemas()).MeInput.required({ profile_address: true }),
);

export const newAddressSchema = onDemand(async () => (await accountSchemas()).OwnEmailInput);

export const newPasswordSchema = onDemand(async () => (await accountSchemas()).PasswordInput);

export const proofSchema = onDemand(async () => (await accountSchemas()).OwnEmailRemoval);

const secondFactorSchemas = () => import("@/lib/identity/second-factors/schema");

export const passkeySchema = onDemand(async () => (await secondFactorSchemas()).PasskeyInput);

export const appCodeSchema = onDemand(async () => (await secondFactorSchemas()).AuthenticatorAppInput);
