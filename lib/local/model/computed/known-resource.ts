import type { AwsLocation } from "../aws-location";

/** A resource, as what AWS would compute for it is derived. */
export interface KnownResource extends AwsLocation {
  /** The one of `Resource`: every invented id is a hash of it. */
  readonly address: string;
  /** An attribute that is configured or computed; undefined if neither. */
  value(attribute: string): unknown;
  /** As `value`, if it is a text or a number. */
  text(attribute: string): string;
  /** A resource of the same model whose attribute has this value. */
  find(type: string, attribute: string, value: unknown): KnownResource | undefined;
}

/** What AWS computes for the resources of one type, by attribute. */
export type ComputedAttributes = Readonly<Record<string, (known: KnownResource) => unknown>>;
