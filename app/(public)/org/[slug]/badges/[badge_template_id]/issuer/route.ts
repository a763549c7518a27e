import { leadFromTemplate, type TemplateContext } from "../template-links";

export const dynamic = "force-dynamic";

/** Leads from the page of a template to the website of its issuer. */
export const GET = (request: Request, context: TemplateContext): Promise<Response> =>
  leadFromTemplate(request, context, ({ issuer }) => issuer.domain?.website ?? null);
