import { z } from "zod";
import { BadgeTemplate } from "@/lib/badges/templates/schema";
import { Employment, EmploymentBadge, MinimalEmployment } from "@/lib/workforce/employees/schema";
import { IssuedBadge } from "@/lib/badges/issued/schema";
import { timestamp } from "@/lib/kernel/fields";
import { EVENT_TYPES, TEST_EVENT_TYPE } from "@/lib/platform/recording/choices";

export const Event = z
  .strictObject({
    id: z.uuid(),
    organization_id: z.uuid(),
    event_type: z.enum([...EVENT_TYPES, TEST_EVENT_TYPE]),
    occurred_at: timestamp(),
    /** An issued badge; in `employment.badges.added` and `.removed` the badge as the employer sees it. */
    badge: z.union([IssuedBadge, EmploymentBadge]).optional(),
    badge_template: BadgeTemplate.optional(),
    employment: z.union([Employment, MinimalEmployment]).optional(),
    user_id: z.uuid().optional(),
    source_user_id: z.uuid().optional(),
    destination_user_id: z.uuid().optional(),
  })
  .meta({ id: "Event" });
export type Event = z.infer<typeof Event>;
