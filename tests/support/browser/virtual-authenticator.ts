import type { CDPSession, Page } from "@playwright/test";

/**
 * Gives the browser of this page an authenticator in software, which verifies its user and stores passkeys (WebAuthn,
 * section 11). It answers at once.
 */
export async function addVirtualAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}
