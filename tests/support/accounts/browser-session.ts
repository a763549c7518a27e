/** A browser of one person, whose requests may go to any host of an installation. */

type SignIn = { email: string; password: string };

const readCookies = (response: Response): string[] =>
  response.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0] ?? "");

/** Posts a form of next-auth with its CSRF token. Returns the cookies that the response sets. */
async function postAuthForm(
  { address, origin }: { address: string; origin: string },
  path: string,
  fields: Record<string, string>,
  cookies: string[],
): Promise<string[]> {
  const csrf = await fetch(`${address}/api/auth/csrf`, { headers: { cookie: cookies.join("; ") } });
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const response = await fetch(`${address}/api/auth/${path}`, {
    method: "POST",
    headers: { origin, cookie: [...cookies, ...readCookies(csrf)].join("; ") },
    body: new URLSearchParams({ ...fields, csrfToken, json: "true" }),
    redirect: "manual",
  });
  await response.text();
  return readCookies(response);
}

/** Signs in at a host with a password. Returns the `Cookie` header of the browser. */
export async function signInAtHost(
  host: { address: string; origin: string },
  { email, password }: SignIn,
): Promise<string> {
  const cookies = await postAuthForm(host, "callback/credentials", { email, password }, []);
  if (!cookies.some((cookie) => cookie.includes("badges.session=")))
    throw new Error(`Not signed in: ${cookies.join("; ")}`);
  return cookies.join("; ");
}

/** Signs out at a host. The browser that keeps its cookie anyway is signed out too. */
export async function signOutAtHost(
  host: { address: string; origin: string },
  cookie: string,
): Promise<void> {
  await postAuthForm(host, "signout", {}, cookie.split("; "));
}
