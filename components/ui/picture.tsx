import type { ComponentProps } from "react";

type PictureProps = ComponentProps<"img"> & { src: string; alt: string; width: number; height: number };

/** A picture of a known size: stored images are small, final and kept by browsers, so nothing resizes them again. */
export const Picture = ({ alt, ...rest }: PictureProps) => (
  // oxlint-disable-next-line next/no-img-element -- next/image would fetch our own images from ourselves
  <img {...rest} alt={alt} decoding="async" />
);
