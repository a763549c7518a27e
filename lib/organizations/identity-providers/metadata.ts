import { DOMParser } from "@xmldom/xmldom";

const METADATA = "urn:oasis:names:tc:SAML:2.0:metadata";
const SIGNATURE = "http://www.w3.org/2000/09/xmldsig#";
const REDIRECT_BINDING = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";

/** What a provider's metadata says. Certificates are base64, as in the document. */
export type ProviderMetadata = { entityId: string; signInUrl: string; certificates: string[] };

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

/**
 * Reads the metadata of one provider (SAML 2.0 Metadata, 2.4.3): its entity id, the address of its sign-in by redirect and
 * the certificates for signatures. Null when one of them is missing, or when it describes several providers.
 */
export function parseProviderMetadata(text: string): ProviderMetadata | null {
  const root = parseXml(text.trim());
  if (!root || root.namespaceURI !== METADATA || root.localName !== "EntityDescriptor") return null;
  const [description] = Array.from(root.getElementsByTagNameNS(METADATA, "IDPSSODescriptor"));
  if (!description) return null;
  const services = Array.from(description.getElementsByTagNameNS(METADATA, "SingleSignOnService"));
  const service = services.find((one) => one.getAttribute("Binding") === REDIRECT_BINDING);
  const certificates = Array.from(description.getElementsByTagNameNS(METADATA, "KeyDescriptor"))
    .filter((key) => key.getAttribute("use") !== "encryption")
    .flatMap((key) => Array.from(key.getElementsByTagNameNS(SIGNATURE, "X509Certificate")))
    .map((one) => one.textContent ?? "");
  const entityId = root.getAttribute("entityID");
  const signInUrl = service?.getAttribute("Location");
  return entityId && signInUrl && certificates.length > 0
    ? { entityId, signInUrl, certificates: [...new Set(certificates)] }
    : null;
}
