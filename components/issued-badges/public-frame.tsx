import type { ReactNode } from "react";
import { Brand } from "@/components/ui/brand";
import { Logo } from "@/components/ui/logo";

type PublicFrameProps = { color: string | null; children: ReactNode };

/** The quiet frame of the pages that need no sign-in, in the issuer's accent. */
export const PublicFrame = ({ color, children }: PublicFrameProps) => (
  <Brand color={color} className="flex min-h-screen flex-col print:min-h-0 print:scheme-light">
    <header className="mx-auto flex w-full max-w-5xl items-center gap-2.5 px-5 py-5 sm:px-8 print:hidden">
      <Logo className="size-6" />
      <span className="font-heading text-lg">Badges</span>
    </header>
    <main className="mx-auto w-full max-w-5xl grow px-5 pt-4 pb-16 sm:px-8 sm:pt-8 print:p-0">
      {children}
    </main>
    <footer className="border-t border-line print:hidden">
      <p className="mx-auto max-w-5xl px-5 py-6 text-[0.8125rem] text-ink-faint sm:px-8">
        A badge is a record that its issuer keeps here. Trust this address, not a picture of it.
      </p>
    </footer>
  </Brand>
);
