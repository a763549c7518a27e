import { endSessions } from "@/lib/accounts/accounts/service";
import { Session } from "@/lib/accounts/sessions/schema";
import { presentSession } from "@/lib/accounts/sessions/serializer";
import { listSessions } from "@/lib/accounts/sessions/service";
import { list, remove, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    ...earnerOnly,
    summary: "List the sessions of the signed-in person",
    run: listSessions,
    present: presentSession,
    response: Session,
  }),
  DELETE: remove({ ...earnerOnly, summary: "Sign out everywhere", run: endSessions }),
});
