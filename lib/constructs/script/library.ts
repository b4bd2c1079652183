import type { ConstructMetadata, FunctionRef } from "../../kit/app";
import { type ConstructDescription, metadataKind } from "../../kit/description";
import { scriptTexts } from "./errors";

export type ScriptMetadata = ConstructMetadata<
  "Script",
  {
    readonly createFunction?: FunctionRef | undefined;
    readonly updateFunction?: FunctionRef | undefined;
    readonly deleteFunction?: FunctionRef | undefined;
  }
>;

/** Code cannot call a Script, so it is named neither in `permissions` nor in `bind`. */
export const scriptDescription = {
  className: "Script",
  metadata: metadataKind<ScriptMetadata>("Script"),
  texts: scriptTexts,
  document: { summary: "a function that runs during the deployment", group: "Functions" },
} as const satisfies ConstructDescription;
