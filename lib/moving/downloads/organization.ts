import { encodeScopes } from "@/lib/access/callers/rights";
import { isScope } from "@/lib/access/callers/choices";
import type { RecordOf } from "@/lib/moving/records/schema";
import { toSlug } from "@/lib/organizations/profile/slug";
import { toUuid } from "@/lib/moving/records/ids";
import type { Pictures } from "./pictures";
import type { WireApplication, WireIssuer, WireOrganization } from "./schema";

/** Fields of an organization that the interface does not show. */
export const ORGANIZATION_NOT_GIVEN = [
  "cover_id",
  "requires_second_factor",
  "session_idle_minutes",
  "learning_token_idle_days",
];

/** The interface shows a location that is composed of these, if none was entered. */
function readLocation({
  location,
  city,
  state_or_province: state,
  country,
}: WireOrganization): string | null {
  return location === ([city, state, country].filter(Boolean).join(", ") || null) ? null : location;
}

export function toOrganization(
  wire: WireOrganization,
  acceptsAnySuccess: boolean,
  photoId: string | null,
  now: string,
): RecordOf<"organization"> {
  const { photo: _photo, photo_url: _url, location: _location, ...same } = wire;
  return {
    ...same,
    kind: "organization",
    id: toUuid("organization", wire.id),
    vanity_slug: wire.vanity_slug ?? (toSlug(wire.name) || "organization"),
    photo_id: photoId,
    cover_id: null,
    location: readLocation(wire),
    default_page: wire.default_page ?? "badges",
    requires_second_factor: false,
    session_idle_minutes: null,
    learning_token_idle_days: null,
    created_at: wire.created_at ?? now,
    updated_at: wire.updated_at ?? wire.created_at ?? now,
    webhook_accepts_any_success: acceptsAnySuccess,
  };
}

/** Returns the id of the picture of an organization. */
export const addPhoto = ({ photo, photo_url: url }: WireOrganization, pictures: Pictures): string | null =>
  pictures.add(photo ?? (url === null ? null : { id: null, url }));

const DISPLAYS = ["grantor", "issuer", "both"] as const;
export type Display = (typeof DISPLAYS)[number];

const readDisplay = (text: string | null): Display => DISPLAYS.find((one) => one === text) ?? "grantor";

/** Fields of these records that the interface does not show. */
export const ISSUER_NOT_GIVEN = ["created_at"];

export function toIssuerAuthorization(wire: WireIssuer, createdAt: string): RecordOf<"issuer_authorization"> {
  return {
    kind: "issuer_authorization",
    id: toUuid("issuer_authorization", wire.id),
    issuer_id: toUuid("organization", wire.issuer.id),
    authorization_type: wire.authorization_type ?? "platform",
    display_issuer_as: readDisplay(wire.display_issuer_as),
    restrict_by_badge_templates: wire.restrict_by_badge_templates,
    subscription_type: wire.subscription_type,
    created_at: createdAt,
  };
}

export const toIssuerTemplates = (wire: WireIssuer): RecordOf<"issuer_authorization_template">[] =>
  wire.allowed_badge_templates.map(({ id }) => ({
    kind: "issuer_authorization_template",
    issuer_authorization_id: toUuid("issuer_authorization", wire.id),
    badge_template_id: toUuid("badge_template", id),
  }));

/** Every right: services that do not show the rights of an application have none to restrict. */
const FULL = { read: true, write: true, delete: true };

/** Who created something, as far as the service says. */
const readCreator = (wire: WireApplication) => ({
  created_by_id: wire.created_by_id,
  created_by_type: wire.created_by_type ?? "System",
  created_by_name: wire.created_by_name ?? "",
});

export function toApplication(wire: WireApplication, otherwise: string): RecordOf<"oauth_application"> {
  const { read, write, delete: remove } = wire.access ?? FULL;
  const createdAt = wire.created_at ?? otherwise;
  return {
    kind: "oauth_application",
    id: wire.id,
    uuid: toUuid("oauth_application", wire.uuid ?? wire.uid),
    name: wire.name,
    description: wire.description,
    uid: wire.uid,
    read_enabled: read,
    write_enabled: write,
    delete_enabled: remove,
    scopes: encodeScopes(wire.scopes ? new Set(wire.scopes.filter(isScope)) : "all"),
    data_services_enabled: wire.data_services_enabled,
    ...readCreator(wire),
    created_at: createdAt,
    updated_at: wire.updated_at ?? createdAt,
    last_used_at: wire.last_used_at,
    last_successfully_used_at: wire.last_successfully_used_at,
  };
}
