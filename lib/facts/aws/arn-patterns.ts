import { formatArn } from "./arns";
import { exampleRegion } from "./regions";

/** The parts that ARNs of a service leave empty. Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html */
const emptyParts: Readonly<Record<string, readonly ("region" | "account")[]>> = {
  cloudfront: ["region"],
  iam: ["region"],
  "iam|sts": ["region"],
  s3: ["region", "account"],
};

/** Where the resource of an ARN is: texts for a sample, sources of regular expressions for a pattern. */
interface Place {
  readonly region?: string;
  readonly account?: string;
}

/** The parts of a place, without those that ARNs of the service leave empty. */
function placeOf(service: string, { region = "", account = "" }: Place): Required<Place> {
  const empty = emptyParts[service] ?? [];
  return {
    region: empty.includes("region") ? "" : region,
    account: empty.includes("account") ? "" : account,
  };
}

const examplePlace = { region: exampleRegion, account: "111122223333" };

/** An ARN for error messages and samples: `arn:aws:sqs:eu-west-1:111122223333:orders`. */
export function exampleArn(service: string, resource: string, place: Place = {}): string {
  return formatArn(
    { partition: "aws", ...placeOf(service, { ...examplePlace, ...place }) },
    service,
    resource,
  );
}

/** The form of a service's ARNs, for error messages: `arn:aws:states:<region>:<account>:stateMachine:<name>`. */
export function arnForm(service: string, resource: string): string {
  return exampleArn(service, resource, { region: "<region>", account: "<account>" });
}

/**
 * The source of a pattern of the ARNs of a service, in any partition.
 *
 * @param service - the service, or several: `iam|sts`
 * @param resource - the source of the pattern of the part behind the account
 * @param place - the sources of region and account, if they may be something else than usual
 */
export function arnSource(service: string, resource: string, place: Place = {}): string {
  const { region, account } = placeOf(service, { region: "[a-z0-9-]+", account: "\\d{12}", ...place });
  return `arn:[\\w-]+:(?:${service}):${region}:${account}:(?:${resource})`;
}

/** A pattern that matches only the ARNs of a service. */
export function arnPattern(service: string, resource: RegExp, place: Place = {}): RegExp {
  return new RegExp(`^${arnSource(service, resource.source, place)}$`);
}

/** A pattern's source for ARNs of which only the service is known. */
export function looseArnSource(service: string): string {
  return `arn:[\\w-]+:${service}:\\S+`;
}

/** A pattern of ARNs of which only the services are known, and that some name an account. */
export function looseArnPattern(services: readonly string[]): RegExp {
  return new RegExp(`^arn:[\\w-]+:(${services.join("|")}):[a-z0-9-]*:(\\d{12}|aws)?:\\S+$`);
}

export const anyArn = /^arn:[\w-]+:[\w-]+:[^:\s]*:[^:\s]*:\S+$/;
/** A text that names a partition and a service as an ARN does. */
export const arnWithService = /^arn:[\w-]+:[\w-]+:\S*$/;
/** A text that begins as an ARN, without spaces. */
export const arnStart = /^arn:\S+$/;

/** An ARN in a policy, whose parts may have wildcards. */
export const policyResource = /^arn:(?:aws(?:-[a-z]+)*|[a-z-]*\*[a-z*-]*):[^:]*:[^:]*:[^:]*:./;

/** The ARN of a function, with its region, name and qualifier. Source: https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html */
export const functionArnParts =
  /^(arn:aws[a-z-]*:lambda:([a-z]{2,}(?:-[a-z]+)+-\d+):\d{12}:function:([\w-]{1,64}))(?::[$\w.-]{1,128})?$/;

/**
 * The name or ARN of a function in requests, in the words of the service.
 *
 * Source: recorded answers of AWS, `test/local/recorded/lambda/invocations.json`
 */
export const functionNamePattern =
  "(arn:(aws[a-zA-Z-]*)?:lambda:)?((eusc-)?[a-z]{2}((-gov)|(-iso([a-z]?)))?-[a-z]+-\\d{1}:)?(\\d{12}:)?(function:)?([a-zA-Z0-9-_\\.]+)(:(\\$LATEST(\\.PUBLISHED)?|[a-zA-Z0-9-_]+))?";

/** The ARN of a version of a layer, with that of the layer and its region. Source: https://docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html */
export const layerVersionArn = /^(arn:[A-Za-z0-9-]+:lambda:([A-Za-z0-9-]+):\d{12}:layer:[A-Za-z0-9-_]+):\d+$/;

/** The streams of one log group in a policy, whose region and account may not be wildcards. */
export const streamsOfLogGroup = /^arn:[^:]+:logs:[^:*]+:[^:*]+:log-group:[^:*]+:(log-stream:)?\*$/;

/** The name or the ARN of a table, as requests accept both. Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_GetItem.html */
export const tableNameOrArn = /^(?:arn:[^/]+:table\/)?[a-zA-Z0-9_.-]*$/;
