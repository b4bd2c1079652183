import type { Stack } from "../app";
import type { LiveRelay } from "../app/settings/live";
import type { Statement } from "../iam/permissions";
import type { Packaging } from "./packaging/packaging";
import type { FunctionProps } from "./props";

/** The handler of the wrapper that `serverform start` deploys next to the code. */
export const wrapperHandler = "_serverform/live.handler";

/** The maximum timeout of a function, and the minimum visibility timeout of its queues. */
export const longestTimeoutSeconds = 900;

/** Older runtimes lack features for the wrapper. */
const firstNode = 16;

/**
 * The reason why a function is deployed without the wrapper; undefined for a Node function whose code this library writes as
 * files.
 */
export function whyNotWrapped(
  { enableLiveDev = true }: FunctionProps,
  { runtime, artifact }: Packaging,
  { region, app }: Stack,
): string | undefined {
  if (!enableLiveDev) return "enableLiveDev is false";
  const major = Number(/^nodejs(\d+)/.exec(runtime)?.[1] ?? 0);
  if (major < firstNode)
    return `its runtime is ${runtime}, and the wrapper needs Node.js ${firstNode} or later`;
  if (region !== app.region) return `it is in ${region}, and the relay of \`start\` is in ${app.region}`;
  const isZip = artifact.kind === "prebuilt" && artifact.srcPath.endsWith(".zip");
  return isZip ? "its code is a zip" : undefined;
}

export function liveVariables(
  path: string,
  handler: string,
  { endpoint, tableName, bucketName }: LiveRelay,
): Readonly<Record<string, string>> {
  return {
    SERVERFORM_FUNCTION_ID: path,
    SERVERFORM_DEBUG_ENDPOINT: endpoint,
    SERVERFORM_DEBUG_TABLE_NAME: tableName,
    SERVERFORM_DEBUG_BUCKET_NAME: bucketName,
    SERVERFORM_DEBUG_SRC_HANDLER: handler,
  };
}

/**
 * The permissions of the wrapper. It reads the leases, and writes only session secrets of its own function: it may not read a
 * secret or write a lease, so that a function cannot impersonate the developer or another function.
 */
export function liveStatements(path: string, relay: LiveRelay): readonly Statement[] {
  const { connectArn, postArn, tableArn, bucketArn } = relay;
  const onItems = (operator: string, key: string) => ({ [operator]: { "dynamodb:LeadingKeys": [key] } });
  return [
    { effect: "Allow", actions: ["execute-api:Invoke"], resources: [connectArn] },
    { effect: "Allow", actions: ["execute-api:ManageConnections"], resources: [postArn] },
    {
      effect: "Allow",
      actions: ["dynamodb:GetItem"],
      resources: [tableArn],
      conditions: onItems("ForAllValues:StringEquals", "leases"),
    },
    {
      effect: "Allow",
      actions: ["dynamodb:PutItem"],
      resources: [tableArn],
      conditions: onItems("ForAllValues:StringLike", `session#${path}#*`),
    },
    { effect: "Allow", actions: ["s3:GetObject", "s3:PutObject"], resources: [`${bucketArn}/payloads/*`] },
  ];
}
