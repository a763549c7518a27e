import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { CONTEXTS } from "@/lib/credentials/open-badges/schema";
import { signDocument } from "@/lib/credentials/proofs/sign";
import { signInThread, verifyInThread } from "@/lib/credentials/proofs/threads";

const ISSUER = "did:web:open.example";
const CREATED = "2026-11-24T00:00:00Z";
const { privateKey } = generateKeyPairSync("ed25519");
const method = {
  id: `${ISSUER}#key`,
  type: "JsonWebKey",
  controller: ISSUER,
  publicKeyJwk: createPublicKey(privateKey).export({ format: "jwk" }),
};
const key = { verificationMethod: method.id, privateKey };

const buildDocument = (name: string): JsonLdDocument => ({
  "@context": [...CONTEXTS.three],
  id: "urn:uuid:2b6f6a0e-2f4b-4c5c-9a0f-0d8b2c5f7c11",
  type: ["VerifiableCredential", "OpenBadgeCredential"],
  issuer: ISSUER,
  name,
});

describe("threads", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("sign as the process itself does, many at once", async () => {
    const documents = Array.from({ length: 30 }, (_, number) => buildDocument(`Badge ${number}`));
    const signed = await Promise.all(documents.map((document) => signInThread(document, key, CREATED)));
    const expected = await Promise.all(documents.map((document) => signDocument(document, key, CREATED)));
    expect(signed).toEqual(expected);
  });

  it("pass on why a document cannot be signed, and go on", async () => {
    const document = { ...buildDocument("Odd"), unknownMember: 1 };
    await expect(signInThread(document, key, CREATED)).rejects.toThrow("Safe mode validation error.");
    expect(await signInThread(buildDocument("Even"), key, CREATED)).toHaveProperty("proof");
  });

  it("verify: right, wrong, and not to be processed", async () => {
    const { proof, ...document } = await signInThread(buildDocument("Badge"), key, CREATED);
    for (const one of proof) {
      expect(await verifyInThread(document, one, method)).toMatchObject({ isValid: true });
      const altered = { ...document, name: "Another" };
      expect(await verifyInThread(altered, one, method)).toEqual({ isValid: false });
    }
    const crowded = { ...document, evidence: Array.from({ length: 1_200 }, () => ({ type: "Evidence" })) };
    const verdict = await verifyInThread(crowded, proof[0] ?? {}, method);
    expect(verdict).toEqual({ isValid: null, problem: "unprocessable", detail: null });
  });

  it("have time to start before the time of a document begins; one that cannot start is 503", async () => {
    const { proof, ...document } = await signInThread(buildDocument("Badge"), key, CREATED);
    const verifyAfterStart = async (startMs: number) => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const verifying = verifyInThread(document, proof[0] ?? {}, method);
      await Promise.resolve();
      // Before anything that a thread says can arrive.
      vi.advanceTimersByTime(startMs);
      return verifying;
    };
    expect(await verifyAfterStart(20_000)).toMatchObject({ isValid: true });
    await expect(verifyAfterStart(31_000)).rejects.toMatchObject({ status: 503 });
  });
});
