import { MeInput, Me } from "@/lib/accounts/accounts/schema";
import { presentMe as present } from "@/lib/accounts/accounts/serializer";
import { getMe, updateMe } from "@/lib/accounts/accounts/service";
import { FILE_BODY_LIMIT } from "@/lib/http/endpoints/body";
import { get, remove, route, update } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";
import { deleteAccount } from "@/lib/oversight/erasures/account";
import { DeletionInput } from "@/lib/oversight/erasures/schema";

const response = Me;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({ ...earnerOnly, summary: "Get the signed-in person", run: getMe, present, response }),
  PATCH: update({
    ...earnerOnly,
    summary: "Change the signed-in person",
    body: MeInput,
    bodyLimit: FILE_BODY_LIMIT,
    run: updateMe,
    present,
    response,
  }),
  DELETE: remove({
    ...earnerOnly,
    summary: "Delete the account of the signed-in person",
    body: DeletionInput,
    run: deleteAccount,
  }),
});
