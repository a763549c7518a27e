import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { ORIGIN } from "../http/client";

/** What an authenticator may do differently from a good one. */
export type Deviation = { origin?: string; isUserVerified?: boolean; counter?: number };

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");

const clientData = (type: string, challenge: string, origin = ORIGIN): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

const sha256 = (data: Uint8Array | string): Buffer => createHash("sha256").update(data).digest();

const UP = 0x01;
const UV = 0x04;
const AT = 0x40;

/** The first bytes of an authenticator's data: the domain, flags and the counter (WebAuthn, 6.1). */
function authenticatorData(flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(new URL(ORIGIN).hostname), Buffer.of(flags), count]);
}

/** The public key in COSE format (RFC 9053): an EC key on P-256 for ES256. */
function coseKey(publicKey: KeyObject): Uint8Array {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const coordinate = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "base64url"));
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]),
  );
}

/**
 * An authenticator with one passkey, in software: it creates the key pair and signs challenges as browsers send them
 * on. `Deviation` makes it break one of the rules that the server checks.
 */
export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  let signatures = 0;
  const flags = ({ isUserVerified = true }: Deviation): number => UP | (isUserVerified ? UV : 0);
  const credential = <Response>(response: Response) => ({
    id: encode(id),
    rawId: encode(id),
    type: "public-key" as const,
    response,
    clientExtensionResults: {},
  });
  return {
    /** Answers the options for a new passkey. */
    register({ challenge }: { challenge: string }, deviation: Deviation = {}) {
      const key = coseKey(publicKey);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = Buffer.concat([
        authenticatorData(flags(deviation) | AT, 0),
        Buffer.alloc(16),
        length,
        id,
        Buffer.from(key),
      ]);
      const attestation = isoCBOR.encode(
        new Map<string, string | Map<string, string> | Uint8Array>([
          ["fmt", "none"],
          ["attStmt", new Map<string, string>()],
          ["authData", new Uint8Array(data)],
        ]),
      );
      return credential({
        clientDataJSON: encode(clientData("webauthn.create", challenge, deviation.origin)),
        attestationObject: encode(attestation),
        transports: ["internal"],
      });
    },
    /** Signs the challenge of these options. */
    answer({ challenge }: { challenge: string }, deviation: Deviation = {}) {
      const client = clientData("webauthn.get", challenge, deviation.origin);
      signatures += 1;
      const data = authenticatorData(flags(deviation), deviation.counter ?? signatures);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return credential({
        clientDataJSON: encode(client),
        authenticatorData: encode(data),
        signature: encode(signature),
      });
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;
