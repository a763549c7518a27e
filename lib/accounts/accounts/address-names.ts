import { isUuid } from "@/lib/kernel/ids";

const LENGTH = { min: 3, max: 40 };
const PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** The form of the addresses that new accounts get (lib/identity/users/queries.ts). */
const GENERATED = /^u-[0-9a-f]{12}$/;

/** Names that could pass for a part of the service or for an authority. */
const RESERVED = new Set(
  `abuse accept account accounts admin administrator api app assets auth authorize badge badges billing blog compliance
  conformance connect console contact credential credentials dashboard delete demo dev developer developers docs edit
  embed faq healthz help home images impressum info invitations issuer issuers learn legal login logout lti mail me
  metrics moderator new news noreply no-reply null oauth obi official org organization organizations owner password
  payments postmaster press pricing privacy profile profiles public register report reset root sales search secure
  security settings share sign-in sign-out sign-up signin signout signup staff static status support sysadmin system
  team template templates terms test trust undefined user users verified verify wallet webhooks webmaster
  well-known www`.split(/\s+/),
);

/** Checks whether a text has the form of an address that a person can choose for their public profile. */
export const isAddressName = (text: string): boolean =>
  text.length >= LENGTH.min && text.length <= LENGTH.max && PATTERN.test(text) && !isUuid(text);

/** Checks whether an address cannot be chosen: a reserved word, or the form of a generated address. */
export const isReservedName = (text: string): boolean => RESERVED.has(text) || GENERATED.test(text);
