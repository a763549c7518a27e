import type { LocalhostCertificate } from "./localhost-certificate";
import { startNewProduct } from "./prepared-product";
import type { Product } from "./product";
import { findFreePort } from "@/lib/kernel/free-port";
import { startTlsProxy } from "./tls-proxy";

/** A product whose public address is https://localhost. `address` is the plain one, for the tests' own requests. */
export type HttpsProduct = Product & { address: string };

/** Starts the built product behind a proxy with the certificate. `remove` ends both. */
export async function startHttpsProduct(certificate: LocalhostCertificate): Promise<HttpsProduct> {
  const proxy = await startTlsProxy(certificate);
  try {
    const port = await findFreePort();
    const product = await startNewProduct({ env: { PORT: String(port), APP_URL: proxy.origin } });
    proxy.forwardTo(port);
    const remove = async (): Promise<void> => {
      await proxy.stop();
      await product.remove();
    };
    return { ...product, address: `http://127.0.0.1:${port}`, remove };
  } catch (error) {
    await proxy.stop();
    throw error;
  }
}
