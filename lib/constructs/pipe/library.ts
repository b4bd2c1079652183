import type { ConstructMetadata, FunctionRef } from "../../kit/app";
import { type ConstructDescription, metadataKind } from "../../kit/description";
import { pipeTexts } from "./errors";

export type PipeMetadata = ConstructMetadata<
  "Pipe",
  {
    readonly pipeName: string;
    readonly target?: FunctionRef | undefined;
    readonly enrichment?: FunctionRef | undefined;
  }
>;

/** Code cannot call a Pipe, so it is named neither in `permissions` nor in `bind`. */
export const pipeDescription = {
  className: "Pipe",
  metadata: metadataKind<PipeMetadata>("Pipe"),
  texts: pipeTexts,
  document: {
    summary:
      "sends records of a table, stream or queue to a target, with a filter and a template instead of code",
    group: "Events",
  },
} as const satisfies ConstructDescription;
