import type { AwsLocation } from "../aws-location";

/** A resource as the rules for computed attributes see it. */
export interface KnownResource extends AwsLocation {
  /** The address of the `Resource`. Generated ids are hashes of it. */
  readonly address: string;
  /** A configured or computed attribute; undefined if there is neither. */
  value(attribute: string): unknown;
  /** As `value`, for texts and numbers. */
  text(attribute: string): string;
  /** A resource of the same model whose attribute has this value. */
  find(type: string, attribute: string, value: unknown): KnownResource | undefined;
}

export type ComputedAttributes = Readonly<Record<string, (known: KnownResource) => unknown>>;
