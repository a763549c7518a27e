import { IMPORT_FIELDS } from "./choices";
import type { ImportField, ImportMapping } from "./schema";

/** Headings that people and programs write for a field, besides its own name: without accents, spaces and marks. */
const HEADINGS: Record<ImportField, string> = {
  recipient_email: `email emailaddress mail mailaddress recipient recipientmail earneremail useremail studentemail
    participantemail correo correoelectronico courriel adressemail emailadresse mailadresse epost`,
  issued_to_first_name: `firstname first givenname forename recipientfirstname earnerfirstname vorname prenom nombre nome`,
  issued_to_last_name: `lastname last surname familyname recipientlastname earnerlastname nachname familienname
    nomdefamille apellido apellidos cognome sobrenome`,
  issued_to: `name fullname recipientname earnername studentname participant participantname displayname nomcomplet
    nombrecompleto teilnehmer`,
  issued_to_middle_name: "middlename middle secondname zweitername",
  issued_at: `issued issuedon issuedate issueddate dateissued issuedatdate date awardedon completed completedon
    completiondate datum ausgestelltam fecha`,
  expires_at: `expires expireson expiry expirydate expiration expirationdate expiresatdate validuntil gultigbis
    ablaufdatum vencimiento`,
  issuer_earner_id: `earnerid employeeid studentid personid userid externalid memberid personalnummer matrikelnummer
    matricula`,
  locale: "language lang sprache langue idioma",
  country_name: "country land pays pais",
  state_or_province: "state province region stateprovince bundesland provincia",
  evidence_url: "evidence evidencelink evidenceurls proof link url nachweis",
  evidence_name: "evidencetitle prooftitle",
  issuer_earner_group_external_id: "groupid groupexternalid cohortid classid",
  issuer_earner_group_name: "group groupname cohort class gruppe klasse",
  suppress_badge_notification_email: "suppressemail suppressmail nomail noemail",
};

/** `First_Name`, `first name` and `Prénom:` without what people write differently. */
const plain = (text: string): string =>
  text
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]/gu, "");

/**
 * Which column is which, by their headings: each field takes the column with its own name, or else the first with one
 */
export function guessMapping(headings: string[]): ImportMapping {
  const known = headings.map(plain);
  const taken = new Set<number>();
  const mapping: ImportMapping = {};
  const placeOf = (names: readonly string[]): number =>
    names
      .map((name) => known.findIndex((heading, index) => heading === name && !taken.has(index)))
      .find((index) => index >= 0) ?? -1;
  const take = (field: ImportField, names: readonly string[]): void => {
    const index = mapping[field] === undefined ? placeOf(names) : -1;
    if (index < 0) return;
    mapping[field] = index;
    taken.add(index);
  };
  for (const field of IMPORT_FIELDS) take(field, [plain(field)]);
  for (const field of IMPORT_FIELDS) take(field, HEADINGS[field].split(/\s+/));
  return mapping;
}

/** A full name in its parts: `Ada Okafor`, or `Okafor, Ada`; the last word is the last name. */
export function splitName(full: string): { first: string; last: string } {
  const comma = full.indexOf(",");
  if (comma > 0) return { first: full.slice(comma + 1).trim(), last: full.slice(0, comma).trim() };
  const words = full.trim().split(/\s+/);
  return {
    first: words.slice(0, -1).join(" ") || (words[0] ?? ""),
    last: words.length > 1 ? (words.at(-1) ?? "") : "",
  };
}
