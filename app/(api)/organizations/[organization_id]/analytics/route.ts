import { route } from "@/lib/http/endpoints/endpoint";
import { report } from "@/lib/http/endpoints/report-endpoint";
import { readAnalyticsQuery, readAnalyticsTable } from "@/lib/console/analytics/request";
import { Analytics } from "@/lib/console/analytics/schema";
import { presentAnalytics as present } from "@/lib/console/analytics/serializer";
import { getAnalytics } from "@/lib/console/analytics/service";
import { buildAnalyticsTable } from "@/lib/console/analytics/tables";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: report({
    summary: "Get how often badges were issued, accepted, viewed, shared, downloaded and verified",
    scope: "issued_badges",
    query: {
      from: "The first day, `YYYY-MM-DD`. Default: 30 days until `to`.",
      to: "The last day, at most 366 days from the first. Default: today (UTC).",
      by: "`issued_at` counts the badges issued in these days, and how many of them were accepted since. `event_date` counts the badges issued and accepted in these days. Default: `issued_at`.",
      interval: "The length of a period: `day`, `week` or `month`. Default: by the number of days.",
      badge_template_id: "Only this template.",
      format: "`csv` returns one table.",
      table:
        "With `format=csv`: `badge_templates`, `periods`, `channels` or `earner_groups`. Default: `badge_templates`.",
    },
    readQuery: readAnalyticsQuery,
    run: getAnalytics,
    present,
    response: Analytics,
    table: (data, query) => buildAnalyticsTable(data, readAnalyticsTable(query)),
  }),
});
