import { bindableClasses } from "../../app/binding/bindable-classes";
import type { BindingDescription } from "../../app/binding/target";
import type { ConstructMetadata } from "../../app/metadata";
import { Provided } from "../../core/provided";
import type { ErrorTexts } from "../../errors/error";
import type { PermissionRow } from "./row";

/**
 * Facts about a construct for the library. They are in the construct's folder, in `library.ts`.
 *
 * Plain data: it is loaded for every construct of the list when one of them is looked up, so it never imports a class.
 */
export interface ConstructDescription<Metadata extends ConstructMetadata = ConstructMetadata> {
  /** Class as in the environment keys of bound functions: `Bucket`, `RestV1Api`, ... */
  readonly className: string;
  /** Class as the caller writes it. @default - `className` */
  readonly publicName?: string | undefined;
  /** The access that its name in `permissions` gives. @default - it cannot be named there */
  readonly row?: PermissionRow | undefined;
  /** The binding that `bind` gives. @default - it cannot be bound */
  readonly binding?: BindingDescription | undefined;
  /**
   * Its resource types that no function is ever part of, so that a function may wait for what refers to them.
   *
   * Leave out every type that takes functions or their roles: functions, user pools (triggers), stages, integrations.
   *
   * @default - none
   */
  readonly leafTypes?: readonly string[] | undefined;
  /** Its metadata for tools. */
  readonly metadata: MetadataKind<Metadata>;
  /** Its own error texts. @default - none */
  readonly texts?: ErrorTexts | undefined;
  /** Where it is documented. @default - in the document of another construct or of the runtime library */
  readonly document?: ConstructDocument | undefined;
}

/** The document of a construct. */
export interface ConstructDocument {
  /** File, relative to the root of the repository. */
  readonly readme: string;
  /** The purpose of the construct, in the table of the root README. */
  readonly summary: string;
}

/** A type of metadata by its name; the compiler also knows its data. */
export interface MetadataKind<Metadata extends ConstructMetadata> {
  readonly type: Metadata["type"];
  /** Never set: carries the type of the data. */
  readonly data?: Metadata["data"] | undefined;
}

export function metadataKind<Metadata extends ConstructMetadata>(
  type: Metadata["type"],
): MetadataKind<Metadata> {
  return { type };
}

/** The metadata of any of several constructs. */
export type MetadataOf<Description extends ConstructDescription> =
  Description["metadata"] extends MetadataKind<infer Metadata> ? Metadata : never;

/** The constructs of the library. `lib/index.ts` provides them, since nothing below may import a construct. */
export const describedConstructs = new Provided<readonly ConstructDescription[]>("The list of constructs");

/** Provides the constructs to the layers below: to `permissions`, to `bind` and to their messages. */
export function provideConstructs(read: () => readonly ConstructDescription[]): void {
  describedConstructs.provide(read);
  bindableClasses.provide(() =>
    describedConstructs
      .get()
      .filter(({ binding }) => binding !== undefined)
      .map(publicName),
  );
}

export function publicName({ className, publicName = className }: ConstructDescription): string {
  return publicName;
}
