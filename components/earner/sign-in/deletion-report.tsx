import { getTranslations } from "next-intl/server";
import { Notice } from "@/components/ui/notice";

const PARTS = ["erased", "kept", "copies"] as const;

/** Tells a person whose account was deleted what was erased, what is kept and where copies remain (decision 0126). */
export async function DeletionReport() {
  const t = await getTranslations("sign_in");
  return (
    <Notice tone="positive" className="mb-6">
      <p>{t("deleted")}</p>
      <dl className="mt-3 flex flex-col gap-3">
        {PARTS.map((part) => (
          <div key={part}>
            <dt className="font-semibold">{t(`deletion.${part}_title`)}</dt>
            <dd>{t(`deletion.${part}_text`)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3">{t("deletion.more")}</p>
    </Notice>
  );
}
