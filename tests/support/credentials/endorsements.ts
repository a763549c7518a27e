import { createTemplate, createTestOrganization, type TestOrganization } from "../builders";

/** The fields of an endorsement that tests read. */
export type EndorsementBody = {
  id: string;
  state: string;
  direction: string;
  comment: string;
  credential_url: string | null;
};

/** Offers to endorse a badge of another organization. */
export async function offerEndorsement(
  endorser: TestOrganization,
  badgeTemplateId: string,
  comment = "We hire people with this badge.",
): Promise<EndorsementBody> {
  const { status, data } = await endorser.client.post("/endorsements", {
    badge_template_id: badgeTemplateId,
    comment,
  });
  if (status !== 201) throw new Error(JSON.stringify(data));
  return data as EndorsementBody;
}

/** Accepts an endorsement of an organization's own badge. */
export async function acceptEndorsement(owner: TestOrganization, id: string): Promise<EndorsementBody> {
  const { status, data } = await owner.client.post(`/endorsements/${id}/accept`, {});
  if (status !== 200) throw new Error(JSON.stringify(data));
  return data as EndorsementBody;
}

/** An organization, its badge, and the accepted endorsement of it by another organization. */
export async function createEndorsedBadge(owner: TestOrganization) {
  const endorser = await createTestOrganization();
  const template = await createTemplate(owner);
  const { id } = await offerEndorsement(endorser, template.id);
  return { endorser, template, endorsement: await acceptEndorsement(owner, id) };
}
