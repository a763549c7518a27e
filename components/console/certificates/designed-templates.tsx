import Link from "next/link";
import { TemplateState } from "@/components/console/badge-templates/template-state";
import type { ListAddress } from "@/components/ui/list/list-address";
import { Pagination } from "@/components/ui/list/pagination";
import { MomentText } from "@/components/ui/time/moment";
import type { DesignedTemplate } from "@/lib/art/certificate-designs/schema";

type DesignedTemplatesProps = {
  home: string;
  list: ListAddress;
  page: { rows: DesignedTemplate[]; page: number; per: number; total: number };
};

const Template = ({ home, template }: { home: string; template: DesignedTemplate }) => {
  const { id, name, state } = template.badge_template;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <span className="flex min-w-0 items-center gap-3">
        <Link
          href={`${home}/badge_templates/${id}/certificate`}
          className="min-w-0 wrap-anywhere underline underline-offset-4"
        >
          {name}
        </Link>
        <TemplateState state={state} />
      </span>
      <span className="text-ink-faint">
        Changed <MomentText value={template.updated_at} />
      </span>
    </li>
  );
};

/** The badge templates whose certificates have a design of their own. */
export const DesignedTemplates = ({ home, list, page }: DesignedTemplatesProps) => (
  <section aria-labelledby="designed-templates" className="mt-12 max-w-3xl border-t border-line pt-6">
    <h2 id="designed-templates" className="font-heading text-xl leading-tight">
      Badges with their own design
    </h2>
    <p className="mt-2 text-sm text-ink-soft">
      Changes of the design above do not reach them. To give another badge its own design, open its template
      and choose “Certificate”.
    </p>
    {page.rows.length > 0 ? (
      <>
        <ul className="mt-4 divide-y divide-line border-y border-line text-sm">
          {page.rows.map((template) => (
            <Template key={template.badge_template.id} home={home} template={template} />
          ))}
        </ul>
        <Pagination list={list} page={page} noun={page.total === 1 ? "badge" : "badges"} />
      </>
    ) : (
      <p className="mt-4 text-sm">No badge has its own design yet.</p>
    )}
  </section>
);
