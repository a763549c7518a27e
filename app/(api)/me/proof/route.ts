import { checkProof, getProof, proveSession } from "@/lib/accounts/sessions/proof";
import { Proof, ProofInput } from "@/lib/accounts/sessions/schema";
import { presentProof } from "@/lib/accounts/sessions/serializer";
import { create, get, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    ...earnerOnly,
    summary: "Show until when the last proof of identity counts",
    run: getProof,
    present: presentProof,
    response: Proof,
  }),
  POST: create({
    ...earnerOnly,
    summary: "Prove who uses this session",
    body: ProofInput,
    prepare: checkProof,
    run: proveSession,
    present: presentProof,
    response: Proof,
    status: 200,
  }),
});
