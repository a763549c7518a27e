import { z } from "zod";
import { BadgeTemplate } from "@/lib/badges/templates/schema";
import { Employment, EmploymentBadge, MinimalEmployment } from "@/lib/workforce/employees/schema";
import { IssuedBadge } from "@/lib/badges/issued/schema";
import { timestamp } from "@/lib/kernel/fields";

/** The event types of the specification. An organization subscribes to some of them. */
export const EVENT_TYPES = [
  "badge.created",
  "badge.deleted",
  "badge.privacy.changed",
  "badge.state.changed",
  "badge_template.created",
  "badge_template.changed",
  "badge_template.deleted",
  "pending_badge_notification.sent",
  "pending_badge_notification.no_user.sent",
  "pending_badge_notification.unconfirmed_email.sent",
  "user.account_merged",
  "user.connect_access.removed",
  "user.public_badges.changed",
  "user.public_badges.added",
  "user.public_badges.removed",
  "employment.badges.added",
  "employment.badges.removed",
  "employment.badges.state_changed",
  "employment.badges.privacy_changed",
  "employment.created",
  "employment.updated",
  "employment.deleted",
  "employment.connection.pending",
  "employment.connection.accepted",
  "employment.connection.rejected",
  "employment.user_account.associated",
  "employment.user_account.disassociated",
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** The type of events that test an organization's receiver. They are in no list, because nothing happened. */
export const TEST_EVENT_TYPE = "webhook.test";

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
