import { createHash, randomBytes } from "node:crypto";
import { clientAuthenticationAnonymous } from "@openid4vc/oauth2";
import { Openid4vciClient, type Openid4vciClientOptions } from "@openid4vc/openid4vci";
import { SignJWT, type JWTHeaderParameters } from "jose";
import type { WalletKey } from "./wallet-key";

type Callbacks = Openid4vciClientOptions["callbacks"];

/**
 * Creates the wallet of another project, the library of the OpenWallet Foundation, with this key. `origin` is the issuer's
 * public one; requests to it are sent to `address`.
 */
export function createWalletClient(
  key: WalletKey,
  { origin, address }: { origin: string; address: string },
): Openid4vciClient {
  const callbacks: Callbacks = {
    fetch: (input, init) => fetch(new Request(input, init).url.replace(origin, address), init),
    hash: (data, algorithm) => createHash(algorithm.replace("-", "")).update(data).digest(),
    generateRandom: (length) => randomBytes(length),
    clientAuthentication: clientAuthenticationAnonymous(),
    signJwt: async (_signer, { header, payload }) => ({
      jwt: await new SignJWT(payload as Record<string, unknown>)
        .setProtectedHeader(header as JWTHeaderParameters)
        .sign(key.privateKey),
      signerJwk: { ...key.jwk, kty: key.jwk.kty ?? "" } as Awaited<
        ReturnType<Callbacks["signJwt"]>
      >["signerJwk"],
    }),
  };
  return new Openid4vciClient({ callbacks });
}
