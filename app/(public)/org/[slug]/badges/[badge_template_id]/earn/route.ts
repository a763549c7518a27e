import { presentEarnUrl } from "@/lib/credentials/public-pages/serializer";
import { leadFromTemplate, type TemplateContext } from "../template-links";

export const dynamic = "force-dynamic";

/** Leads from the page of a template to where its badge can be earned. */
export const GET = (request: Request, context: TemplateContext): Promise<Response> =>
  leadFromTemplate(request, context, ({ template }) => presentEarnUrl(template));
