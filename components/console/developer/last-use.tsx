import { MomentText } from "@/components/ui/time/moment";

type LastUseProps = { item: { last_used_at: string | null; last_successfully_used_at: string | null } };

/** When a credential was last used, and when last successfully if that differs. */
export function LastUse({ item }: LastUseProps) {
  const { last_used_at: used, last_successfully_used_at: succeeded } = item;
  if (!used) return "Never";
  if (succeeded === used) return <MomentText value={used} />;
  return (
    <>
      <MomentText value={used} />
      <span className="block text-[0.8125rem] text-ink-faint">
        {succeeded ? (
          <>
            last success <MomentText value={succeeded} />
          </>
        ) : (
          "never successful"
        )}
      </span>
    </>
  );
}
