import { invalidField } from "@/lib/kernel/errors";
import { isLoopback } from "@/lib/kernel/origins";
import { findLastEnd, parseCertificate } from "./certificate";
import type { SignInBinding } from "./choices";
import type { StoredSettings } from "./queries";
import type { IdentityProviderInput } from "./schema";
import { DOMParser } from "@xmldom/xmldom";

const METADATA = "urn:oasis:names:tc:SAML:2.0:metadata";
const SIGNATURE = "http://www.w3.org/2000/09/xmldsig#";
/** The bindings by which a request can be sent, the preferred one first. */
const BINDINGS: readonly [SignInBinding, string][] = [
  ["redirect", "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"],
  ["post", "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"],
];

/** What a provider's metadata says. Certificates are base64, as in the document. */
type ProviderMetadata = {
  entityId: string;
  signInUrl: string;
  signInBinding: SignInBinding;
  certificates: string[];
};

/** Parses XML without a document type, which could have entities that grow or refer to files. Null for other text. */
function parseXml(text: string) {
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) return null;
  let isWellFormed = true;
  const fail = (): void => {
    isWellFormed = false;
  };
  try {
    const parser = new DOMParser({ errorHandler: { warning: fail, error: fail, fatalError: fail } });
    const document = parser.parseFromString(text, "text/xml");
    return isWellFormed ? document.documentElement : null;
  } catch {
    return null;
  }
}

/** Finds the only entity of a document that signs people in: the root, or one in a list of entities (2.3.1). */
function findProvider(root: Element | null): Element | null {
  if (root?.namespaceURI !== METADATA) return null;
  if (root.localName === "EntityDescriptor") return root;
  if (root.localName !== "EntitiesDescriptor") return null;
  const providers = Array.from(root.getElementsByTagNameNS(METADATA, "EntityDescriptor")).filter(
    (entity) => entity.getElementsByTagNameNS(METADATA, "IDPSSODescriptor").length > 0,
  );
  return providers.length === 1 ? (providers[0] ?? null) : null;
}

/** Finds the address to which requests can be sent: by redirect if the provider accepts that, otherwise by a form. */
function findSignIn(description: Element): Pick<ProviderMetadata, "signInUrl" | "signInBinding"> | null {
  const services = Array.from(description.getElementsByTagNameNS(METADATA, "SingleSignOnService"));
  for (const [signInBinding, uri] of BINDINGS) {
    const service = services.find((one) => one.getAttribute("Binding") === uri);
    const signInUrl = service?.getAttribute("Location");
    if (signInUrl) return { signInUrl, signInBinding };
  }
  return null;
}

/**
 * Reads the metadata of one provider (SAML 2.0 Metadata, 2.4.3): its entity id, the address of its sign-in and
 * the certificates for signatures. Null when one of them is missing, or when it describes several providers. Does not read
 * WantAuthnRequestsSigned: Keycloak writes `true` for every realm, also when a client's requests need no signature.
 */
function parseProviderMetadata(text: string): ProviderMetadata | null {
  const root = findProvider(parseXml(text.trim()));
  const [description] = Array.from(root?.getElementsByTagNameNS(METADATA, "IDPSSODescriptor") ?? []);
  if (!root || !description) return null;
  const signIn = findSignIn(description);
  const certificates = Array.from(description.getElementsByTagNameNS(METADATA, "KeyDescriptor"))
    .filter((key) => key.getAttribute("use") !== "encryption")
    .flatMap((key) => Array.from(key.getElementsByTagNameNS(SIGNATURE, "X509Certificate")))
    .map((one) => one.textContent ?? "");
  const entityId = root.getAttribute("entityID");
  return entityId && signIn && certificates.length > 0
    ? { entityId, ...signIn, certificates: [...new Set(certificates)] }
    : null;
}

/** The settings before the first ones are given. */
const NO_SETTINGS: StoredSettings = {
  entityId: "",
  signInUrl: "",
  signInBinding: "redirect",
  certificates: [],
  triedAt: null,
  triedCertificate: null,
  certificatesEndAt: null,
  isRequired: false,
  emailAttribute: null,
  firstNameAttribute: null,
  lastNameAttribute: null,
  roleAttribute: null,
  roleRules: [],
  defaultRole: null,
};

/** Throws 422 for an address that is not https. A provider on the own machine, for trying, may be http. */
function requireSignInUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  const isSecure = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url));
  if (!url || !isSecure || url.username || url.password)
    throw invalidField("sign_in_url", "invalid", "must be an https address");
  return url.href;
}

function requireCertificates(given: string[]): string[] {
  const parsed = given.map((text) => {
    const pem = parseCertificate(text);
    if (pem === null)
      throw invalidField(
        "certificates",
        "invalid",
        "must be X.509 certificates in PEM, with an RSA key of 2,048 bits or more, or a key of an elliptic curve",
      );
    return pem;
  });
  if (parsed.length === 0) throw invalidField("certificates", "blank", "can't be blank");
  return [...new Set(parsed)];
}

function readMetadata(text: string | null | undefined): Partial<ProviderMetadata> {
  if (!text?.trim()) return {};
  const metadata = parseProviderMetadata(text);
  if (!metadata)
    throw invalidField(
      "metadata",
      "invalid",
      "must be the metadata of one SAML 2.0 identity provider, with its sign-in address for redirects or forms and a certificate",
    );
  return metadata;
}

function requireEntityId(given: string): string {
  if (given === "") throw invalidField("entity_id", "blank", "can't be blank");
  return given;
}

type Provider = Pick<
  StoredSettings,
  "entityId" | "signInUrl" | "signInBinding" | "certificates" | "emailAttribute"
>;

/** A field that may be null keeps its value only if it was not given. */
const merge = <Value>(given: Value | null | undefined, before: Value | null): Value | null =>
  given === undefined ? before : given;

/** What names the provider: when it changes, a sign-in has to be tried again. */
function mergeProvider(body: IdentityProviderInput, before: Provider): Provider {
  const metadata = readMetadata(body.metadata);
  return {
    entityId: requireEntityId(body.entity_id ?? metadata.entityId ?? before.entityId),
    signInUrl: requireSignInUrl(body.sign_in_url ?? metadata.signInUrl ?? before.signInUrl),
    signInBinding: body.sign_in_binding ?? metadata.signInBinding ?? before.signInBinding,
    certificates: requireCertificates(body.certificates ?? metadata.certificates ?? before.certificates),
    emailAttribute: merge(body.email_attribute, before.emailAttribute),
  };
}

/**
 * Whether a sign-in that succeeded before still counts for the provider. Certificates change one after the other, so the one
 * whose key had signed it must be left.
 */
const keepsTrial = (provider: Provider, before: StoredSettings): boolean =>
  provider.entityId === before.entityId &&
  provider.signInUrl === before.signInUrl &&
  provider.signInBinding === before.signInBinding &&
  provider.emailAttribute === before.emailAttribute &&
  before.triedCertificate !== null &&
  provider.certificates.includes(before.triedCertificate);

/**
 * Merges what was sent into the settings of a provider; `stored` is null for a new one. Throws 422 for a provider that is
 * incomplete, and for metadata, an address or certificates that cannot be used.
 */
export function mergeSettings(body: IdentityProviderInput, stored: StoredSettings | null): StoredSettings {
  const before = stored ?? NO_SETTINGS;
  const provider = mergeProvider(body, before);
  const isTried = keepsTrial(provider, before);
  return {
    ...provider,
    certificatesEndAt: findLastEnd(provider.certificates),
    triedAt: isTried ? before.triedAt : null,
    triedCertificate: isTried ? before.triedCertificate : null,
    isRequired: body.is_required ?? before.isRequired,
    firstNameAttribute: merge(body.first_name_attribute, before.firstNameAttribute),
    lastNameAttribute: merge(body.last_name_attribute, before.lastNameAttribute),
    roleAttribute: merge(body.role_attribute, before.roleAttribute),
    roleRules: body.role_rules ?? before.roleRules,
    defaultRole: merge(body.default_role, before.defaultRole),
  };
}
