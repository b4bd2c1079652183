import type { ConstructMetadata } from "../../kit/app";
import { type ConstructDescription, metadataKind } from "../../kit/description";
import { access, grant, type PermissionRow } from "../../kit/iam";
import { jobTexts } from "./errors";

/** Code runs a job through a function that starts it. */
export const jobRow = {
  name: "Job",
  types: [],
  byDefault: access(grant(["lambda:InvokeFunction"], ["{arn}"])),
  access: {
    grantInvoke: access(grant(["lambda:InvokeFunction"], ["{arn}"])),
    grantFullAccess: access(grant(["lambda:*"], ["{arn}"])),
  },
  impliesBind: true,
} satisfies PermissionRow;

export type JobMetadata = ConstructMetadata<"Job", Readonly<Record<string, never>>>;

export const jobDescription = {
  className: "Job",
  row: jobRow,
  binding: { client: "job", variables: ["functionName"], grants: true },
  metadata: metadataKind<JobMetadata>("Job"),
  texts: jobTexts,
  document: { summary: "jobs of up to 8 hours", group: "Functions" },
} as const satisfies ConstructDescription;
