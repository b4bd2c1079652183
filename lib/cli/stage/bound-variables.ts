import { type AwsOptions, callAws, endpointOf, jsonError } from "../../runtime/aws";

export interface ParameterPlace {
  readonly app: string;
  readonly stage: string;
  readonly ssmPrefix: string;
}

interface Page {
  readonly Parameters?: readonly { readonly Name?: string; readonly Value?: string }[];
  readonly NextToken?: string;
}

/** Replaces the stage, for secrets of stages without their own value. */
export const fallbackStage = ".fallback";

/**
 * The variables of a stage's bound functions, by the keys that `serverform/node` reads.
 *
 * They come from the parameters of the stage. Secrets of the stage replace fallbacks.
 */
export async function boundVariables(
  place: ParameterPlace,
  aws: AwsOptions,
): Promise<Readonly<Record<string, string>>> {
  const [fallbacks, own] = await Promise.all(
    [fallbackStage, place.stage].map((stage) => parametersBelow(pathOf({ ...place, stage }), aws)),
  );
  return { ...variablesOf(fallbacks ?? []), ...variablesOf(own ?? []) };
}

/** See `bindingParameterName` of `lib/kit/app`, which names the parameters. */
export const pathOf = ({ app, stage, ssmPrefix }: ParameterPlace): string =>
  `${ssmPrefix}/serverform/${[app, stage].filter((part) => part !== "").join("/")}/`;

type Parameter = readonly [relativeName: string, value: string];

/** `Bucket/my_files/bucketName` is `SERVERFORM_Bucket_bucketName_my_files`. */
function variablesOf(parameters: readonly Parameter[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    parameters.flatMap(([name, value]) => {
      const [className, id, variable, ...more] = name.split("/");
      const isBinding =
        className !== undefined && id !== undefined && variable !== undefined && more.length === 0;
      return isBinding ? [[`SERVERFORM_${className}_${variable}_${id}`, value]] : [];
    }),
  );
}

/** Source: https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_GetParametersByPath.html */
async function parametersBelow(path: string, aws: AwsOptions): Promise<readonly Parameter[]> {
  const found: Parameter[] = [];
  let token: string | undefined;
  do {
    const answer = await callAws(
      {
        service: "ssm",
        method: "POST",
        url: endpointOf("ssm", "ssm", aws),
        headers: {
          "content-type": "application/x-amz-json-1.1",
          "x-amz-target": "AmazonSSM.GetParametersByPath",
        },
        body: JSON.stringify({ Path: path, Recursive: true, WithDecryption: true, NextToken: token }),
      },
      aws,
    );
    if (answer.status !== 200) throw jsonError(answer, "ssm");
    const { Parameters = [], NextToken } = JSON.parse(answer.body.toString("utf8")) as Page;
    for (const { Name = "", Value = "" } of Parameters) found.push([Name.slice(path.length), Value]);
    token = NextToken;
  } while (token !== undefined);
  return found;
}
