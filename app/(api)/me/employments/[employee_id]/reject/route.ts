import { rejectEarnerEmployment } from "@/lib/employees/earner";
import { EarnerEmployment } from "@/lib/employees/schema";
import { presentEarnerEmployment } from "@/lib/employees/serializer";
import { create, route } from "@/lib/http/endpoint";
import { earner } from "@/lib/http/exchange";
import { NothingInput } from "@/lib/kernel/fields";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    ...earner,
    summary: "Decline an employer's wish to see one's badges",
    status: 200,
    body: NothingInput,
    run: rejectEarnerEmployment,
    present: presentEarnerEmployment,
    response: EarnerEmployment,
  }),
});
