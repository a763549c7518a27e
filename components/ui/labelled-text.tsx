import { useTranslations } from "next-intl";
import { visuallyHidden } from "./visually-hidden";

type LabelledTextProps = { label: string; text: string };

/** A text after a label that only screen readers read. Languages differ in the colon and in the spaces around it. */
export const LabelledText = ({ label, text }: LabelledTextProps) =>
  useTranslations("common").rich("labelled", { label, text, visuallyHidden });
