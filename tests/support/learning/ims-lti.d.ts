/** The package has no types; its signer is all that the tests use. */
declare module "ims-lti/lib/hmac-sha1.js" {
  export default class HmacSha1 {
    build_signature_raw(
      url: string,
      parsedUrl: { query: Record<string, string> },
      method: string,
      parameters: Record<string, string>,
      secret: string,
    ): string;
  }
}
