import { expect } from "vitest";
import type { IssuerDomain } from "@/lib/credentials/issuer-domains/schema";
import { createEarner, issueAcceptedBadge } from "../accounts/earners";
import { createVerifiedDomain, organization, site } from "../organizations/domain-setting";
import { credentialPath, fetchDocument, type Json } from "./open-badge-documents";

export const DID_PATH = "/.well-known/did.json";
export const CONFIGURATION_PATH = "/.well-known/did-configuration.json";

export const readIssuerDomain = async (by = organization): Promise<IssuerDomain> => {
  const { status, data } = await by.client.get("/domain/issuer");
  expect(status, JSON.stringify(data)).toBe(200);
  return data as unknown as IssuerDomain;
};

/** Checks both files through the API. */
export async function checkFiles(by = organization): Promise<IssuerDomain> {
  const { status, data } = await by.client.post("/domain/issuer/check", {});
  expect(status, JSON.stringify(data)).toBe(200);
  return data as unknown as IssuerDomain;
}

export const switchTo = (enabled: unknown, by = organization) => by.client.put("/domain/issuer", { enabled });

/** Publishes the DID document as the API returns it, with changes. */
export async function publishDid(change: (document: Json) => unknown = () => undefined): Promise<Json> {
  const document = structuredClone((await readIssuerDomain()).did_document.content) as Json;
  const changed = change(document) ?? document;
  site.put(DID_PATH, changed as object);
  return document;
}

/** Publishes the DID configuration as the API returns it. */
export async function publishConfiguration(): Promise<Json> {
  const { content } = (await readIssuerDomain()).did_configuration;
  if (!content) throw new Error("The domain is not verified.");
  site.put(CONFIGURATION_PATH, content);
  return content;
}

/** Makes the organization issue under a domain of its own. */
export async function startIssuing(): Promise<IssuerDomain> {
  await createVerifiedDomain();
  await publishDid();
  await publishConfiguration();
  await checkFiles();
  const { status, data } = await switchTo(true);
  expect([status, data.state], JSON.stringify(data)).toEqual([200, "on"]);
  return data as unknown as IssuerDomain;
}

/** A credential in both forms. */
export type Forms = { id: string; json: Json; jwt: string };

/** Reads the credential of a badge. */
export async function readCredential(id: string): Promise<Forms> {
  const { status, json } = await fetchDocument(credentialPath(id));
  expect(status).toBe(200);
  const { bytes } = await fetchDocument(`${credentialPath(id)}.jwt`);
  return { id, json, jwt: bytes.toString() };
}

/** Issues a badge, accepts it and reads its credential. */
export async function issueCredential(by = organization): Promise<Forms> {
  const { id } = await issueAcceptedBadge(by, await createEarner());
  return readCredential(id);
}

/** The DIDs that a credential names in its members and those of its JWT: one if all agree. */
export function listDids({ json, jwt }: Forms): string[] {
  const [header = "", payload = ""] = jwt.split(".");
  const read = (part: string): Json => JSON.parse(Buffer.from(part, "base64url").toString()) as Json;
  const didOf = (method: string) => method.split("#")[0] ?? "";
  const proofs = (json.proof as Json[]).map(({ verificationMethod }) => didOf(verificationMethod as string));
  const named = [json.issuer.id as string, json.credentialSubject.achievement.creator.id as string];
  return [...new Set([...proofs, ...named, didOf(read(header).kid as string), read(payload).iss as string])];
}
