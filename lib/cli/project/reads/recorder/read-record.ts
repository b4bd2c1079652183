/** One line of the record. */
export type ReadRecord =
  | { readonly kind: "started" | "ended" | "esbuild-worker" | "esbuild-service" }
  /** `isDeep`: a folder with its subfolders. */
  | { readonly kind: "read"; readonly path: string; readonly isDeep?: true }
  | { readonly kind: "doubt"; readonly reason: string };

/** The environment variable with the file of the record. */
export const readsFileVariable = "SERVERFORM_READS_FILE";
