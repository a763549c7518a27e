import { MeInput, Me } from "@/lib/accounts/schema";
import { presentMe as present } from "@/lib/accounts/serializer";
import { getMe, updateMe } from "@/lib/accounts/service";
import { FILE_LIMIT } from "@/lib/http/body";
import { get, remove, route, update } from "@/lib/http/endpoint";
import { earner } from "@/lib/http/exchange";
import { deleteAccount } from "@/lib/personal-data/deletion";
import { DeletionInput } from "@/lib/personal-data/schema";

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
