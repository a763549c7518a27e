/** The product's mark: a seal in one stroke, or the logo of the installation (globals.css). */
export const Logo = ({ className = "size-7" }: { className?: string }) => (
  <svg viewBox="0 0 28 28" aria-hidden="true" className={`product-logo text-accent ${className}`}>
    <path
      d="M14 2.5 23.96 8.25v11.5L14 25.5 4.04 19.75V8.25z"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinejoin="round"
    />
    <path
      d="m9.5 14.2 3.2 3.1 5.9-6.4"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);
