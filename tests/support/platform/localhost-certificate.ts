import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** A self-signed certificate for localhost and other names. Processes trust it with `NODE_EXTRA_CA_CERTS` set to `certificateFile`. */
export type LocalhostCertificate = {
  key: string;
  cert: string;
  certificateFile: string;
  remove: () => Promise<void>;
};

/**
 * Creates a certificate for localhost, and for `others`, with the command `openssl`. It is valid for `days` and
 * trusted by nobody.
 */
export async function createLocalhostCertificate(
  others: string[] = [],
  days = 7,
): Promise<LocalhostCertificate> {
  const directory = await mkdtemp(join(tmpdir(), "badges-certificate-"));
  const [keyFile, certificateFile] = [join(directory, "key.pem"), join(directory, "certificate.pem")];
  await promisify(execFile)("openssl", [
    "req",
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:P-256",
    "-nodes",
    "-days",
    String(days),
    "-subj",
    "/CN=localhost",
    "-addext",
    `subjectAltName=${["localhost", ...others].map((name) => `DNS:${name}`).join(",")}`,
    "-keyout",
    keyFile,
    "-out",
    certificateFile,
  ]);
  const [key, cert] = await Promise.all([readFile(keyFile, "utf8"), readFile(certificateFile, "utf8")]);
  return { key, cert, certificateFile, remove: () => rm(directory, { recursive: true, force: true }) };
}
