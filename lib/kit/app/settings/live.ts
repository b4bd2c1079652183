import type { DynamodbTableConfig } from "@cdktf/provider-aws/lib/dynamodb-table";
import { arnPattern, exampleArn } from "../../../facts/aws/arn-patterns";
import { checkKeys, propKeys } from "../../core/checks/check";
import { refuseValue } from "../../core/errors";
import { roleArnLimit } from "../../core/limits";
import { Provided } from "../../core/provided";
import type { Override } from "../../core/terraform/override";
import type { OwningApp } from "../scope/owner";
import { environment } from "./settings";

/** Keys of the table of the debug stack that the caller may override. */
export type DebugStackTableOverride = Override<
  Omit<DynamodbTableConfig, "attribute" | "hashKey" | "rangeKey">
>;

/** Options of the debug stack, through which `serverform start` reaches the developer's machine. */
export interface DebugStackProps {
  /**
   * ARN of an existing bucket for large events and answers. You set its expiry.
   *
   * @default - a private bucket is created, whose objects expire after one day
   */
  readonly payloadBucketArn?: string | undefined;
  /**
   * ARN of an existing role for the function of the relay. The library attaches its statements.
   *
   * @default - a role is created
   */
  readonly websocketHandlerRoleArn?: string | undefined;
  /** Configs that override what is created. @default - nothing */
  readonly cdk?:
    | {
        /** Overrides the config of the table. @default - nothing */
        readonly table?: DebugStackTableOverride | undefined;
      }
    | undefined;
}

const debugStackKeys = propKeys<DebugStackProps>()({
  payloadBucketArn: "text",
  websocketHandlerRoleArn: "text",
  cdk: "map",
});

export function checkDebugStack(props: DebugStackProps): void {
  checkKeys("app", "debugStack", props, debugStackKeys);
  checkKeys("app", "debugStack.cdk", props.cdk ?? {}, ["table"]);
  checkArn(
    "payloadBucketArn",
    props.payloadBucketArn,
    exampleArn("s3", "my-payloads"),
    arnPattern("s3", /[^/]+/),
  );
  const role = roleArnLimit.pattern;
  checkArn("websocketHandlerRoleArn", props.websocketHandlerRoleArn, exampleArn("iam", "role/relay"), role);
}

function checkArn(name: string, value: string | undefined, example: string, pattern: RegExp): void {
  if (value === undefined || pattern.test(value)) return;
  refuseValue("app", `debugStack.${name}`, value, `an ARN such as "${example}"`);
}

/** The parts of the debug stack that the functions of an app use. */
export interface LiveRelay {
  /** `wss://...` */
  readonly endpoint: string;
  /** ARN that a client or a function needs to connect. */
  readonly connectArn: string;
  /** ARN that it needs to post messages to connections. Without it, they go through the relay's function. */
  readonly postArn: string;
  readonly tableName: string;
  readonly tableArn: string;
  readonly bucketName: string;
  readonly bucketArn: string;
}

/** Creates the debug stack. `lib/index.ts` provides it, since the app may not import constructs. */
export const debugStackOf = new Provided<(app: OwningApp, props: DebugStackProps) => LiveRelay>(
  "The debug stack",
);

/** The deployment of functions under `serverform start`. */
export interface LiveMode {
  /** Functions and queues get their longest times, so that a debugger may stop them. */
  readonly increasesTimeout: boolean;
  /** Undefined until the app is complete. */
  relay: LiveRelay | undefined;
}

/** The mode in which the command line runs the app; undefined except under `serverform start`. */
export function liveMode(): LiveMode | undefined {
  if (environment("SERVERFORM_LIVE") !== "true") return undefined;
  return { increasesTimeout: environment("SERVERFORM_INCREASE_TIMEOUT") === "true", relay: undefined };
}
