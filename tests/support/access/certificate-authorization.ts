import { createTemplate, type TestOrganization } from "../builders";
import type { Preparation } from "./preparation";

const template: Preparation = async (organization) => ({
  ids: { badge_template_id: (await createTemplate(organization)).id },
});

/** A template with its own design of certificates. */
const designedTemplate: Preparation = async (organization: TestOrganization) => {
  const prepared = await template(organization);
  const id = prepared.ids?.badge_template_id;
  await organization.client.put(`/badge_templates/${id}/certificate_design`, { layout: "letter" });
  return prepared;
};

const ORGANIZATION = "/organizations/[organization_id]";
const TEMPLATE = `${ORGANIZATION}/badge_templates/[badge_template_id]`;
const preview = { design: {}, sample: "organization" };

/** What each operation for designs of certificates is sent, by operation id. */
export const CERTIFICATE_PREPARATIONS: Record<string, Preparation> = {
  [`GET ${ORGANIZATION}/certificate_design`]: async () => ({}),
  [`PUT ${ORGANIZATION}/certificate_design`]: async () => ({ body: { layout: "band" } }),
  [`POST ${ORGANIZATION}/certificate_design_preview`]: async () => ({ body: preview }),
  [`GET ${ORGANIZATION}/template_certificate_designs`]: async () => ({}),
  [`GET ${TEMPLATE}/certificate_design`]: designedTemplate,
  [`PUT ${TEMPLATE}/certificate_design`]: async (organization) => ({
    ...(await template(organization)),
    body: { layout: "band" },
  }),
  [`DELETE ${TEMPLATE}/certificate_design`]: designedTemplate,
  [`POST ${TEMPLATE}/certificate_design_preview`]: async (organization) => ({
    ...(await template(organization)),
    body: preview,
  }),
};
