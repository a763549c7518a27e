import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { inflateRawSync } from "node:zlib";
import { SignedXml } from "xml-crypto";

/** A key with its self-signed certificate, as an identity provider has them. */
export type SigningKey = { key: string; certificate: string };

/** Creates a key and a certificate with the command `openssl`; RSA unless `algorithm` says another. */
export async function createSigningKey(algorithm: string[] = ["rsa:2048"], days = 365): Promise<SigningKey> {
  const directory = await mkdtemp(join(tmpdir(), "badges-saml-"));
  const [keyFile, certificateFile] = [join(directory, "key.pem"), join(directory, "certificate.pem")];
  try {
    const subject = ["-days", String(days), "-subj", "/CN=Identity provider"];
    const files = ["-keyout", keyFile, "-out", certificateFile];
    await promisify(execFile)("openssl", [
      "req",
      "-x509",
      "-nodes",
      ...subject,
      ...files,
      "-newkey",
      ...algorithm,
    ]);
    return { key: await readFile(keyFile, "utf8"), certificate: await readFile(certificateFile, "utf8") };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** What a response says. `changes` replace parts of it, so that it is wrong. */
export type SamlClaims = {
  nameId: string;
  attributes?: Record<string, string[]>;
  /** The id of the request, from `readRequest`. */
  inResponseTo: string;
  /** The entity id and the response address of the service. */
  audience: string;
  recipient: string;
  issuer?: string;
  /** Minutes from now. */
  notBefore?: number;
  notOnOrAfter?: number;
  authenticatedAt?: number;
  sessionNotOnOrAfter?: number;
  context?: string;
};

const ENTITY_ID = "https://idp.example/entity";

const minutesFromNow = (minutes: number): string =>
  new Date(Date.now() + minutes * 60_000).toISOString().replace(/\.\d+Z$/, "Z");

const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

type ReadRequest = { id: string; xml: string; forceAuthn: boolean };

const describeRequest = (xml: string): ReadRequest => ({
  id: / ID="([^"]+)"/.exec(xml)?.[1] ?? "",
  xml,
  forceAuthn: / ForceAuthn="true"/.test(xml),
});

/** Reads a request from the address at the provider to which the service leads. */
export function readRequest(location: string): ReadRequest {
  const encoded = new URL(location).searchParams.get("SAMLRequest") ?? "";
  return describeRequest(inflateRawSync(Buffer.from(encoded, "base64")).toString("utf8"));
}

/** Reads a request from the field of a form, which is not compressed (SAML 2.0 Bindings, 3.5.4). */
export const readPostedRequest = (encoded: string): ReadRequest =>
  describeRequest(Buffer.from(encoded, "base64").toString("utf8"));

const attributeXml = ([name, values]: [string, string[]]): string =>
  `<saml:Attribute Name="${escapeXml(name)}">${values
    .map((value) => `<saml:AttributeValue>${escapeXml(value)}</saml:AttributeValue>`)
    .join("")}</saml:Attribute>`;

/** Builds an assertion that is not signed. */
export function buildAssertion(claims: SamlClaims, id = "_assertion"): string {
  const { notBefore = -1, notOnOrAfter = 5, authenticatedAt = 0, issuer = ENTITY_ID } = claims;
  const { context = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport" } = claims;
  const { sessionNotOnOrAfter: end } = claims;
  const session = end === undefined ? "" : ` SessionNotOnOrAfter="${minutesFromNow(end)}"`;
  const attributes = Object.entries(claims.attributes ?? {});
  const statement =
    attributes.length > 0
      ? `<saml:AttributeStatement>${attributes.map(attributeXml).join("")}</saml:AttributeStatement>`
      : "";
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0"` +
    ` IssueInstant="${minutesFromNow(0)}"><saml:Issuer>${escapeXml(issuer)}</saml:Issuer><saml:Subject>` +
    `<saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${escapeXml(claims.nameId)}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData` +
    ` InResponseTo="${claims.inResponseTo}" Recipient="${claims.recipient}" NotOnOrAfter="${minutesFromNow(notOnOrAfter)}"/>` +
    `</saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${minutesFromNow(notBefore)}" NotOnOrAfter="${minutesFromNow(notOnOrAfter)}">` +
    `<saml:AudienceRestriction><saml:Audience>${claims.audience}</saml:Audience></saml:AudienceRestriction>` +
    `</saml:Conditions><saml:AuthnStatement AuthnInstant="${minutesFromNow(authenticatedAt)}"${session}><saml:AuthnContext>` +
    `<saml:AuthnContextClassRef>${context}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    `${statement}</saml:Assertion>`
  );
}

/** Puts assertions into a response. `status`: the last part of the name of its status. */
export const buildResponse = (
  assertions: string,
  { inResponseTo, recipient }: Pick<SamlClaims, "inResponseTo" | "recipient">,
  status = "Success",
): string =>
  `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_response" Version="2.0"` +
  ` IssueInstant="${minutesFromNow(0)}" Destination="${recipient}" InResponseTo="${inResponseTo}"><samlp:Status>` +
  `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status>${assertions}</samlp:Response>`;

const SHA_2 = {
  signature: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  digest: "http://www.w3.org/2001/04/xmlenc#sha256",
};
export const SHA_1 = {
  signature: "http://www.w3.org/2000/09/xmldsig#rsa-sha1",
  digest: "http://www.w3.org/2000/09/xmldsig#sha1",
};

/** Signs one element of a document, as identity providers do: enveloped, after the issuer. */
export function signElement(
  xml: string,
  name: "Assertion" | "Response",
  { key, certificate }: SigningKey,
  algorithms = SHA_2,
): string {
  const path = `//*[local-name(.)='${name}']`;
  const signer = new SignedXml({
    privateKey: key,
    publicCert: certificate,
    signatureAlgorithm: algorithms.signature,
    canonicalizationAlgorithm: "http://www.w3.org/2001/10/xml-exc-c14n#",
  });
  signer.addReference({
    xpath: path,
    transforms: [
      "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
      "http://www.w3.org/2001/10/xml-exc-c14n#",
    ],
    digestAlgorithm: algorithms.digest,
  });
  signer.computeSignature(xml, { location: { reference: `${path}/*[1]`, action: "after" } });
  return signer.getSignedXml();
}

/** Builds the response of an honest provider: the assertion is signed. */
export const buildSignedResponse = (claims: SamlClaims, key: SigningKey): string =>
  signElement(buildResponse(buildAssertion(claims), claims), "Assertion", key);

const BINDING = "urn:oasis:names:tc:SAML:2.0:bindings";

/** The metadata of the provider, as an administrator enters it. `isPostOnly`: it takes no redirects. */
export const buildProviderMetadata = (
  signInUrl: string,
  { certificate }: SigningKey,
  isPostOnly = false,
): string =>
  `<?xml version="1.0"?><EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${ENTITY_ID}">` +
  `<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="signing">` +
  `<KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>` +
  `${certificate.replace(/-----[^-]+-----|\s/g, "")}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>` +
  `<SingleSignOnService Binding="${BINDING}:HTTP-POST" Location="${signInUrl}/post"/>` +
  (isPostOnly ? "" : `<SingleSignOnService Binding="${BINDING}:HTTP-Redirect" Location="${signInUrl}"/>`) +
  `</IDPSSODescriptor></EntityDescriptor>`;
