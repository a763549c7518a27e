import { listEarnerEmployments } from "@/lib/workforce/employees/earner";
import { EarnerEmployment } from "@/lib/workforce/employees/schema";
import { presentEarnerEmployment } from "@/lib/workforce/employees/serializer";
import { list, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    ...earnerOnly,
    summary: "List the employers that have a record of the signed-in person",
    run: listEarnerEmployments,
    present: presentEarnerEmployment,
    response: EarnerEmployment,
  }),
});
