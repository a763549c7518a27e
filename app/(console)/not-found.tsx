import type { Metadata } from "next";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main className="mx-auto flex min-h-[70dvh] w-full max-w-xl flex-col justify-center px-5 py-16">
      <p className="text-sm text-ink-faint">404</p>
      <h1 className="font-heading mt-1 text-4xl leading-tight">There is nothing at this address</h1>
      <p className="mt-3 text-ink-soft">
        It may have been mistyped, or what was here is gone, or it is not meant for the account that you are
        signed in with.
      </p>
    </main>
  );
}
