/**
 * The location of a resource in its ARN. ARNs of global services have no region, those of buckets no account either.
 *
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html
 */
export interface ArnPlace {
  /** `aws`. */
  readonly partition: string;
  /** @default - none */
  readonly region?: string | undefined;
  /** @default - none */
  readonly account?: string | undefined;
}

export interface Arn extends Required<ArnPlace> {
  readonly service: string;
  /** The part after the account, with all its colons: `function:notes:live`. */
  readonly resource: string;
}

export function formatArn(
  { partition, region = "", account = "" }: ArnPlace,
  service: string,
  resource: string,
): string {
  return `arn:${partition}:${service}:${region}:${account}:${resource}`;
}

export function parseArn(text: string): Arn | undefined {
  const [prefix, partition, service, region, account, ...resource] = text.split(":");
  if (prefix !== "arn" || !partition || !service || region === undefined || account === undefined)
    return undefined;
  return resource.length === 0
    ? undefined
    : { partition, service, region, account, resource: resource.join(":") };
}

/** Like `parseArn`, but undefined for the ARNs of other services. */
export function parseArnOf(service: string, text: string): Arn | undefined {
  const arn = parseArn(text);
  return arn?.service === service ? arn : undefined;
}

export const arnPrefix = "arn:";

/** Whether a text is meant as an ARN, even if it is malformed. */
export function isArn(text: string): boolean {
  return text.startsWith(arnPrefix);
}

/** The account that an ARN names; undefined for any other text, and for a resource without one. */
export function accountOfArn(arn: string): string | undefined {
  return /^arn:[^:]*:[^:]*:[^:]*:(\d{12}):/.exec(arn)?.[1];
}

/** The account of the first ARN in a JSON text that names one. */
export function accountInJson(json: string): string | undefined {
  return /"arn:[\w-]+:[\w-]+:[\w-]*:(\d{12}):/.exec(json)?.[1];
}

export function accountOfRole(arn: string): string | undefined {
  return parseArnOf("iam", arn)?.resource.startsWith("role/") ? accountOfArn(arn) : undefined;
}

/** The name of the function in an ARN, without version or alias; undefined for any other text. */
export function functionNameIn(arn: string): string | undefined {
  return /^function:([^:]+)(?::.+)?$/.exec(parseArnOf("lambda", arn)?.resource ?? "")?.[1];
}

/** The ARN of a function without version or alias; undefined for any other text. */
export function plainFunctionArn(arn: string): string | undefined {
  return functionNameIn(arn) === undefined ? undefined : arn.split(":", 7).join(":");
}

/** The region that an ARN names; undefined for any other text, and for a global resource. */
export function regionOfArn(arn: string): string | undefined {
  return /^arn:[^:]+:[^:]+:([a-z0-9-]+):/.exec(arn)?.[1];
}

/** The ARN of a policy that AWS provides: `service-role/AWSLambdaBasicExecutionRole`. */
export function managedPolicyArn(partition: string, policy: string): string {
  return formatArn({ partition, account: "aws" }, "iam", `policy/${policy}`);
}

/** The name of a policy that AWS provides, with its path, in its ARN; undefined for any other text. */
export function managedPolicyName(arn: string): string | undefined {
  return /^arn:[^:]+:iam::aws:policy\/(.+)$/.exec(arn)?.[1];
}

/** The ARNs of a role without a path, and of a session of it. */
export function roleArns(
  place: Required<Pick<ArnPlace, "partition" | "account">>,
  role: string,
): { readonly role: string; readonly session: string } {
  return {
    role: formatArn(place, "iam", `role/${role}`),
    session: formatArn(place, "sts", `assumed-role/${role}/session`),
  };
}

/** The ARN that stands for a whole account in policies. */
export function accountRootArn({
  partition,
  account,
}: Required<Pick<ArnPlace, "partition" | "account">>): string {
  return formatArn({ partition, account }, "iam", "root");
}

/** The name of a role, without its path. */
export function roleNameOf(roleArn: string): string {
  return roleArn.split("/").at(-1) ?? roleArn;
}
