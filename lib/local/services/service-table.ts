import type { Model } from "../../model";
import { cloudfront } from "./cloudfront";
import { codebuild } from "./codebuild";
import { cognitoIdentity } from "./cognito-identity";
import { cognitoIdp } from "./cognito-idp";
import type { ServiceKind } from "./contract/service";
import { dynamodb } from "./dynamodb";
import { events } from "./events";
import { kinesis } from "./kinesis";
import { kms } from "./kms";
import { lambda } from "./lambda";
import { rdsData } from "./rds-data";
import { s3 } from "./s3";
import { secretsmanager } from "./secretsmanager";
import { sns } from "./sns";
import { sqs } from "./sqs";
import { ssm } from "./ssm";
import { sts } from "./sts";

/** The services that this server emulates, by the name that SDKs sign with and that ARNs carry. */
const table = {
  cloudfront,
  codebuild,
  "cognito-identity": cognitoIdentity,
  "cognito-idp": cognitoIdp,
  dynamodb,
  events,
  kinesis,
  kms,
  lambda,
  "rds-data": rdsData,
  s3,
  secretsmanager,
  sns,
  sqs,
  ssm,
  sts,
} satisfies Record<string, ServiceKind>;

export const serviceTable: ReadonlyMap<string, ServiceKind> = new Map(Object.entries(table));

/** Signing names of the services that routes of an API may call directly. */
export function routeTargets(): readonly string[] {
  return [...serviceTable].flatMap(([name, { isRouteTarget }]) => (isRouteTarget ? [name] : []));
}

/** Origins in AWS whose requests belong to a service of this machine. */
export function serviceOrigins(model: Model): readonly string[] {
  return [...serviceTable.values()].flatMap((kind) => kind.origins?.(model) ?? []);
}

/** The input that a schedule would send to a target now; undefined when no schedule has the target. */
export function scheduledInput(model: Model, targetArn: string, nowMs: number): string | undefined {
  for (const kind of serviceTable.values()) {
    const input = kind.scheduledInput?.(model, targetArn, nowMs);
    if (input !== undefined) return input;
  }
  return undefined;
}
