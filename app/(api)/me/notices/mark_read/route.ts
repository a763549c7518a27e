import { create, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";
import { EmptyInput } from "@/lib/kernel/fields";
import { ReadNotices } from "@/lib/organizations/notices/schema";
import { markNoticesRead } from "@/lib/organizations/notices/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    ...earnerOnly,
    summary: "Mark all notices as read",
    body: EmptyInput,
    run: markNoticesRead,
    present: (count) => ({ read_count: count }),
    response: ReadNotices,
    status: 200,
  }),
});
