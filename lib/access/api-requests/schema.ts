import { z } from "zod";
import { nullable, timestamp } from "@/lib/kernel/fields";

const request = {
  id: z.uuid(),
  occurred_at: timestamp(),
  method: z.string(),
  path: z.string(),
  query: z
    .string()
    .meta({ description: "Decoded, with `[hidden]` for secrets and `[e-mail]` for addresses." }),
  status: z.int(),
  duration_ms: z.int(),
  actor: z.strictObject({ type: z.string(), id: z.string(), name: z.string() }),
  request_id: z.uuid().meta({ description: "The `X-Request-Id` header of the response." }),
};

export const ApiRequest = z.strictObject(request).meta({ id: "ApiRequest" });
export type ApiRequest = z.infer<typeof ApiRequest>;

const body = () =>
  nullable().meta({
    description:
      "JSON of at most 4 KiB without secrets and e-mail addresses. Null without a body, and for successful reads.",
  });

export const ApiRequestDetail = z
  .strictObject({
    ...request,
    address: z.string(),
    user_agent: z.string(),
    request_body: body(),
    response_body: body(),
  })
  .meta({ id: "ApiRequestDetail" });
export type ApiRequestDetail = z.infer<typeof ApiRequestDetail>;
