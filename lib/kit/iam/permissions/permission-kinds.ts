import { Provided } from "../../core/provided";
import type { PermissionRow } from "./row";

/** A kind of construct, as far as permissions need it. Its description has more. */
export interface PermissionKind {
  /** Class as in the environment keys of bound functions: `Bucket`, `RestV1Api`, ... */
  readonly className: string;
  /** Class as the caller writes it. @default - `className` */
  readonly publicName?: string | undefined;
  /** The access that its name in `permissions` gives. @default - it cannot be named there */
  readonly row?: PermissionRow | undefined;
}

/** The constructs of the library. `lib/index.ts` provides them, since nothing below may import a construct. */
export const permissionKinds = new Provided<readonly PermissionKind[]>("The list of constructs");

export function publicName({
  className,
  publicName = className,
}: Pick<PermissionKind, "className" | "publicName">): string {
  return publicName;
}
