import { notFound } from "next/navigation";
import { cache } from "react";
import { findMembershipBarrier } from "@/lib/accounts/sessions/membership-barrier";
import { ApiError } from "@/lib/kernel/errors";
import { getLearningIntegration } from "@/lib/learning/integrations/organization-service";
import { presentIntegration } from "@/lib/learning/integrations/serializer";
import { findSignedInPerson } from "../../../../../../signed-in";
import { requireConsoleMember, toConsoleMember, type ConsoleMember } from "../../../../../console-caller";

const ID_PATTERN = /^[1-9]\d{0,8}$/;

/** Reads an integration; null if not found. Cached, because the layout, the title and the page read the same one. */
const findBySlug = cache(async (slug: string, id: string) => {
  const person = await findSignedInPerson();
  const member = person && toConsoleMember(person, slug);
  if (!member || !ID_PATTERN.test(id)) return null;
  if (findMembershipBarrier(person, member.caller.organizationId)) return null;
  try {
    const row = await getLearningIntegration(member.caller, Number(id));
    return presentIntegration(row);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
});

export type IntegrationParams = { organization: string; learning_integration_id: string };

/** Returns the integration for the layout; null without access, because the page itself responds with 404. */
export const findIntegration = ({ organization, learning_integration_id: id }: IntegrationParams) =>
  findBySlug(organization, id);

/** Returns the integration of a page with the member. Responds with 404 if not found. */
export async function loadIntegration(params: IntegrationParams) {
  const { organization: slug, learning_integration_id: id } = params;
  const member: ConsoleMember = await requireConsoleMember(slug, { scope: "issued_badges" });
  const integration = await findBySlug(slug, id);
  if (!integration) notFound();
  const home = `/console/${slug}`;
  return { member, integration, home, base: `${home}/learning/integrations/${encodeURIComponent(id)}` };
}

export type LoadedIntegration = Awaited<ReturnType<typeof loadIntegration>>;
