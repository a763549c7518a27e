import type { Scope } from "@/lib/access/callers/choices";
import { db } from "@/lib/kernel/db";

type Found = { id: string | number } | null;

/** How the newest thing of a kind is found, and the scope that reading it needs. */
type Kind = { scope: Scope; find: (organizationId: string) => Promise<Found> };

const select = { id: true } as const;
const NEWEST = [{ createdAt: "desc" }, { id: "desc" }] as const;
const newest = (organizationId: string) => ({
  where: { organizationId },
  select,
  orderBy: [...NEWEST],
});

/** The kinds of ids in paths and bodies, by their names. Each is found with one statement that reads one row. */
export const KINDS: Record<string, Kind> = {
  badge_template_id: {
    scope: "badge_templates",
    find: (organizationId) =>
      db().badgeTemplate.findFirst({
        where: { organizationId, deletedAt: null, state: "active" },
        select,
        orderBy: [...NEWEST],
      }),
  },
  badge_id: {
    scope: "issued_badges",
    find: async (organizationId) => {
      const event = await db().event.findFirst({
        where: { organizationId, eventType: "badge.created" },
        select: { subjectId: true },
        orderBy: { occurredAt: "desc" },
      });
      return event && { id: event.subjectId };
    },
  },
  employee_id: {
    scope: "workforce",
    find: (organizationId) => db().employee.findFirst(newest(organizationId)),
  },
  event_id: {
    scope: "events",
    find: (organizationId) =>
      db().event.findFirst({ where: { organizationId }, select, orderBy: { occurredAt: "desc" } }),
  },
  webhook_delivery_id: {
    scope: "events",
    find: (organizationId) =>
      db().outboxMessage.findFirst({
        where: { organizationId, kind: "webhook" },
        select,
        orderBy: [...NEWEST],
      }),
  },
  oauth_application_id: {
    scope: "oauth_applications",
    find: (organizationId) =>
      db().oauthApplication.findFirst({ where: { organizationId }, select, orderBy: { id: "desc" } }),
  },
  recommendation_id: {
    scope: "recommendations",
    find: (organizationId) => db().recommendation.findFirst(newest(organizationId)),
  },
  badge_import_id: {
    scope: "issued_badges",
    find: (organizationId) => db().badgeImport.findFirst(newest(organizationId)),
  },
  invitation_id: {
    scope: "invitations",
    find: (organizationId) => db().memberInvitation.findFirst(newest(organizationId)),
  },
  member_id: {
    scope: "memberships",
    find: async (organizationId) => {
      const member = await db().membership.findFirst({ where: { organizationId }, select: { userId: true } });
      return member && { id: member.userId };
    },
  },
  learning_app_id: {
    scope: "memberships",
    find: (organizationId) => db().learningApp.findFirst(newest(organizationId)),
  },
  learning_integration_id: {
    scope: "issued_badges",
    find: (organizationId) =>
      db().learningIntegration.findFirst({ where: { organizationId }, select, orderBy: { id: "desc" } }),
  },
  api_request_id: {
    scope: "memberships",
    find: (organizationId) =>
      db().apiRequest.findFirst({ where: { organizationId }, select, orderBy: { id: "desc" } }),
  },
};
