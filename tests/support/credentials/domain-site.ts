import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { callApi, type Issuer } from "../badges/issuing";
import type { HttpsProduct } from "../platform/https-product";
import type { LocalhostCertificate } from "../platform/localhost-certificate";

/** The domain of an organization in tests of other people's verifiers, who are sent to `port` of this machine for it. */
export const OWN_DOMAIN = "credentials.example.org";

/** The website of the domain. */
export type DomainSite = {
  port: number;
  put: (path: string, content: object) => void;
  stop: () => Promise<void>;
};

/** Starts the website of the domain, over https with the certificate. */
export async function startDomainSite({ key, cert }: LocalhostCertificate): Promise<DomainSite> {
  const files = new Map<string, object>();
  const server = createServer({ key, cert }, (request, response) => {
    const file = request.headers.host === OWN_DOMAIN ? files.get(request.url ?? "") : undefined;
    response.writeHead(file ? 200 : 404, { "content-type": "application/did+json" });
    response.end(file ? JSON.stringify(file) : "");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    port: (server.address() as AddressInfo).port,
    put: (path, content) => void files.set(path, content),
    stop: () => new Promise((done) => void server.close(() => done())),
  };
}

// The product would look for the domain on the internet, so what its checks find there is written into its database. The
// checks have tests of their own.
const FINDINGS = [
  "UPDATE organizations SET verified_at = now(), verified_domain = $2 WHERE id = $1",
  `INSERT INTO issuer_domains (organization_id, domain, enabled_at, listed_keys, read_at, active_since)
   SELECT $1, $2, now(), array_agg(id), now(), now() FROM signing_keys WHERE organization_id = $1`,
];

/** Makes an organization of the product issue under the domain, and publishes its files there. */
export async function issueUnderDomain(
  product: HttpsProduct,
  issuer: Issuer,
  site: DomainSite,
): Promise<void> {
  const set = await callApi(product.address, issuer, ["PUT", "/domain", { name: OWN_DOMAIN }]);
  if (set.status !== 200) throw new Error(await set.text());
  for (const algorithm of ["Ed25519", "P-256"])
    await callApi(product.address, issuer, ["POST", "/signing_keys/rotate", { algorithm }]);
  const client = new pg.Client({ connectionString: await product.databaseUrl() });
  await client.connect();
  for (const statement of FINDINGS) await client.query(statement, [issuer.organization_id, OWN_DOMAIN]);
  await client.end();
  const url = `${product.address}/v1/organizations/${issuer.organization_id}/domain/issuer`;
  const headers = {
    authorization: `Basic ${Buffer.from(`${issuer.authorization_token}:`).toString("base64")}`,
  };
  const { data } = (await (await fetch(url, { headers })).json()) as {
    data: Record<"did_document" | "did_configuration", { content: object }>;
  };
  site.put("/.well-known/did.json", data.did_document.content);
  site.put("/.well-known/did-configuration.json", data.did_configuration.content);
}
