import type { ConstructMetadata, FunctionRef } from "../../kit/app";
import { type ConstructDescription, metadataKind } from "../../kit/description";
import { triggerTexts } from "./errors";

export type TriggerMetadata = ConstructMetadata<
  "Trigger",
  { readonly kind: string; readonly fn?: FunctionRef | undefined }
>;

/** Code cannot call a Trigger, so it is named neither in `permissions` nor in `bind`. */
export const triggerDescription = {
  className: "Trigger",
  metadata: metadataKind<TriggerMetadata>("Trigger"),
  texts: triggerTexts,
  document: {
    summary: "logs, load balancers, devices and voice assistants that call a function",
    group: "Functions",
  },
} as const satisfies ConstructDescription;
