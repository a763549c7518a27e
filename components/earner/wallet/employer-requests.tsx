import { useTranslations } from "next-intl";
import Link from "next/link";
import { Notice } from "@/components/ui/notice";
import type { EarnerEmployment } from "@/lib/workforce/employees/schema";

/** Employers with an unanswered request, linked to the page of employers. Renders nothing without any. */
export function EmployerRequests({ employments }: { employments: EarnerEmployment[] }) {
  const t = useTranslations("wallet.employers");
  if (employments.length === 0) return null;
  return (
    <Notice className="mb-8">
      <ul>
        {employments.map(({ id, employer }) => (
          <li key={id}>
            <Link
              prefetch={false}
              href="/wallet/employers"
              className="inline-flex min-h-6 items-center text-accent underline underline-offset-4 wrap-anywhere"
            >
              {t("pending_text", { employer: employer.name })}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
