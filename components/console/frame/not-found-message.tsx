/** The not-found message of the console. */
export function NotFoundMessage() {
  return (
    <div className="flex max-w-2xl flex-col py-6 sm:py-12">
      <p className="text-sm text-ink-faint">404</p>
      <h1 className="font-heading mt-1 text-4xl leading-tight">Page not found</h1>
      <p className="mt-3 text-ink-soft">
        Check the address. The page may have been deleted, or your account may not have access to it.
      </p>
    </div>
  );
}
