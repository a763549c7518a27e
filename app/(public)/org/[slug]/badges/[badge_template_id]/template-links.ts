import { leadAway } from "@/app/(public)/lead-away";
import type { BadgeTemplate } from "@/lib/badges/templates/schema";
import { presentTemplate } from "@/lib/badges/templates/serializer";
import { ApiError } from "@/lib/kernel/errors";
import { decodeSegment } from "@/lib/kernel/path-segment";
import type { PublicIssuer } from "@/lib/credentials/public-pages/schema";
import { presentPublicIssuer } from "@/lib/credentials/public-pages/serializer";
import { getTemplatePage } from "@/lib/credentials/public-pages/service";

export type TemplateContext = { params: Promise<{ slug: string; badge_template_id: string }> };

/** Leads from the public page of a template to an address that its issuer has stored. Responds with 404 if there is none. */
export async function leadFromTemplate(
  request: Request,
  { params }: TemplateContext,
  choose: (shown: { template: BadgeTemplate; issuer: PublicIssuer }) => string | null,
): Promise<Response> {
  const { slug, badge_template_id: id } = await params;
  try {
    const row = await getTemplatePage(decodeSegment(slug), id);
    const shown = { template: presentTemplate(row), issuer: presentPublicIssuer(row.organization) };
    return await leadAway(request, choose(shown));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return leadAway(request, null);
    throw error;
  }
}
