import { decodeJwt } from "jose";
import type { SavedCredential } from "./reference-issuer";

/** A credential as far as somebody other than its issuer changes it. */
export type Content = Omit<SavedCredential, "proof">;

/** Gives the achievement of a credential another name. */
export const renameAchievement = (copy: Content): void => {
  copy.credentialSubject.achievement.name = "Mastery";
};

/** Changes the payload of a JWT and leaves its header and signature. */
export function alterPayload(jwt: string, alter: (payload: Content) => void): string {
  const [header = "", , signature = ""] = jwt.split(".");
  const payload = decodeJwt<Content>(jwt);
  alter(payload);
  return [header, Buffer.from(JSON.stringify(payload)).toString("base64url"), signature].join(".");
}

/** Returns a copy of a credential in JSON, or of a JWT, whose achievement has another name. */
export function alterCopy(form: object | string): object | string {
  if (typeof form === "string") return alterPayload(form, renameAchievement);
  const copy = structuredClone(form) as Content;
  renameAchievement(copy);
  return copy;
}
