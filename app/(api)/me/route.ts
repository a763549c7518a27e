import { MeInput, Me } from "@/lib/identity/accounts/schema";
import { presentMe as present } from "@/lib/identity/accounts/serializer";
import { getMe, updateMe } from "@/lib/identity/accounts/service";
import { FILE_LIMIT } from "@/lib/http/endpoints/body";
import { get, remove, route, update } from "@/lib/http/endpoints/endpoint";
import { earner } from "@/lib/http/endpoints/endpoint-spec";
import { deleteAccount } from "@/lib/identity/personal-data/deletion";
import { DeletionInput } from "@/lib/identity/personal-data/schema";

const response = Me;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({ ...earner, summary: "Get the signed-in person", run: getMe, present, response }),
  PATCH: update({
    ...earner,
    summary: "Change the signed-in person",
    body: MeInput,
    bodyLimit: FILE_LIMIT,
    run: updateMe,
    present,
    response,
  }),
  DELETE: remove({
    ...earner,
    summary: "Delete the account of the signed-in person",
    body: DeletionInput,
    run: deleteAccount,
  }),
});
