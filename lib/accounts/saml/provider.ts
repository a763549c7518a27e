import { SAML, ValidateInResponseTo, type Profile } from "@node-saml/node-saml";
import { z } from "zod";
import { clock } from "@/lib/kernel/clock";
import { emailAddress } from "@/lib/kernel/fields";
import { truncateText } from "@/lib/kernel/truncate-text";
import {
  providerDomain,
  serviceAddresses,
  type ProviderRow,
} from "@/lib/organizations/identity-providers/serializer";
import { domainOf } from "@/lib/organizations/identity-providers/service";
import { RefusedResponse, type AssertedIdentity } from "./identity";
import type { UncheckedResponse } from "./read-response";

/** Differences between our clock and the provider's. */
const CLOCK_SKEW_MS = 60_000;
/** How long a person may take to sign in at the provider. */
export const REQUEST_LIFETIME_MS = 10 * 60_000;
const MAX_NAME_LENGTH = 255;

const EMAIL_FORMAT = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";

/** Ways of sign-in that are several factors: REFEDS' and Microsoft's names. Others may be one, so they count as one. */
const SEVERAL_FACTORS: ReadonlySet<string> = new Set([
  "https://refeds.org/profile/mfa",
  "http://schemas.microsoft.com/claims/multipleauthn",
]);

/** The id of a request in XML, where ids begin with a letter or an underscore. */
export const toXmlId = (requestId: string): string => `_${requestId}`;

function createClient(provider: ProviderRow, requestId: string, { forceAuthn = false } = {}): SAML {
  const { entity_id: issuer, response_url: callbackUrl } = serviceAddresses(provider.organizationId);
  const known = toXmlId(requestId);
  return new SAML({
    issuer,
    callbackUrl,
    audience: issuer,
    entryPoint: provider.signInUrl,
    idpCert: provider.certificates,
    // Without a signature of the whole response that of the assertion is required. Only what is signed is read.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    identifierFormat: provider.emailAttribute === null ? EMAIL_FORMAT : null,
    disableRequestedAuthnContext: true,
    forceAuthn,
    // Requests in a form are base64 only. Redirects ignore this.
    skipRequestCompression: provider.signInBinding === "post",
    generateUniqueId: () => known,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: REQUEST_LIFETIME_MS,
    // Requests are rows of the database, found before; a response is accepted once by changing its row.
    cacheProvider: {
      saveAsync: (value) => Promise.resolve({ value, createdAt: Date.now() }),
      getAsync: (id) => Promise.resolve(id === known ? new Date().toISOString() : null),
      removeAsync: (id) => Promise.resolve(id),
    },
  });
}

/** Builds the address at the provider that signs a person in. `forceAuthn`: also a person with a session there. */
export const buildSignInUrl = (
  provider: ProviderRow,
  requestId: string,
  options: { forceAuthn: boolean },
): Promise<string> => createClient(provider, requestId, options).getAuthorizeUrlAsync("", undefined, {});

/**
 * Builds the request that a form sends to the provider's sign-in address, in base64 (SAML 2.0 Bindings, 3.5.4). It is not
 * signed, as those of redirects are not (decision 0130). There is no RelayState: the request's id leads back.
 */
export async function buildSignInRequest(
  provider: ProviderRow,
  requestId: string,
  options: { forceAuthn: boolean },
): Promise<string> {
  const message = await createClient(provider, requestId, options).getAuthorizeMessageAsync("");
  return z.object({ SAMLRequest: z.string() }).parse(message).SAMLRequest;
}

/** The metadata of this service for the provider of an organization, in XML. */
export const buildServiceMetadata = (organizationId: string): string => {
  const { entity_id: issuer, response_url: callbackUrl } = serviceAddresses(organizationId);
  return new SAML({
    issuer,
    callbackUrl,
    idpCert: "none",
    wantAssertionsSigned: true,
    identifierFormat: EMAIL_FORMAT,
  }).generateServiceProviderMetadata(null, null);
};

// The signed assertion as xml2js parses it: attributes in `$`, text in `_`, and each element a list.
const attributes = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ $: z.object(shape) });
const SignedAssertion = z.object({
  Assertion: z.object({
    Conditions: z.array(attributes({ NotOnOrAfter: z.string() })).length(1),
    Subject: z
      .array(
        z.object({
          SubjectConfirmation: z.array(
            attributes({ Method: z.string() }).extend({
              SubjectConfirmationData: z
                .array(
                  attributes({ Recipient: z.string(), InResponseTo: z.string(), NotOnOrAfter: z.string() }),
                )
                .length(1),
            }),
          ),
        }),
      )
      .length(1),
    AuthnStatement: z
      .array(
        attributes({ AuthnInstant: z.string(), SessionNotOnOrAfter: z.string().optional() }).extend({
          AuthnContext: z
            .array(z.object({ AuthnContextClassRef: z.array(z.unknown()).optional() }))
            .optional(),
        }),
      )
      .min(1),
  }),
});
type SignedAssertion = z.infer<typeof SignedAssertion>["Assertion"];

const textOf = (node: unknown): string => {
  if (typeof node === "string") return node;
  const text = (node as { _?: unknown } | null)?._;
  return typeof text === "string" ? text : "";
};

/** Requires that the signed part itself names this service and the request, for which node-saml asks of the outer part. */
function requireConfirmation({ Subject }: SignedAssertion, organizationId: string, requestId: string): void {
  const { response_url: recipient } = serviceAddresses(organizationId);
  const isConfirmed = Subject[0]?.SubjectConfirmation.some(({ $, SubjectConfirmationData: [data] }) => {
    const end = Date.parse(data?.$.NotOnOrAfter ?? "");
    return (
      $.Method === BEARER &&
      data?.$.Recipient === recipient &&
      data.$.InResponseTo === toXmlId(requestId) &&
      end + CLOCK_SKEW_MS > Date.now()
    );
  });
  if (!isConfirmed) throw new RefusedResponse("invalid", "the subject is not confirmed for this sign-in");
}

/** Requires that the session at the provider has not ended, where it says when it does (SAML 2.0 Core, 2.7.2). */
function requireOpenSession({ AuthnStatement: statements }: SignedAssertion): void {
  const isOver = statements.some(({ $: { SessionNotOnOrAfter: end } }) => {
    return end !== undefined && !(Date.parse(end) + CLOCK_SKEW_MS > Date.now());
  });
  if (isOver) throw new RefusedResponse("invalid", "the session at the provider has ended");
}

/** The time of the sign-in at the provider, never later than now. */
function readProofTime({ AuthnStatement: [statement] }: SignedAssertion): Date {
  const at = Date.parse(statement?.$.AuthnInstant ?? "");
  if (!Number.isFinite(at)) throw new RefusedResponse("invalid", "the time of the sign-in is missing");
  return new Date(Math.max(0, Math.min(at, clock.now().getTime())));
}

const hasSeveralFactors = ({ AuthnStatement: [statement] }: SignedAssertion): boolean =>
  (statement?.AuthnContext ?? []).some(({ AuthnContextClassRef: names = [] }) =>
    names.some((one) => SEVERAL_FACTORS.has(textOf(one).trim())),
  );

/** Whether a text can be stored: references such as `&#0;` stand for characters that PostgreSQL does not store. */
const isStorable = (text: string): boolean => !/[\p{Cc}\p{Surrogate}]/u.test(text);

/** The values of the attribute with this `Name`, whatever its `FriendlyName`, without those that are not text or cannot be stored. */
function readAttribute({ attributes: given }: Profile, name: string | null): string[] {
  const all = given as Record<string, unknown> | undefined;
  if (name === null || !all || !Object.hasOwn(all, name)) return [];
  return [all[name]]
    .flat()
    .flatMap((value) => (typeof value === "string" ? [value.trim().normalize("NFC")] : []))
    .filter(isStorable);
}

const readName = (profile: Profile, name: string | null): string =>
  truncateText(readAttribute(profile, name)[0] ?? "", MAX_NAME_LENGTH);

function findRuledRole(profile: Profile, { roleAttribute, roleRules }: ProviderRow) {
  const values = new Set(readAttribute(profile, roleAttribute));
  return roleRules.find(({ value }) => values.has(value))?.role ?? null;
}

/** The address of the person, which must be in the verified domain of the organization. */
function readAddress(profile: Profile, provider: ProviderRow): string {
  const given =
    provider.emailAttribute === null ? profile.nameID : readAttribute(profile, provider.emailAttribute)[0];
  const { data: email } = emailAddress().safeParse(given);
  if (!email) throw new RefusedResponse("wrong_address", "the assertion has no e-mail address");
  if (domainOf(email) !== providerDomain(provider))
    throw new RefusedResponse("wrong_address", "the address is not in the verified domain");
  return email;
}

async function verify(client: SAML, encoded: string): Promise<Profile> {
  try {
    const { profile } = await client.validatePostResponseAsync({ SAMLResponse: encoded });
    if (profile) return profile;
  } catch (error) {
    throw new RefusedResponse("invalid", error instanceof Error ? error.message : "not valid", {
      cause: error,
    });
  }
  throw new RefusedResponse("invalid", "the response has no assertion");
}

/** Finds which of the provider’s certificates signed a response. Throws `RefusedResponse` when no single one did. */
async function findSigner(provider: ProviderRow, requestId: string, encoded: string): Promise<string> {
  for (const certificate of provider.certificates) {
    const client = createClient({ ...provider, certificates: [certificate] }, requestId);
    const isSigner = await verify(client, encoded).then(
      () => true,
      () => false,
    );
    if (isSigner) return certificate;
  }
  throw new RefusedResponse("invalid", "no single certificate has signed the response");
}

/**
 * Checks a response of a provider to one of our requests: signature, issuer, audience, recipient and times. Returns what
 * the signed assertion says of the person. Throws `RefusedResponse`.
 */
export async function checkResponse(
  provider: ProviderRow,
  requestId: string,
  { encoded }: UncheckedResponse,
): Promise<AssertedIdentity> {
  const profile = await verify(createClient(provider, requestId), encoded);
  if (profile.issuer !== provider.entityId) throw new RefusedResponse("invalid", "another issuer");
  const parsed = SignedAssertion.safeParse(profile.getAssertion?.());
  if (!parsed.success)
    throw new RefusedResponse("invalid", "the assertion is incomplete", { cause: parsed.error });
  const { Assertion: assertion } = parsed.data;
  requireConfirmation(assertion, provider.organizationId, requestId);
  requireOpenSession(assertion);
  return {
    email: readAddress(profile, provider),
    firstName: readName(profile, provider.firstNameAttribute),
    lastName: readName(profile, provider.lastNameAttribute),
    ruledRole: findRuledRole(profile, provider),
    providerVersion: provider.updatedAt.toISOString(),
    certificate: await findSigner(provider, requestId, encoded),
    provedAt: readProofTime(assertion),
    hasSecondFactor: hasSeveralFactors(assertion),
  };
}
