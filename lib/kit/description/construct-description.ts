import type { ErrorTexts } from "../../facts/errors/error";
import { bindableClasses } from "../app/binding/environment";
import type { BindingDescription } from "../app/binding/target";
import type { ConstructMetadata } from "../app/metadata";
import { type PermissionKind, permissionKinds, publicName } from "../iam/permissions/row";

/**
 * Facts about a construct for the library. They are in the construct's folder, in `library.ts`.
 *
 * Plain data: it is loaded for every construct of the list when one of them is looked up, so it never imports a class.
 */
export interface ConstructDescription<Metadata extends ConstructMetadata = ConstructMetadata>
  extends PermissionKind {
  /** The binding that `bind` gives. @default - it cannot be bound */
  readonly binding?: BindingDescription | undefined;
  /** Its metadata for tools. */
  readonly metadata: MetadataKind<Metadata>;
  /** Its own error texts. @default - none */
  readonly texts?: ErrorTexts | undefined;
  /** Where it is documented. @default - in the document of another construct or of the runtime library */
  readonly document?: ConstructDocument | undefined;
}

export interface ConstructDocument {
  /** File, relative to the root of the repository. @default - `README.md` in the folder of the class */
  readonly readme?: string | undefined;
  /** The purpose of the construct, in the table of constructs. */
  readonly summary: string;
  /** Its place on the front page. */
  readonly group: ConstructGroup;
}

/** The groups of constructs on the front page, in their order. */
export const constructGroups = ["APIs", "Users", "Functions", "Data", "Events", "Sites"] as const;

export type ConstructGroup = (typeof constructGroups)[number];

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

/** Provides the constructs to the layers below: to `permissions`, to `bind` and to their messages. */
export function provideConstructs(read: () => readonly ConstructDescription[]): void {
  permissionKinds.provide(read);
  bindableClasses.provide(() =>
    read()
      .filter(({ binding }) => binding !== undefined)
      .map(publicName),
  );
}
