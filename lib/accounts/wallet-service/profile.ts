import type { MeInput } from "@/lib/accounts/accounts/schema";
import { presentMe, type MeRow } from "@/lib/accounts/accounts/serializer";
import { badRequest } from "@/lib/kernel/errors";
import { joinNames } from "@/lib/kernel/names";
import type { WalletProfile, WalletProfileInput } from "./schema";

/** Presents the earner as a Profile of Open Badges 3.0. `id` is a name of the account that never changes. */
export function presentWalletProfile(row: MeRow): WalletProfile {
  const me = presentMe(row);
  return {
    id: `urn:uuid:${me.id}`,
    type: ["Profile"],
    name: joinNames(me.first_name, me.middle_name, me.last_name),
    givenName: me.first_name,
    ...(me.middle_name ? { additionalName: me.middle_name } : {}),
    familyName: me.last_name,
    ...(me.email === null ? {} : { email: me.email }),
    url: me.url,
    ...(me.bio ? { description: me.bio } : {}),
    ...(me.photo_url === null ? {} : { image: { id: me.photo_url, type: "Image" } }),
  };
}

const fixed = (name: string, how: string) =>
  badRequest("invalid_profile", `${name} cannot be changed here. ${how}`);

/** Throws 400 for a changed value that cannot be changed here. The same value may be sent back. */
function requireFixed(input: WalletProfileInput, current: WalletProfile): void {
  if (input.id !== undefined && input.id !== current.id) throw fixed("id", "It identifies the account.");
  if (input.email !== undefined && input.email !== current.email) {
    throw fixed("email", "A person changes e-mail addresses in the wallet, where a new one is confirmed.");
  }
  const isNewName = input.name !== undefined && input.name !== current.name;
  if (isNewName && input.givenName === undefined && input.familyName === undefined) {
    throw badRequest("invalid_profile", "Send givenName and familyName to change the name.");
  }
}

/** Pictures are never fetched: the address must be the current one, or a data URL. */
function readPhoto(image: string | undefined, current: WalletProfile): MeInput["photo"] {
  if (image === undefined || image === current.image?.id) return undefined;
  if (/^data:image\/[a-z0-9.+-]+;base64,/i.test(image)) return image;
  throw badRequest("invalid_profile", "image.id must be a data URL of an image.");
}

/**
 * Converts a profile to the change of the account. Members that are missing stay as they are; an empty `additionalName`
 * or `description` is removed. Throws 400 for an id or e-mail address that differs from the current one.
 */
export function readProfileChange(input: WalletProfileInput, row: MeRow): MeInput {
  const current = presentWalletProfile(row);
  requireFixed(input, current);
  const change: MeInput = {
    first_name: input.givenName,
    middle_name: input.additionalName === "" ? null : input.additionalName,
    last_name: input.familyName,
    bio: input.description === "" ? null : input.description,
    photo: readPhoto(input.image, current),
  };
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
