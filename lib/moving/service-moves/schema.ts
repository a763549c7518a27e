import { z } from "zod";
import { line, nullable, optionalNotNull, timestamp, uuid, webAddress } from "@/lib/kernel/fields";
import { KindCounts } from "@/lib/moving/imports/schema";
import { SERVICE_MOVE_PHASES, SERVICE_MOVE_STATES } from "./choices";

const InspectedList = z.strictObject({
  name: z.string(),
  is_readable: z.boolean().meta({ description: "Whether the token can read it." }),
  count: z.int().nullable().meta({ description: "Null if the service does not say how many there are." }),
});

/** What the token can read at the other service. */
export const MoveInspection = z.strictObject({
  name: z.string().meta({ description: "The name of the organization there." }),
  lists: z.array(InspectedList),
});

/** What learners have to allow is not moved by an administrator, so nothing waits. */
const MovedCounts = KindCounts.omit({ waiting: true });

const Refused = z.strictObject({ kind: z.string(), id: z.string(), reason: z.string() });

/** What a move did. */
export const ServiceMoveReport = z.strictObject({
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  kinds: z.record(z.string(), MovedCounts),
  refusals: z.array(Refused).meta({ description: "The first 200 records that were refused." }),
  skipped_count: z.int(),
  skipped: z.array(Refused).meta({ description: "The first 200 items that could not be read." }),
  unavailable: z.array(z.strictObject({ path: z.string(), status: z.int() })),
});
export type ServiceMoveReport = z.infer<typeof ServiceMoveReport>;

export const ServiceMove = z
  .strictObject({
    id: z.uuid(),
    base_url: z.string(),
    state: z.enum(SERVICE_MOVE_STATES),
    run_id: z.uuid().nullable().meta({ description: "The run since the last start. To stop it, send this." }),
    inspection: MoveInspection,
    has_token: z
      .boolean()
      .meta({ description: "The token is deleted when the move ends, and after 7 days." }),
    phase: z.enum(SERVICE_MOVE_PHASES).nullable(),
    progress: nullable().meta({ description: "What was read or written last." }),
    stop_reason: nullable().meta({ description: "Why it stopped or failed." }),
    report: ServiceMoveReport.nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
    started_at: timestamp().nullable(),
    finished_at: timestamp().nullable(),
    url: z.string(),
  })
  .meta({ id: "ServiceMove" });
export type ServiceMove = z.infer<typeof ServiceMove>;

export const ServiceMoveInput = z
  .object({
    base_url: webAddress().meta({ description: "The address of the other service." }),
    token: line(1_000).min(1, "can't be blank").meta({
      description:
        "An authorization token of the organization there. It is stored encrypted and never shown.",
    }),
    source_organization_id: optionalNotNull(line().min(1, "can't be blank")).meta({
      description: "The organization there, if the token reads several.",
    }),
  })
  .meta({ id: "ServiceMoveInput" });
export type ServiceMoveInput = z.infer<typeof ServiceMoveInput>;

export const ServiceMoveStop = z
  .object({ run_id: uuid().meta({ description: "The run to stop, as `run_id` of the move." }) })
  .meta({ id: "ServiceMoveStop" });
export type ServiceMoveStop = z.infer<typeof ServiceMoveStop>;
