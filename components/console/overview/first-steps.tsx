import { ButtonLink } from "@/components/ui/button-link";
import { StepMark } from "@/components/ui/step-mark";

type Step = { title: string; text: string; done: boolean; href: string; action: string };

type FirstStepsProps = {
  home: string;
  hasTemplate: boolean;
  hasActiveTemplate: boolean;
  /** The newest badge, which is pending, or null if none was issued. */
  waiting: { id: string; recipient: string } | null;
};

const buildSteps = ({ home, hasTemplate, hasActiveTemplate, waiting }: FirstStepsProps): Step[] => [
  {
    title: "Create a template",
    text: "Define the badge: its name, image, skills and expiration.",
    done: hasActiveTemplate,
    href: hasTemplate ? `${home}/badge_templates` : `${home}/badge_templates/new`,
    action: hasTemplate ? "Finish your template" : "New template",
  },
  {
    title: "Issue a badge",
    text: "Enter who earned it. They get an e-mail with a link to accept it.",
    done: waiting !== null,
    href: `${home}/issue`,
    action: "Issue a badge",
  },
  {
    title: "See it accepted",
    text: waiting
      ? `${waiting.recipient} has not responded yet. Once they accept, anyone can verify the badge on its public page.`
      : "Once the earner accepts, anyone can verify the badge on its public page.",
    done: false,
    href: waiting ? `${home}/issued_badges/${waiting.id}` : `${home}/issued_badges`,
    action: "View badge",
  },
];

/** The steps to the first accepted badge. Only the next step has a button. */
export function FirstSteps(props: FirstStepsProps) {
  const steps = buildSteps(props);
  const next = steps.findIndex(({ done }) => !done);
  return (
    <ol className="max-w-2xl divide-y divide-line border-y border-line">
      {steps.map(({ title, text, done, href, action }, index) => (
        <li key={title} className="flex gap-5 py-6" aria-current={index === next ? "step" : undefined}>
          <StepMark done={done}>{index + 1}</StepMark>
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
