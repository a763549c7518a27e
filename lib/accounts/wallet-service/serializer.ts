import { publicUrl } from "@/lib/kernel/env";
import { walletIssuer } from "@/lib/applications/wallet-applications/serializer";

/** The URL of an endpoint of the interface. The paths are those of Open Badges 3.0, "Open Badges API". */
export const walletServiceUrl = (path: string): string => walletIssuer() + path;

/** The page on which an earner allows an application. */
export const authorizationUrl = (): string => publicUrl("/authorize");

/** A page of credentials in both of their forms. */
export type CredentialPage = {
  /** JSON texts, unchanged: a signature covers every byte of a value. */
  documents: string[];
  tokens: string[];
  total: number;
};

/** Encodes a page of credentials (Open Badges 3.0, "GetOpenBadgeCredentialsResponse"). */
export const encodeCredentialPage = ({ documents, tokens }: CredentialPage): string =>
  `{"credential":[${documents.join(",")}],"compactJwsString":${JSON.stringify(tokens)}}`;
