"use client";

import { ScanLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

// The Barcode Detection API has no types yet, and only some browsers have it.
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type DetectorClass = new (options: { formats: string[] }) => Detector;

const findDetector = (): DetectorClass | null =>
  (window as { BarcodeDetector?: DetectorClass }).BarcodeDetector ?? null;

const subscribeToNothing = () => () => undefined;
const canScan = (): boolean => findDetector() !== null && "mediaDevices" in navigator;

const PAUSE_MS = 200;

/** Reads QR codes from the video until one is the address of a web page. */
async function readAddress(
  detector: Detector,
  video: HTMLVideoElement,
  signal: AbortSignal,
): Promise<string | null> {
  while (!signal.aborted) {
    const codes = await detector.detect(video).catch(() => []);
    const address = codes.map(({ rawValue }) => rawValue.trim()).find((text) => /^https?:\/\//i.test(text));
    if (address) return address;
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
  return null;
}

async function scan(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  const Detector = findDetector();
  if (!Detector) return;
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  try {
    if (signal.aborted) return;
    video.srcObject = stream;
    await video.play();
    const address = await readAddress(new Detector({ formats: ["qr_code"] }), video, signal);
    if (address) window.location.assign(`/verify?${new URLSearchParams({ url: address })}`);
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}

function Scanner({ onStop, onFailure }: { onStop: () => void; onFailure: () => void }) {
  const t = useTranslations("verify.scan");
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const end = new AbortController();
    if (video.current)
      scan(video.current, end.signal).catch(() => {
        if (!end.signal.aborted) onFailure();
      });
    return () => end.abort();
  }, [onFailure]);
  return (
    <div className="flex w-full flex-col items-start gap-3">
      <p className="text-sm text-ink-soft">{t("hint")}</p>
      <video
        ref={video}
        muted
        playsInline
        className="aspect-square w-full max-w-sm rounded-lg bg-sunken object-cover"
      />
      <Button variant="secondary" onClick={onStop}>
        {t("stop")}
      </Button>
    </div>
  );
}

/** Verifies the badge of a QR code that the camera sees. Shows nothing in browsers that cannot read QR codes. */
export function ScanButton() {
  const t = useTranslations("verify.scan");
  const isPossible = useSyncExternalStore(subscribeToNothing, canScan, () => false);
  const [state, setState] = useState<"idle" | "scanning" | "failed">("idle");
  const [stop] = useState(() => () => setState("idle"));
  const [fail] = useState(() => () => setState("failed"));
  if (!isPossible) return null;
  if (state === "scanning") return <Scanner onStop={stop} onFailure={fail} />;
  return (
    <div className="flex flex-col items-start gap-3">
      {state === "failed" ? (
        <Notice tone="caution" announce>
          {t("no_camera")}
        </Notice>
      ) : null}
      <Button variant="secondary" onClick={() => setState("scanning")}>
        <ScanLine className="size-4" aria-hidden="true" />
        {t("action")}
      </Button>
    </div>
  );
}
