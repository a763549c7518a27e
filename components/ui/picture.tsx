import type { ComponentProps } from "react";

type PictureProps = ComponentProps<"img"> & { src: string; alt: string; width: number; height: number };

/** A picture of a known size. Stored images are small, immutable and cached by browsers, so they are not resized. */
export const Picture = ({ alt, ...rest }: PictureProps) => (
  // oxlint-disable-next-line next/no-img-element -- next/image would fetch our own images from ourselves
  <img {...rest} alt={alt} decoding="async" />
);
