import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button-link";

type Step = { title: string; text: string; done: boolean; href: string; action: string };

type FirstStepsProps = {
  home: string;
  hasTemplate: boolean;
  hasActiveTemplate: boolean;
  /** The badge that waits for its answer, when one was issued. */
  waiting: { id: string; recipient: string } | null;
};

const stepsOf = ({ home, hasTemplate, hasActiveTemplate, waiting }: FirstStepsProps): Step[] => [
  {
    title: "Make a template",
    text: "Say what the badge stands for: its name, art, skills and how long it is valid.",
    done: hasActiveTemplate,
    href: hasTemplate ? `${home}/badge_templates` : `${home}/badge_templates/new`,
    action: hasTemplate ? "Finish your template" : "New template",
  },
  {
    title: "Issue a badge",
    text: "Name who earned it. They get a mail with a link to accept it.",
    done: waiting !== null,
    href: `${home}/issue`,
    action: "Issue a badge",
  },
  {
    title: "See it accepted",
    text: waiting
      ? `${waiting.recipient} has not answered yet. Once they accept, the badge has a public page that anybody can check.`
      : "Once the earner has accepted, the badge has a public page that anybody can check.",
    done: false,
    href: waiting ? `${home}/issued_badges/${waiting.id}` : `${home}/issued_badges`,
    action: "See how it stands",
  },
];

const Mark = ({ done, children }: { done: boolean; children: ReactNode }) => (
  <span
    className={`font-heading flex size-9 shrink-0 items-center justify-center rounded-full border text-lg ${
      done ? "border-transparent bg-positive-soft text-positive" : "border-edge text-ink-soft"
    }`}
  >
    {done ? <Check className="size-4.5" aria-label="Done" /> : children}
  </span>
);

/** What leads a new organization to its first accepted badge; only the next step has a button. */
export function FirstSteps(props: FirstStepsProps) {
  const steps = stepsOf(props);
  const next = steps.findIndex(({ done }) => !done);
  return (
    <ol className="max-w-2xl divide-y divide-line border-y border-line">
      {steps.map(({ title, text, done, href, action }, index) => (
        <li key={title} className="flex gap-5 py-6" aria-current={index === next ? "step" : undefined}>
          <Mark done={done}>{index + 1}</Mark>
          <div className="flex min-w-0 flex-col items-start gap-3">
            <div>
              <h2 className="font-heading text-xl leading-9">{title}</h2>
              <p className="text-ink-soft">{text}</p>
            </div>
            {index === next ? <ButtonLink href={href}>{action}</ButtonLink> : null}
          </div>
        </li>
      ))}
    </ol>
  );
}
