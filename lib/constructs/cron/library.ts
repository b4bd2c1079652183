import type { ConstructMetadata, FunctionRef } from "../../kit/app";
import { type ConstructDescription, metadataKind } from "../../kit/description";
import { cronTexts } from "./errors";

export type CronMetadata = ConstructMetadata<
  "Cron",
  {
    /** `rate(...)`, `cron(...)` or `at(...)` */
    readonly schedule: string;
    readonly timezone?: string | undefined;
    readonly ruleName?: string | undefined;
    /** The name in EventBridge Scheduler. */
    readonly scheduleName?: string | undefined;
    readonly job?: FunctionRef | undefined;
  }
>;

/** Code cannot call a Cron, so it is named neither in `permissions` nor in `bind`. */
export const cronDescription = {
  className: "Cron",
  metadata: metadataKind<CronMetadata>("Cron"),
  texts: cronTexts,
  document: { summary: "a function that runs on a schedule", group: "Functions" },
} as const satisfies ConstructDescription;
