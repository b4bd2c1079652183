import type { ConstructMetadata, FunctionRef } from "../../app";
import { type ConstructDescription, metadataKind } from "../../iam/permissions/construct-description";

export type CronMetadata = ConstructMetadata<
  "Cron",
  { readonly schedule: string; readonly ruleName: string; readonly job?: FunctionRef | undefined }
>;

/** Code never calls a Cron, so that it is named neither in `permissions` nor in `bind`. */
export const cronDescription = {
  className: "Cron",
  metadata: metadataKind<CronMetadata>("Cron"),
  document: {
    readme: "lib/constructs/cron/README.md",
    summary: "a function that runs by the clock",
  },
} as const satisfies ConstructDescription;
