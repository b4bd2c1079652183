import { type AwsOptions, callAws, endpointOf, jsonError } from "../../runtime/aws/call";
import { fallbackStage, type ParameterPlace, pathOf } from "../stage/bound-variables";
import type { SecretStore } from "./store";

/** The secrets of a stage, or the fallbacks of all stages, in SSM. */
export function stageSecrets(place: ParameterPlace, isFallback: boolean, aws: AwsOptions): SecretStore {
  const path = pathOf(isFallback ? { ...place, stage: fallbackStage } : place);
  const nameOf = (secret: string): string => `${path}Secret/${secret.replaceAll("-", "_")}/value`;
  return {
    set: async (secret, Value) => {
      await callSsm(
        "PutParameter",
        { Name: nameOf(secret), Value, Type: "SecureString", Overwrite: true },
        aws,
      );
    },
    get: async (secret) => {
      const found = await callSsm("GetParameter", { Name: nameOf(secret), WithDecryption: true }, aws);
      return (found?.Parameter as { readonly Value?: string } | undefined)?.Value;
    },
    list: async () => {
      const names: string[] = [];
      for (let NextToken: unknown; ; ) {
        // The values are not decrypted: a list does not need them.
        const input = { Path: `${path}Secret`, Recursive: true, WithDecryption: false, NextToken };
        const page = await callSsm("GetParametersByPath", input, aws);
        const found = (page?.Parameters ?? []) as readonly { readonly Name?: string }[];
        for (const { Name = "" } of found)
          names.push(Name.slice(`${path}Secret/`.length).replace(/\/value$/, ""));
        NextToken = page?.NextToken;
        if (NextToken === undefined) return names.sort();
      }
    },
    remove: async (secret) => (await callSsm("DeleteParameter", { Name: nameOf(secret) }, aws)) !== undefined,
  };
}

/**
 * Calls an operation; undefined if the parameter does not exist.
 *
 * Source: https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_Operations.html
 */
async function callSsm(
  operation: string,
  input: object,
  aws: AwsOptions,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const answer = await callAws(
    {
      service: "ssm",
      method: "POST",
      url: endpointOf("ssm", "ssm", aws),
      headers: { "content-type": "application/x-amz-json-1.1", "x-amz-target": `AmazonSSM.${operation}` },
      body: JSON.stringify(input),
    },
    aws,
  );
  if (answer.status === 200)
    return JSON.parse(answer.body.toString("utf8") || "{}") as Record<string, unknown>;
  const error = jsonError(answer, "ssm");
  if (error.code === "ParameterNotFound") return undefined;
  throw error;
}
