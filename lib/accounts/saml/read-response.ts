import { DOMParser } from "@xmldom/xmldom";
import { RefusedResponse } from "./identity";

const PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol";
const ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion";
const XML_SIGNATURE = "http://www.w3.org/2000/09/xmldsig#";
const SUCCESS = "urn:oasis:names:tc:SAML:2.0:status:Success";

const MAX_LENGTH = 200_000;
const MAX_DEPTH = 40;

/** Algorithms of signatures and digests that count: RSA or elliptic curves with SHA-2. SHA-1 is broken. */
const ALGORITHMS: ReadonlySet<string> = new Set([
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha384",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
  "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256",
  "http://www.w3.org/2001/04/xmlenc#sha256",
  "http://www.w3.org/2001/04/xmldsig-more#sha384",
  "http://www.w3.org/2001/04/xmlenc#sha512",
]);

/** A tag. Values of attributes may contain `>`, but no `<`, so that the time is proportional to the length. */
const TAG = /<(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/g;

const invalid = (message: string, cause?: unknown): RefusedResponse =>
  new RefusedResponse("invalid", message, { cause });

/** Decodes the form field of a response. */
function decodeResponse(encoded: string): string {
  const compact = encoded.replace(/\s+/g, "");
  if (compact === "" || !/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) throw invalid("not in base64");
  const xml = Buffer.from(compact, "base64").toString("utf8");
  if (xml.length > MAX_LENGTH) throw invalid("too long");
  return xml;
}

/**
 * Refuses what a response never needs and what makes two parsers read it differently: document types and their entities,
 * comments, processing instructions, and deep nesting, which would exhaust the stack.
 */
function requirePlainXml(xml: string): void {
  if (/(?![\t\n\r])\p{Cc}/u.test(xml)) throw invalid("has characters that XML does not have");
  if (/<!DOCTYPE|<!ENTITY|<!--|<!\[CDATA\[|<\?(?!xml\s)/i.test(xml))
    throw invalid("has a document type, a comment, CDATA or an instruction");
  let depth = 0;
  for (const [tag] of xml.matchAll(TAG)) {
    if (tag.startsWith("</")) depth -= 1;
    else if (!tag.endsWith("/>") && !tag.startsWith("<?")) depth += 1;
    if (depth > MAX_DEPTH) throw invalid("is nested too deep");
  }
}

function parseXml(xml: string) {
  const fail = (message: string): never => {
    throw invalid(`is not XML: ${message}`);
  };
  try {
    const parser = new DOMParser({ errorHandler: { warning: fail, error: fail, fatalError: fail } });
    const root = parser.parseFromString(xml, "text/xml").documentElement;
    return root;
  } catch (error) {
    throw error instanceof RefusedResponse ? error : invalid("is not XML", error);
  }
}

/** A response whose outer form is right. Nothing of it is trusted before its signature is checked. */
export type UncheckedResponse = {
  /** As it was sent, for the check of the signature. */
  encoded: string;
  /** The request that it claims to answer. */
  requestId: string;
};

const listNamed = (root: Element, namespace: string, name: string): Element[] =>
  Array.from(root.getElementsByTagNameNS(namespace, name));

function requireSuccess(root: Element): void {
  const code = listNamed(root, PROTOCOL, "StatusCode")[0]?.getAttribute("Value");
  if (code === SUCCESS) return;
  const codes = listNamed(root, PROTOCOL, "StatusCode").map((one) => one.getAttribute("Value"));
  throw new RefusedResponse("declined", `the provider responded ${codes.join(", ").slice(0, 300)}`);
}

function requireStrongAlgorithms(root: Element): void {
  const elements = ["SignatureMethod", "DigestMethod"].flatMap((name) =>
    listNamed(root, XML_SIGNATURE, name),
  );
  const weak = elements.find((one) => !ALGORITHMS.has(one.getAttribute("Algorithm") ?? ""));
  if (weak) throw invalid(`is signed with ${weak.getAttribute("Algorithm") ?? "nothing"}`.slice(0, 200));
}

/**
 * Requires that a response names no other address than `destination`, and that address if it is signed as a whole (SAML 2.0
 * Bindings, 3.5.5.2).
 */
function requireDestination(root: Element, destination: string): void {
  const given = root.getAttribute("Destination");
  const isSigned = Array.from(root.childNodes).some(
    (node) => (node as Element).namespaceURI === XML_SIGNATURE && (node as Element).localName === "Signature",
  );
  if (!given && isSigned) throw invalid("is signed and names no address");
  if (given && given !== destination) throw invalid("is for another address");
}

/**
 * Reads the outer form of a response (SAML 2.0 Bindings, 3.5): one success with one assertion, sent to `destination`,
 * signed with strong algorithms. Throws `RefusedResponse` otherwise.
 */
export function readResponse(encoded: string, destination: string): UncheckedResponse {
  const xml = decodeResponse(encoded);
  requirePlainXml(xml);
  const root = parseXml(xml);
  if (root?.namespaceURI !== PROTOCOL || root.localName !== "Response") throw invalid("is no response");
  requireDestination(root, destination);
  requireSuccess(root);
  if (listNamed(root, ASSERTION, "EncryptedAssertion").length > 0)
    throw new RefusedResponse("encrypted", "the assertion is encrypted");
  if (listNamed(root, ASSERTION, "Assertion").length !== 1) throw invalid("has not one assertion");
  requireStrongAlgorithms(root);
  return { encoded, requestId: root.getAttribute("InResponseTo") ?? "" };
}
