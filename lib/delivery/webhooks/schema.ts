import { z } from "zod";
import { EVENT_TYPES, TEST_EVENT_TYPE } from "@/lib/platform/recording/choices";
import {
  flag,
  instant,
  nullable,
  optional,
  optionalNotNull,
  timestamp,
  webAddress,
} from "@/lib/kernel/fields";

/** The state of a delivery: to be (re)tried, accepted by the receiver, or given up. */
export const DELIVERY_STATES = ["due", "done", "failed"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The values of the state filter: a state, or `undelivered` for all with a failed attempt, given up or not. */
export const FILTER_STATES = [...DELIVERY_STATES, "undelivered"] as const;
export type FilterState = (typeof FILTER_STATES)[number];

/** The event types of deliveries: those to subscribe to, and the test. */
export const DELIVERED_TYPES = [...EVENT_TYPES, TEST_EVENT_TYPE] as const;

export const WebhookSettings = z
  .strictObject({
    webhook_url: nullable(),
    allowed_webhooks: z.array(z.string()),
    accepts_any_success: z.boolean(),
    data_services_enabled: z.boolean(),
    data_services_applications: z
      .array(z.strictObject({ id: z.int(), name: z.string() }))
      .meta({ description: "OAuth applications with data services on, at most ten." }),
    failing_since: timestamp().nullable(),
  })
  .meta({ id: "WebhookSettings" });
export type WebhookSettings = z.infer<typeof WebhookSettings>;

/** Event types without repetitions, in the order of the specification. */
const eventTypeList = () =>
  z.array(z.enum(EVENT_TYPES)).transform((given) => EVENT_TYPES.filter((type) => given.includes(type)));

export const WebhookSettingsInput = z
  .object({
    webhook_url: optional(webAddress()),
    allowed_webhooks: optionalNotNull(eventTypeList()),
    accepts_any_success: optionalNotNull(flag()),
  })
  .meta({ id: "WebhookSettingsInput" });
export type WebhookSettingsInput = z.infer<typeof WebhookSettingsInput>;

export const WebhookSecret = z
  .strictObject({
    secret: z.string().meta({ description: "`whsec_` and base64, as Standard Webhooks writes it." }),
    previous_secret_expires_at: timestamp()
      .nullable()
      .meta({ description: "Until then deliveries are also signed with the previous secret." }),
  })
  .meta({ id: "WebhookSecret" });
export type WebhookSecret = z.infer<typeof WebhookSecret>;

export const WebhookSecretRotation = z
  .object({
    expire_previous: optionalNotNull(flag()).meta({
      description: "Ends the current secret now instead of in 24 hours. Use it when the secret has leaked.",
    }),
  })
  .meta({ id: "WebhookSecretRotation" });
export type WebhookSecretRotation = z.infer<typeof WebhookSecretRotation>;

/** A POST without parameters. Any body is ignored. */
export const IgnoredInput = z.object({}).meta({ id: "NoInput" });

const delivery = {
  id: z.uuid(),
  event_id: z.uuid(),
  event_type: z.enum(DELIVERED_TYPES),
  state: z.enum(DELIVERY_STATES),
  attempts_count: z.int(),
  created_at: timestamp(),
  next_attempt_at: timestamp().nullable(),
  finished_at: timestamp().nullable(),
  last_reason: nullable(),
  retried_until: timestamp().nullable().meta({
    description:
      "No attempt is made after this time. Null before the first attempt and when the delivery is finished.",
  }),
};

export const WebhookDelivery = z.strictObject(delivery).meta({ id: "WebhookDelivery" });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const headers = () => z.record(z.string(), z.string()).nullable();

const WebhookAttempt = z
  .strictObject({
    attempted_at: timestamp(),
    status: z.int().nullable(),
    duration_ms: z.int(),
    reason: nullable(),
    response_excerpt: nullable(),
    request_headers: headers().meta({
      description:
        "The content type, and the headers that sign the request. Null for attempts before they were stored.",
    }),
    response_headers: headers().meta({
      description: "At most 4 KiB, with `[hidden]` for cookies. Null without a response.",
    }),
  })
  .meta({ id: "WebhookAttempt" });

/** The body of a delivery (specification, "Webhook delivery" 2). */
export const WebhookPayload = z
  .strictObject({
    id: z.uuid().meta({
      description: "The ID of the event, also in the header `webhook-id`. The same in every attempt.",
    }),
    organization_id: z.uuid().meta({ description: "Your organization." }),
    event_type: z.string().meta({ description: "What happened." }),
    occurred_at: timestamp().meta({ description: "When it happened." }),
    delivered_at: timestamp().meta({ description: "When this attempt was made." }),
  })
  .meta({ id: "WebhookPayload" });
export type WebhookPayload = z.infer<typeof WebhookPayload>;

export const WebhookDeliveryDetail = z
  .strictObject({
    ...delivery,
    payload: WebhookPayload.nullable().meta({
      description: "The body of the last attempt. Null when there was none.",
    }),
    attempts: z.array(WebhookAttempt),
  })
  .meta({ id: "WebhookDeliveryDetail" });
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>;

export const RedeliveryInput = z
  .object({
    since: instant(),
    until: optional(instant()),
    state: optionalNotNull(z.enum(FILTER_STATES)).meta({
      description:
        "`failed` by default. `undelivered` also includes deliveries that are still retried after a failure.",
    }),
  })
  .meta({ id: "RedeliveryInput" });
export type RedeliveryInput = z.infer<typeof RedeliveryInput>;

export const Redelivery = z
  .strictObject({
    redelivered_count: z.int(),
    next_since: timestamp().nullable().meta({
      description: "Where to continue when the range had more deliveries than one request handles.",
    }),
  })
  .meta({ id: "Redelivery" });
export type Redelivery = z.infer<typeof Redelivery>;

/** The attempts of a period, and how long they took. Null without attempts. */
export type AttemptFigures = {
  attempts: number;
  succeeded: number;
  median_ms: number | null;
  p95_ms: number | null;
};

/** How an endpoint did in the last seven days. */
export type EndpointHealth = {
  day: AttemptFigures;
  week: AttemptFigures;
  /** Six hours each, the oldest first. The last one ends now. */
  buckets: (AttemptFigures & { from: string })[];
  /** The most common results, as `status 200` or the code of a failure. */
  results: (AttemptFigures & { result: string })[];
  /** There were more attempts than are counted: only the latest are. */
  is_partial: boolean;
};
