import { acceptEarnerEmployment } from "@/lib/workforce/employees/earner";
import { EarnerEmployment } from "@/lib/workforce/employees/schema";
import { presentEarnerEmployment } from "@/lib/workforce/employees/serializer";
import { create, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";
import { EmptyInput } from "@/lib/kernel/fields";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    ...earnerOnly,
    summary: "Accept the connection with an employer",
    status: 200,
    body: EmptyInput,
    ids: ["employment_id"],
    run: acceptEarnerEmployment,
    present: presentEarnerEmployment,
    response: EarnerEmployment,
  }),
});
