import { createEndorsedBadge } from "../credentials/endorsements";
import { createTemplate, createTestOrganization, type TestOrganization } from "../builders";
import { sql } from "../platform/database";
import type { Preparation } from "./preparation";

const others = new Map<string, Promise<TestOrganization>>();

// One for all requests of an organization, because creating one takes far longer than an endorsement.
function otherOrganization({ id }: TestOrganization): Promise<TestOrganization> {
  const known = others.get(id) ?? createTestOrganization();
  others.set(id, known);
  return known;
}

/** Stores an offer without a request, of which an organization can send only some in an hour. */
async function insertOffer(endorser: TestOrganization, owner: TestOrganization): Promise<string> {
  const template = await createTemplate(owner);
  const [row] = await sql(
    `INSERT INTO endorsements (id, organization_id, template_organization_id, badge_template_id, badge_name, state,
       comment, created_at, state_updated_at)
     VALUES (gen_random_uuid(), $1, $2, $3, 'Data Analysis', 'offered', 'Well made.', now(), now()) RETURNING id`,
    [endorser.id, owner.id, template.id],
  );
  return String(row?.id);
}

const received: Preparation = async (organization) => ({
  ids: { endorsement_id: await insertOffer(await otherOrganization(organization), organization) },
  body: {},
});

/** What each operation on endorsements is sent, by operation id. */
export const ENDORSEMENT_PREPARATIONS: Record<string, Preparation> = {
  "GET /organizations/[organization_id]/endorsements": () => Promise.resolve({}),
  "POST /organizations/[organization_id]/endorsements": async (organization) => ({
    body: {
      badge_template_id: (await createTemplate(await otherOrganization(organization))).id,
      comment: "Well made.",
    },
  }),
  "POST /organizations/[organization_id]/endorsements/[endorsement_id]/accept": received,
  "POST /organizations/[organization_id]/endorsements/[endorsement_id]/decline": received,
  "POST /organizations/[organization_id]/endorsements/[endorsement_id]/withdraw": async (organization) => ({
    ids: { endorsement_id: await insertOffer(organization, await otherOrganization(organization)) },
    body: {},
  }),
  "GET /obi/v3/endorsements/[endorsement_id]": async (organization) => ({
    ids: { endorsement_id: (await createEndorsedBadge(organization)).endorsement.id },
  }),
};
