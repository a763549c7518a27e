import { Picture } from "@/components/ui/picture";

type BadgeArtProps = { src: string; name: string; size: number; className?: string };

/** A badge's picture. Beside its name it is decoration (`name=""`); alone it is called by the name. */
export const BadgeArt = ({ src, name, size, className = "" }: BadgeArtProps) => (
  <Picture
    src={src}
    alt={name}
    width={size}
    height={size}
    className={`shrink-0 object-contain ${className}`}
  />
);

/** Where the picture will be: the service draws one when the template is saved without. */
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
