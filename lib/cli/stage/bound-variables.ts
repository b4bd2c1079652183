import { bindingKey, fallbackStage, type ParameterScope, parameterFolder } from "../../facts/bindings";
import type { AwsOptions } from "../../runtime/aws";
import { allPages, callJson } from "../aws/call-json";

/**
 * The variables of a stage's bound functions, by the keys that `serverform/node` reads.
 *
 * They come from the parameters of the stage. Secrets of the stage replace fallbacks.
 */
export async function boundVariables(
  scope: ParameterScope,
  aws: AwsOptions,
): Promise<Readonly<Record<string, string>>> {
  const [fallbacks, own] = await Promise.all(
    [fallbackStage, scope.stage].map((stage) => parametersBelow(parameterFolder({ ...scope, stage }), aws)),
  );
  return { ...variablesOf(fallbacks ?? []), ...variablesOf(own ?? []) };
}

type Parameter = readonly [relativeName: string, value: string];

/** `Bucket/my_files/bucketName` is `SERVERFORM_Bucket_bucketName_my_files`. */
function variablesOf(parameters: readonly Parameter[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    parameters.flatMap(([name, value]) => {
      const [className, id, variable, ...more] = name.split("/");
      const isBinding =
        className !== undefined && id !== undefined && variable !== undefined && more.length === 0;
      return isBinding ? [[bindingKey({ className, id }, variable), value]] : [];
    }),
  );
}

async function parametersBelow(path: string, aws: AwsOptions): Promise<readonly Parameter[]> {
  const found = await parameters(path, true, aws);
  return found.map(({ Name, Value }) => [String(Name).slice(path.length), String(Value ?? "")]);
}

/**
 * The parameters below a path, in any depth.
 *
 * Source: https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_GetParametersByPath.html
 */
export const parameters = (
  path: string,
  withDecryption: boolean,
  aws: AwsOptions,
): Promise<readonly Readonly<Record<string, unknown>>[]> =>
  allPages("Parameters", "NextToken", (page) => {
    const input = { Path: path, Recursive: true, WithDecryption: withDecryption, ...page };
    return callJson("ssm", "GetParametersByPath", input, aws);
  });
