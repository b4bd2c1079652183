import type { Model, Resource, Values } from "../../resources/model";

/** A setting of a resource that decides who may reach it, beside routes and policies. */
export type Setting = FlagSetting | ListSetting | LimitSetting;

interface Common {
  /** The type in Terraform. */
  readonly type: string;
}

/** A setting that is open or closed. */
export interface FlagSetting extends Common {
  readonly kind: "flag";
  readonly isOpen: (values: Values) => boolean;
  /** The sentences, from the name of the resource. */
  readonly opened: (name: string) => string;
  readonly closed: (name: string) => string;
  /** Whether a new resource that is open is an opening: a database that the internet reaches. @default false */
  readonly countsWhenNew?: boolean;
  /** The owner that is open if the resource is missing: a bucket without its block of public access. @default - nothing is open then */
  readonly protects?: { readonly type: string; readonly by: string; readonly attribute: string };
}

/** A setting that lists who or what is accepted. */
export interface ListSetting extends Common {
  readonly kind: "list";
  /** The entries; each may be a pattern with `*`. */
  readonly list: (values: Values) => readonly string[];
  /** The sentences, from the name of the resource and the entries that come or go. */
  readonly added: (name: string, entries: string) => string;
  readonly removed: (name: string, entries: string) => string;
  readonly countsWhenNew?: boolean;
}

/** A setting that limits how often something may be called. */
export interface LimitSetting extends Common {
  readonly kind: "limit";
  /** The limits by their subjects. A subject without an entry has no limit. */
  readonly limits: (values: Values) => ReadonlyMap<string, number>;
  readonly what: string;
}

/** The name of the resource that a setting is about: the bucket of its block, the API of a stage. */
export type OwnerOf = (resource: Resource, model: Model) => Resource;
