import {
  buildDenial,
  grantAuthorization,
  listAuthorizationParameters,
  readAuthorizationRequest,
} from "@/lib/applications/wallet-applications/authorization";
import { isSameOriginForm, respondInContext } from "@/lib/http/endpoints/incoming";
import { findPersonByHeaders } from "@/lib/accounts/sessions/session";
import { readFormFields, seeOther } from "../../password/plain-form";

const pageAddress = (fields: URLSearchParams): string =>
  `/authorize?${new URLSearchParams(listAuthorizationParameters(fields)).toString()}`;

/**
 * Returns where the answer leads: to the application with a code or a refusal; otherwise back to the page, which shows
 * why: the request is wrong, the form came from another site, or another person is signed in by now.
 */
async function handleAnswer(request: Request): Promise<string> {
  const fields = new URLSearchParams(await readFormFields(request));
  const outcome = await readAuthorizationRequest(fields);
  const person = isSameOriginForm(request) ? await findPersonByHeaders(request.headers) : null;
  const isSamePerson = person !== null && person.id === fields.get("account");
  if (outcome.kind !== "ask" || !isSamePerson) return pageAddress(fields);
  if (fields.get("answer") === "deny") return buildDenial(outcome.request);
  if (fields.get("answer") !== "allow") return pageAddress(fields);
  return (await grantAuthorization(outcome.request, person)) ?? pageAddress(fields);
}

/** Handles the form of the consent page. */
export async function POST(request: Request): Promise<Response> {
  return respondInContext(request, async () => seeOther(await handleAnswer(request)));
}

/** Changes nothing, for a reload of the form's address. */
export function GET(): Response {
  return seeOther("/authorize");
}
