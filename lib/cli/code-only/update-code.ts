import { createHash } from "node:crypto";
import type { Timers } from "../../local";
import { AwsError, type AwsOptions } from "../../runtime/aws";
import { callRest } from "../aws/call-json";
import { pause } from "../ui/pause";
import type { ChangedCode } from "./select";

const intervalMs = 500;
const maxAttempts = 120;
const uploadTimeoutMs = 120_000;

/**
 * Updates the code of a function, and waits until it is in use. Returns whether the code was different before.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/api/API_UpdateFunctionCode.html
 */
export async function updateCode(
  { functionName, zip }: Pick<ChangedCode, "functionName" | "zip">,
  aws: AwsOptions,
  timers: Timers,
): Promise<boolean> {
  const hash = createHash("sha256").update(zip).digest("base64");
  if ((await ready(functionName, aws, timers)).CodeSha256 === hash) return false;
  const request = { method: "PUT", input: { ZipFile: zip.toString("base64") } };
  await callRest("lambda", pathOf(functionName, "code"), request, { timeoutMs: uploadTimeoutMs, ...aws });
  await ready(functionName, aws, timers);
  return true;
}

interface Configuration {
  readonly CodeSha256?: string;
  readonly LastUpdateStatus?: "Successful" | "Failed" | "InProgress";
  readonly LastUpdateStatusReason?: string;
}

/** The configuration of a function, once no update of it is in progress. */
async function ready(functionName: string, aws: AwsOptions, timers: Timers): Promise<Configuration> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await callRest("lambda", pathOf(functionName, "configuration"), { method: "GET" }, aws);
    const found = JSON.parse(answer.body.toString("utf8")) as Configuration;
    if (found.LastUpdateStatus === "Failed")
      throw new AwsError("UpdateFailed", answer.status, found.LastUpdateStatusReason ?? "", "lambda");
    if (found.LastUpdateStatus !== "InProgress") return found;
    if (attempt === maxAttempts)
      throw new AwsError(
        "UpdateInProgress",
        answer.status,
        "The update takes longer than a minute",
        "lambda",
      );
    await pause(timers, intervalMs);
  }
}

const pathOf = (functionName: string, part: string): string =>
  `/2015-03-31/functions/${encodeURIComponent(functionName)}/${part}`;
