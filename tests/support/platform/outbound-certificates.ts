import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import net, { type AddressInfo } from "node:net";
import tls from "node:tls";
import { onTestFinished, vi } from "vitest";
import { type OutboundLookup, type OutboundInput, sendOutbound } from "@/lib/platform/outbound/send";

/**
 * Certificates for the tests of outbound calls, and local receivers that use them. TESTS ONLY: nothing else trusts this
 * authority, its own key was deleted, and the one key below is public because it is in the repository. Generated once
 * with OpenSSL 3.0 (P-256); valid from 2020 to 2124, except the expired one, which ended on 2021-01-01.
 */

/** Pass it as `ca` to `createSender`. */
export const TEST_CA = `-----BEGIN CERTIFICATE-----
MIIBsjCCAVigAwIBAgICEAAwCgYIKoZIzj0EAwIwPzEZMBcGA1UEAwwQT3V0Ym91
bmQgdGVzdCBDQTEiMCAGA1UECgwZVGVzdHMgb25seSwgbmV2ZXIgdHJ1c3RlZDAg
Fw0yMDAxMDEwMDAwMDBaGA8yMTI1MDEwMTAwMDAwMFowPzEZMBcGA1UEAwwQT3V0
Ym91bmQgdGVzdCBDQTEiMCAGA1UECgwZVGVzdHMgb25seSwgbmV2ZXIgdHJ1c3Rl
ZDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABJwUZGpb7NwzSifyRPy7BQHWD7lg
mIwdDcqtGFO8F8lceHqsh+G5Rb32att6EEYF1FhS+NoHwIkxS3Irier71KKjQjBA
MA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgEGMB0GA1UdDgQWBBSEt2CA
9qCsBXnnrPYV4U3nLNeDQTAKBggqhkjOPQQDAgNIADBFAiEA1Z0gj7/hBatPeEzv
V2oR3xOnfDLjw6RpK60Vsa/1N7kCIBAEFFFesAwA/IX/H2++HqT5fVmgBPUHx+u9
qtC9yg18
-----END CERTIFICATE-----
`;

/** The key of all three server certificates. */
const TEST_SERVER_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg75eDJapsjAAel6KB
23J0pihbR+Dt5rl/tECKUTgE3iKhRANCAAT4MPITiK8rEmc8cago4eg3W4y4PpnR
36ZSQOMTCTFydaGgh/Its0w6MCG/hlVeTmU7niEL4jFp1NimgmGVFdQz
-----END PRIVATE KEY-----
`;

/** For receiver.test, valid. */
export const TEST_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIB2zCCAYCgAwIBAgICEAEwCgYIKoZIzj0EAwIwPzEZMBcGA1UEAwwQT3V0Ym91
bmQgdGVzdCBDQTEiMCAGA1UECgwZVGVzdHMgb25seSwgbmV2ZXIgdHJ1c3RlZDAg
Fw0yMDAxMDEwMDAwMDBaGA8yMTI0MDEwMTAwMDAwMFowGDEWMBQGA1UEAwwNcmVj
ZWl2ZXIudGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABPgw8hOIrysSZzxx
qCjh6DdbjLg+mdHfplJA4xMJMXJ1oaCH8i2zTDowIb+GVV5OZTueIQviMWnU2KaC
YZUV1DOjgZAwgY0wDAYDVR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0l
BAwwCgYIKwYBBQUHAwEwGAYDVR0RBBEwD4INcmVjZWl2ZXIudGVzdDAdBgNVHQ4E
FgQUvv/e+4x43k7PgtyMkcaZnowOVb4wHwYDVR0jBBgwFoAUhLdggPagrAV556z2
FeFN5yzXg0EwCgYIKoZIzj0EAwIDSQAwRgIhAO6116adQOPwdjrNjiIHB5oyeAKZ
g1N7StVbVV7MmMbkAiEAvRXMc01S24MvTmMEiGZnqAAlev3m/kzt4QGDsMUNP1Y=
-----END CERTIFICATE-----
`;

/** Valid, but for other.test. */
export const TEST_CERTIFICATE_OTHER_HOST = `-----BEGIN CERTIFICATE-----
MIIB0zCCAXqgAwIBAgICEAIwCgYIKoZIzj0EAwIwPzEZMBcGA1UEAwwQT3V0Ym91
bmQgdGVzdCBDQTEiMCAGA1UECgwZVGVzdHMgb25seSwgbmV2ZXIgdHJ1c3RlZDAg
Fw0yMDAxMDEwMDAwMDBaGA8yMTI0MDEwMTAwMDAwMFowFTETMBEGA1UEAwwKb3Ro
ZXIudGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABPgw8hOIrysSZzxxqCjh
6DdbjLg+mdHfplJA4xMJMXJ1oaCH8i2zTDowIb+GVV5OZTueIQviMWnU2KaCYZUV
1DOjgY0wgYowDAYDVR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAww
CgYIKwYBBQUHAwEwFQYDVR0RBA4wDIIKb3RoZXIudGVzdDAdBgNVHQ4EFgQUvv/e
+4x43k7PgtyMkcaZnowOVb4wHwYDVR0jBBgwFoAUhLdggPagrAV556z2FeFN5yzX
g0EwCgYIKoZIzj0EAwIDRwAwRAIgH8+z2Veh5MlLNPph5ZkkIljGTr8GD/N7IG1w
oTI4c0ICIB7ibil+vsY5f8a+HBmdPZ7M3WgYYV71dI2bq5Sh+s2R
-----END CERTIFICATE-----
`;

/** For receiver.test, expired. */
export const TEST_CERTIFICATE_EXPIRED = `-----BEGIN CERTIFICATE-----
MIIB2TCCAX6gAwIBAgICEAMwCgYIKoZIzj0EAwIwPzEZMBcGA1UEAwwQT3V0Ym91
bmQgdGVzdCBDQTEiMCAGA1UECgwZVGVzdHMgb25seSwgbmV2ZXIgdHJ1c3RlZDAe
Fw0yMDAxMDEwMDAwMDBaFw0yMTAxMDEwMDAwMDBaMBgxFjAUBgNVBAMMDXJlY2Vp
dmVyLnRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAT4MPITiK8rEmc8cago
4eg3W4y4PpnR36ZSQOMTCTFydaGgh/Its0w6MCG/hlVeTmU7niEL4jFp1NimgmGV
FdQzo4GQMIGNMAwGA1UdEwEB/wQCMAAwDgYDVR0PAQH/BAQDAgeAMBMGA1UdJQQM
MAoGCCsGAQUFBwMBMBgGA1UdEQQRMA+CDXJlY2VpdmVyLnRlc3QwHQYDVR0OBBYE
FL7/3vuMeN5Oz4LcjJHGmZ6MDlW+MB8GA1UdIwQYMBaAFIS3YID2oKwFeees9hXh
Tecs14NBMAoGCCqGSM49BAMCA0kAMEYCIQDR+cM9Qcxl4Pqyc882+lehy/PSsa4r
5hVUiPaalhj7dgIhAI4ZsGWLn4GNpM3OD96PPOUcTT3LZ0bOh8KKVwArrpZg
-----END CERTIFICATE-----
`;

export type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;
type Receiver = { port: number; url: string; connections: () => number; server: net.Server };

/** Starts a server on a free loopback port. It and its connections are closed at the end of the test. */
export async function listen(server: net.Server, scheme = "http", host = "127.0.0.1"): Promise<Receiver> {
  const sockets = new Set<net.Socket>();
  server.on("connection", (socket) => sockets.add(socket.on("error", () => undefined)));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `${scheme}://${host}:${port}/hook?a=1`, connections: () => sockets.size, server };
}

/** Responds with 200. */
export const respondOk: Handler = (_request, response) => void response.end("ok");

/** Never responds. */
export const neverRespond: Handler = () => undefined;

/** Responds with 200 at once and then sends a byte now and then, without end. */
export const respondEndlessly: Handler = (_request, response) => {
  const timer = setInterval(() => response.write("."), 5);
  response.once("close", () => clearInterval(timer));
};

/** Starts a receiver over http. */
export const startHttpReceiver = (handler: Handler) => listen(http.createServer(handler));

/** Starts a receiver over https whose URL has the host receiver.test. */
export const startHttpsReceiver = (handler: Handler, cert = TEST_CERTIFICATE) =>
  listen(https.createServer({ cert, key: TEST_SERVER_KEY }, handler), "https", "receiver.test");

/** The limit of bytes that `post` reads. */
export const LIMIT = 64 * 1024;

/** Sends a POST with `sendOutbound` or another sender; private addresses are allowed. */
export function sendPost(url: string, more: Partial<OutboundInput> = {}, sender = sendOutbound) {
  const base = { method: "POST", body: "{}", timeoutMs: 8_000, maxResponseBytes: LIMIT } as const;
  return sender({ ...base, url, allowInsecure: true, ...more });
}

/** Resolves when the next connection to the server has been closed. */
export async function connectionClosed(server: net.Server): Promise<void> {
  const [socket] = (await once(server, "connection")) as [net.Socket];
  await new Promise((closed) => socket.once("close", closed)); // `once` would reject on a reset
}

/** A resolver that returns these results one after the other, and then always the last one. */
export function createLookup(...answers: string[][]) {
  let call = 0;
  return vi.fn<OutboundLookup>(async () => {
    const addresses = answers[Math.min(call++, answers.length - 1)] ?? [];
    return addresses.map((address) => ({ address, family: net.isIP(address) }));
  });
}

/**
 * Simulates the public internet on this machine: addresses that the sender's own lookup allows are connected to
 * loopback.
 */
export function routePublicAddressesToLoopback(): void {
  const connect = tls.connect as (options: tls.ConnectionOptions) => tls.TLSSocket;
  const here = [{ address: "127.0.0.1", family: 4 }];
  const rerouted = (options: tls.ConnectionOptions) => {
    const lookup: net.LookupFunction = (name, how, done) =>
      options.lookup?.(name, how, (error) => (error ? done(error, []) : done(null, here)));
    return connect({ ...options, lookup });
  };
  vi.spyOn(tls, "connect").mockImplementation(rerouted as typeof tls.connect);
}

/** Makes every attempt to connect over http fail with these codes (several: one for each address tried). */
export function failConnectionsWith(...codes: string[]): void {
  const [first, ...others] = codes.map((code) => Object.assign(new Error(code), { code }));
  const all = Object.assign(new AggregateError([first, ...others]), { code: first?.code });
  const fail = () => {
    const socket = new net.Socket();
    setImmediate(() => socket.destroy(others.length === 0 ? first : all));
    return socket;
  };
  vi.spyOn(net, "connect").mockImplementation(fail);
}
