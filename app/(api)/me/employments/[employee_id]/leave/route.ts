import { leaveEarnerEmployment } from "@/lib/employees/earner";
import { EarnerEmployment } from "@/lib/employees/schema";
import { presentEarnerEmployment } from "@/lib/employees/serializer";
import { create, route } from "@/lib/http/endpoint";
import { earner } from "@/lib/http/exchange";
import { NothingInput } from "@/lib/kernel/fields";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    ...earner,
    summary: "End the connection with an employer",
    status: 200,
    body: NothingInput,
    run: leaveEarnerEmployment,
    present: presentEarnerEmployment,
    response: EarnerEmployment,
  }),
});
