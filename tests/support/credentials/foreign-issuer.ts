import { startSite, trustTestSites, type Site } from "./badge-site";
import { buildIssuerDocument, type IssuerKeys, type Json } from "./foreign-credentials";

// Another issuer whose documents are at a site, for tests of the verifier over the API.

/** Starts a site that the service trusts until mocks are restored, with the document of a `did:web` that lists these keys. */
export async function startForeignIssuer(keys: IssuerKeys): Promise<{ site: Site; did: string }> {
  trustTestSites();
  const site = await startSite();
  const did = `did:web:${new URL(site.origin).host.replace(":", "%3A")}:issuer`;
  site.put("/issuer/did.json", buildIssuerDocument(did, keys));
  return { site, did };
}

/** The member of a credential that names a place in a bitstring list. */
export const withEntry = (list: string, place = 7, changes: Json = {}): Json => ({
  credentialStatus: {
    id: `${list}#${place}`,
    type: "BitstringStatusListEntry",
    statusPurpose: "revocation",
    statusListIndex: String(place),
    statusListCredential: list,
    ...changes,
  },
});
