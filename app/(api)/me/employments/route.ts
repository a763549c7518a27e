import { listEarnerEmployments } from "@/lib/employees/earner";
import { EarnerEmployment } from "@/lib/employees/schema";
import { presentEarnerEmployment } from "@/lib/employees/serializer";
import { list, route } from "@/lib/http/endpoint";
import { earner } from "@/lib/http/exchange";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    ...earner,
    summary: "List the employers that have a record of the signed-in person",
    run: listEarnerEmployments,
    present: presentEarnerEmployment,
    response: EarnerEmployment,
  }),
});
