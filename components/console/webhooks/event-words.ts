import { EVENT_DETAILS, EVENT_TYPES, type EventType } from "@/lib/platform/recording/choices";

type Resource<Type extends string> = Type extends `${infer Name}.${string}` ? Name : never;

const LEGENDS: Record<Resource<EventType>, string> = {
  badge: "Badges",
  badge_template: "Badge templates",
  pending_badge_notification: "Notifications",
  user: "Earners",
  employment: "Employees",
};

/** The event types with their descriptions, by the resource that they are about. */
export const EVENT_GROUPS: { legend: string; types: Record<string, string> }[] = Object.entries(LEGENDS).map(
  ([resource, legend]) => {
    const types = EVENT_TYPES.filter((type) => type.startsWith(`${resource}.`));
    return {
      legend,
      types: Object.fromEntries(types.map((type) => [type, EVENT_DETAILS[type].description])),
    };
  },
);
