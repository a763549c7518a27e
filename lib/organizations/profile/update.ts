import { requireRecentProof } from "@/lib/access/callers/proof";
import { readImage, removeImage, saveImage, type ImageSource } from "@/lib/art/images/service";
import { listChanges } from "@/lib/access/audit/changes";
import { withAuditEntry } from "@/lib/access/audit/service";
import type { Caller } from "@/lib/access/callers/caller";
import { requireRealOrganization } from "./mode";
import { renameTestOrganization, saveOrganization, saveWebhookUrl } from "./queries";
import type { OrganizationInput } from "./schema";
import { presentOrganization, type OrganizationRow } from "./serializer";
import { getOrganization } from "./service";
import { toTestName } from "./test-name";
import { requireSafeWebhookUrl } from "./webhook-url";

const columns = (input: OrganizationInput) => ({
  name: input.name,
  websiteUrl: input.website_url,
  location: input.location,
  zipOrPostalCode: input.zip_or_postal_code,
  contactEmail: input.contact_email,
  legalContactEmail: input.legal_contact_email,
  technicalContactEmail: input.technical_contact_email,
  organizationType: input.organization_type,
  bio: input.bio,
  twitterUrl: input.twitter_url,
  facebookUrl: input.facebook_url,
  city: input.city,
  stateOrProvince: input.state_or_province,
  country: input.country,
  address: input.address,
  hideSubscription: input.hide_subscription,
  primaryHexColor: input.primary_hex_color,
  supportEmail: input.support_email,
  supportUrl: input.support_url,
  linkedInUrl: input.linked_in_url,
  linkedInName: input.linked_in_name,
  linkedInOrgId: input.linked_in_org_id,
});

type Columns = ReturnType<typeof columns>;
type GivenColumns = { [Name in keyof Columns]?: Exclude<Columns[Name], undefined> };

const ADDRESS_PARTS = ["city", "stateOrProvince", "country"] as const;

/**
 * A location that was given is no longer true when a part of the address that it would be composed of changes: without a new one
 * it is composed again (decision 0142).
 */
function withLocation(before: OrganizationRow, given: GivenColumns): GivenColumns {
  const isMoved = ADDRESS_PARTS.some((part) => given[part] !== undefined && given[part] !== before[part]);
  return isMoved && given.location === undefined ? { ...given, location: null } : given;
}

/**
 * Changes the address of the webhooks; null removes it. A new address starts without failures. Throws 422 for an
 * address in a private network.
 */
export async function setWebhookUrl(organizationId: string, url: string | null): Promise<void> {
  if (url) requireSafeWebhookUrl(url);
  await saveWebhookUrl(organizationId, url);
}

const toImageSource = (image: string): ImageSource =>
  image.startsWith("data:") ? image : { remote_upload_url: image };

/** Stores a new cover, or removes it for null, with the image of the former one. Undefined keeps it. */
async function saveCover(
  { coverId: former }: OrganizationRow,
  given: OrganizationInput["cover"],
  image: Buffer | null,
) {
  if (given === undefined) return {};
  if (former !== null) await removeImage(former);
  return { cover: image ? { connect: { id: await saveImage(image) } } : { disconnect: true } };
}

/** Lists what an update changed, for the audit log. An address for webhooks may contain a secret. */
const listOrganizationChanges = (before: OrganizationRow, after: OrganizationRow) =>
  listChanges(
    { ...presentOrganization(before), cover: before.coverId },
    { ...presentOrganization(after), cover: after.coverId },
    { ignored: ["updated_at"], withoutValues: ["cover", "webhook_url", "technical_contact_email"] },
  );

/** Throws 422 for another name of a test organization: it has that of the real one, so that both change together. */
async function requireOwnName(caller: Caller, name: string): Promise<void> {
  if ((await getOrganization(caller)).name === name) return;
  const reason = "A test organization has the name of the organization. Leave test mode to change it.";
  await requireRealOrganization(caller.organizationId, reason);
}

/**
 * Changes the given fields. `photo` and `cover` are fetched (public https addresses only), or read from a data URL, and
 * stored; null removes them. Throws 422 for an unusable image or a `webhook_url` in a private network.
 */
export async function updateOrganization(caller: Caller, body: OrganizationInput): Promise<OrganizationRow> {
  // All later events go there.
  if (body.webhook_url !== undefined) requireRecentProof(caller);
  if (body.webhook_url) requireSafeWebhookUrl(body.webhook_url);
  if (body.name !== undefined) await requireOwnName(caller, body.name);
  const image = body.photo ? await readImage(toImageSource(body.photo), "photo") : null;
  const cover = body.cover ? await readImage(toImageSource(body.cover), "cover", "cover") : null;
  const given: GivenColumns = Object.fromEntries(
    Object.entries(columns(body)).filter(([, value]) => value !== undefined),
  );
  return withAuditEntry(caller, "organization.update", caller.organizationId, async (noteChanges) => {
    const before = await getOrganization(caller);
    const photo = image ? { photo: { connect: { id: await saveImage(image) } } } : {};
    if (body.name !== undefined) await renameTestOrganization(caller.organizationId, toTestName(body.name));
    if (body.webhook_url !== undefined) await setWebhookUrl(caller.organizationId, body.webhook_url);
    const removal = body.photo === null ? { photo: { disconnect: true } } : {};
    const after = await saveOrganization(caller.organizationId, {
      ...withLocation(before, given),
      ...photo,
      ...removal,
      ...(await saveCover(before, body.cover, cover)),
    });
    noteChanges(listOrganizationChanges(before, after));
    return after;
  });
}
