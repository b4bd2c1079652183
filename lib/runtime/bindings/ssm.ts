import { setTimeout as delay } from "node:timers/promises";
import { defaultRegion } from "../../facts/aws/partitions";
import { type AwsAnswer, callAws, endpointOf, jsonError } from "../aws/call";
import { containerUrl } from "../aws/credentials";

/** The parts of `@aws-sdk/client-ssm` that are used here. */
interface SsmSdk {
  readonly SSMClient: new (config: object) => { send(command: object): Promise<GetParametersResult> };
  readonly GetParametersCommand: new (input: GetParametersInput) => object;
}

interface GetParametersInput {
  readonly Names: readonly string[];
  readonly WithDecryption: boolean;
}

interface GetParametersResult {
  readonly Parameters?: readonly { readonly Name?: string; readonly Value?: string }[];
}

// Source: https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_GetParameters.html
const namesPerCall = 10;

/** The same number as in the SDK. */
const attempts = 3;
const firstPauseMs = 200;

interface Parameter {
  readonly name: string;
  /** Undefined for the region of the function. */
  readonly region: string | undefined;
}

/** The decrypted values of SSM parameters by name, without missing parameters. */
export async function readParameters(parameters: readonly Parameter[]): Promise<ReadonlyMap<string, string>> {
  const read = hasCredentials() ? call : readBySdk();
  const regions = [...new Set(parameters.map(({ region }) => region))];
  const chunks = regions.flatMap((region) => {
    const names = parameters.filter((each) => each.region === region).map(({ name }) => name);
    return Array.from({ length: Math.ceil(names.length / namesPerCall) }, (_, index) => ({
      region,
      names: names.slice(index * namesPerCall, (index + 1) * namesPerCall),
    }));
  });
  const results = await Promise.all(
    chunks.map(({ names, region }) => read({ Names: names, WithDecryption: true }, region)),
  );
  return new Map(
    results.flatMap(({ Parameters = [] }) =>
      Parameters.map(({ Name = "", Value = "" }) => [Name, Value] as const),
    ),
  );
}

/** Functions and containers have credentials without an SDK. */
function hasCredentials(): boolean {
  return process.env.AWS_ACCESS_KEY_ID !== undefined || containerUrl() !== undefined;
}

/** Calls SSM without an SDK: its version depends on the runtime, and older runtimes have no client of version 3. */
async function call(input: GetParametersInput, given: string | undefined): Promise<GetParametersResult> {
  const { AWS_REGION, AWS_DEFAULT_REGION = defaultRegion } = process.env;
  const options = { region: given ?? AWS_REGION ?? AWS_DEFAULT_REGION };
  const request = {
    service: "ssm",
    method: "POST",
    url: new URL("/", endpointOf("ssm", "ssm", options)),
    headers: { "content-type": "application/x-amz-json-1.1", "x-amz-target": "AmazonSSM.GetParameters" },
    body: JSON.stringify(input),
  };
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === attempts;
    const answer = await callAws(request, options).catch((error: unknown) => {
      if (isLast) throw error;
      return undefined;
    });
    if (answer?.status === 200) return JSON.parse(answer.body.toString("utf8")) as GetParametersResult;
    if (answer !== undefined && (isLast || !isTransient(answer))) throw jsonError(answer, "ssm");
    await delay(Math.random() * firstPauseMs * 2 ** attempt);
  }
}

/** AWS throttles many containers that start at once. */
function isTransient(answer: AwsAnswer): boolean {
  return answer.status >= 500 || answer.status === 429 || /Throttl/.test(jsonError(answer, "ssm").code);
}

/**
 * Reads with the SDK, which finds the credentials of profiles.
 *
 * Loads it by a name that bundlers do not resolve, because functions do not need it. Uses `require`, which bundles of this library
 * have in both formats.
 */
function readBySdk(): typeof call {
  const name = "@aws-sdk/client-ssm";
  try {
    const { SSMClient, GetParametersCommand } = require(name) as SsmSdk;
    return (input, region) =>
      new SSMClient(region === undefined ? {} : { region }).send(new GetParametersCommand(input));
  } catch (error) {
    throw new Error(
      `A value that is in SSM cannot be read: the environment has no credentials, and ${name}, which finds others, is not there. ` +
        `Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or install it: npm install --save-dev ${name}`,
      { cause: error },
    );
  }
}
