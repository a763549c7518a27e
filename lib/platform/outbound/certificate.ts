import { isIP } from "node:net";
import { connect } from "node:tls";

const TIMEOUT_MS = 10_000;

/**
 * Reads the certificate of an address. Rejects when there is no connection within 10 s; if it is `strict`, also when
 * clients refuse the certificate.
 */
export function readCertificate(url: URL, isStrict: boolean): Promise<{ valid_to: string }> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: Number(url.port) || 443,
      ...(isIP(host) ? {} : { servername: host }),
      rejectUnauthorized: isStrict,
      timeout: TIMEOUT_MS,
    });
    socket
      .once("secureConnect", () => {
        resolve(socket.getPeerCertificate());
        socket.destroy();
      })
      .once("timeout", () => socket.destroy(new Error("timed out")))
      .once("error", reject);
  });
}
