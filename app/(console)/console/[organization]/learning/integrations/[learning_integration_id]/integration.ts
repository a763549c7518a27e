import { notFound } from "next/navigation";
import { cache } from "react";
import { ApiError } from "@/lib/kernel/errors";
import { getLearningIntegration } from "@/lib/learning/integrations/organization-service";
import { presentIntegration } from "@/lib/learning/integrations/serializer";
import { signedInPerson } from "../../../../../../signed-in";
import { consoleMember, memberOf, type Member } from "../../../../../console-caller";

const SERIAL = /^[1-9]\d{0,8}$/;

/** Reads an integration; null if not found. Cached, because the layout, the title and the page read the same one. */
const find = cache(async (slug: string, id: string) => {
  const person = await signedInPerson();
  const member = person && memberOf(person, slug);
  if (!member || !SERIAL.test(id)) return null;
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
  find(organization, id);

/** Returns the integration of a page with the member. Responds with 404 if not found. */
export async function loadIntegration(params: IntegrationParams) {
  const { organization: slug, learning_integration_id: id } = params;
  const member: Member = await consoleMember(slug, { scope: "issued_badges" });
  const integration = await find(slug, id);
  if (!integration) notFound();
  const home = `/console/${slug}`;
  return { member, integration, home, base: `${home}/learning/integrations/${encodeURIComponent(id)}` };
}

export type Loaded = Awaited<ReturnType<typeof loadIntegration>>;
