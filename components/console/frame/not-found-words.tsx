/** What stands where an address of the console leads to nothing. */
export function NotFoundWords() {
  return (
    <div className="flex max-w-2xl flex-col py-6 sm:py-12">
      <p className="text-sm text-ink-faint">404</p>
      <h1 className="font-heading mt-1 text-4xl leading-tight">There is nothing at this address</h1>
      <p className="mt-3 text-ink-soft">
        It may have been mistyped, or what was here is gone, or it is not meant for the account that you are
        signed in with.
      </p>
    </div>
  );
}
