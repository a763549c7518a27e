import { Picture } from "@/components/ui/picture";

type BadgeArtProps = { src: string; name: string; size: number; className?: string };

/** A badge's picture. Pass `name=""` when the name is shown beside it; otherwise the name is the alternative text. */
export const BadgeArt = ({ src, name, size, className = "" }: BadgeArtProps) => (
  <Picture
    src={src}
    alt={name}
    width={size}
    height={size}
    className={`shrink-0 object-contain ${className}`}
  />
);

/** A placeholder for the picture. The service draws one when a template is saved without a picture. */
export const BadgeArtPlaceholder = ({ className = "" }: { className?: string }) => (
  <svg viewBox="0 0 120 120" aria-hidden="true" className={`shrink-0 text-accent ${className}`}>
    <path
      d="M60 6 106.8 33v54L60 114 13.2 87V33z"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeDasharray="3 4"
      strokeLinejoin="round"
    />
    <path d="M60 24 91 42v36L60 96 29 78V42z" fill="currentColor" opacity="0.1" />
  </svg>
);
