import type { CloudwatchLogGroupConfig } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import type { DataAwsIamRole } from "@cdktf/provider-aws/lib/data-aws-iam-role";
import type { DataAwsLambdaLayerVersion } from "@cdktf/provider-aws/lib/data-aws-lambda-layer-version";
import type { DataAwsSecurityGroup } from "@cdktf/provider-aws/lib/data-aws-security-group";
import type { DataAwsSnsTopic } from "@cdktf/provider-aws/lib/data-aws-sns-topic";
import type { DataAwsSqsQueue } from "@cdktf/provider-aws/lib/data-aws-sqs-queue";
import type { DataAwsSubnet } from "@cdktf/provider-aws/lib/data-aws-subnet";
import type { DataAwsVpc } from "@cdktf/provider-aws/lib/data-aws-vpc";
import type { EfsAccessPoint } from "@cdktf/provider-aws/lib/efs-access-point";
import type { IamRole, IamRoleConfig } from "@cdktf/provider-aws/lib/iam-role";
import type { KmsKey } from "@cdktf/provider-aws/lib/kms-key";
import type { LambdaCodeSigningConfig } from "@cdktf/provider-aws/lib/lambda-code-signing-config";
import type { LambdaFunctionConfig } from "@cdktf/provider-aws/lib/lambda-function";
import type { LambdaLayerVersion } from "@cdktf/provider-aws/lib/lambda-layer-version";
import type { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import type { SnsTopic } from "@cdktf/provider-aws/lib/sns-topic";
import type { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import type { Subnet } from "@cdktf/provider-aws/lib/subnet";
import type { Vpc } from "@cdktf/provider-aws/lib/vpc";
import type { IConstruct } from "constructs";
import type { RuntimeLiteral } from "../../bundle";
import type { Retention } from "../../facts/aws/log-retention";
import type { Stack } from "../app";
import type { MapOf } from "../core/checks/absence";
import type { Override } from "../core/terraform/override";
import type { Duration, Size } from "../core/units";
import type { PermissionEntry, Permissions } from "../iam/permissions";
import type { BindingEntry } from "./binding-entry";
import type { DestinationTarget } from "./invocation/destination";
import type { FunctionUrlProps } from "./invocation/url";
import type { Layer } from "./layer/layer";
import type {
  BundleProps,
  CopyFile,
  JavaBundleProps,
  NodeHooks,
  NodeProps,
  PythonBundleProps,
} from "./packaging/bundle-props";
import type { FunctionDurableProps } from "./settings/durable";
import type { FunctionLoggingProps } from "./settings/logging";

declare module "../app/registered-types" {
  interface RegisteredTypes {
    readonly functionProps: FunctionProps;
  }
}

/** A Lambda runtime. Some can no longer be created by AWS; synthesis warns for those. */
export type Runtime = RuntimeLiteral;

/** Options of the version that `currentVersion` publishes. */
export interface CurrentVersionOptions extends AsyncInvokeProps {
  /** The purpose of the version, which the Lambda console shows. @default - none */
  readonly description?: string | undefined;
  /**
   * Number of executions that are kept initialized for the version. They are billed while idle.
   *
   * @default - none
   */
  readonly provisionedConcurrentExecutions?: number | undefined;
}

/** Options of asynchronous invocations. */
export interface AsyncInvokeProps {
  /**
   * How often a failed asynchronous invocation is retried: 0, 1 or 2.
   *
   * @default - 2, by the service
   */
  readonly retryAttempts?: 0 | 1 | 2 | undefined;
  /**
   * Maximum age of an event before it is discarded: 60 seconds to 6 hours.
   *
   * @default - 6 hours, by the service
   */
  readonly maxEventAge?: Duration | undefined;
  /** Destination for successful asynchronous invocations. The function's role may send there. @default - none */
  readonly onSuccess?: DestinationTarget | undefined;
  /** Destination for failed asynchronous invocations. The function's role may send there. @default - none */
  readonly onFailure?: DestinationTarget | undefined;
}

/** Keys of the Lambda function that the caller may override. */
export type FunctionOverride = Override<LambdaFunctionConfig>;

/** Keys of the role that the caller may override. */
export type FunctionRoleOverride = Override<IamRoleConfig>;

/** Keys of the log group that the caller may override. */
export type FunctionLogGroupOverride = Override<CloudwatchLogGroupConfig>;

/** Code, settings and permissions of a function. Every prop that accepts a function uses it. */
export interface FunctionProps extends AsyncInvokeProps {
  /**
   * The code that runs. Node: `path/file.export`; Python: `path/file.function`; other runtimes: the format of the service.
   *
   * @default - from the defaults of construct, stack or app; required if they have none
   */
  readonly handler?: string | undefined;
  /**
   * Root of the sources, relative to the project; `handler` is relative to this folder.
   *
   * @default "."
   */
  readonly srcPath?: string | undefined;
  /**
   * The runtime of the code. From `nodejs24.x`, handlers have no third parameter `callback`; synthesis warns if a
   * handler has one.
   *
   * @default "nodejs24.x": "python3.14" for a handler in a Python file
   */
  readonly runtime?: Runtime | undefined;
  /**
   * Maximum time of an invocation: seconds, or a duration; 1 to 900 seconds.
   *
   * @default "10 seconds"
   */
  readonly timeout?: number | Duration | undefined;
  /**
   * Memory in MB, or a size; 128 to 10240 MB. More memory also means more CPU.
   *
   * @default 1024
   */
  readonly memorySize?: number | Size | undefined;
  /**
   * Size of `/tmp` in MB, or a size; 512 to 10240 MB.
   *
   * @default 512
   */
  readonly diskSize?: number | Size | undefined;
  /**
   * The processor that runs the code. `arm_64` (Graviton) costs less per millisecond; native modules must fit it.
   *
   * @default - `x86_64`, by the service
   */
  readonly architecture?: "arm_64" | "x86_64" | undefined;
  /**
   * Environment variables, at most 4 KB in total. Values may be references.
   *
   * @default - those that the library sets
   */
  readonly environment?: MapOf<string> | undefined;
  /**
   * Permissions of the function, in addition to writing its own logs.
   *
   * @default - nothing
   */
  readonly permissions?: Permissions | undefined;
  /**
   * Constructs that the function uses. It gets their names as environment variables, and the permissions to use them.
   * `[table, "grantReadData"]` grants only one kind of access.
   *
   * @default - none
   */
  readonly bind?: readonly BindingEntry[] | undefined;
  /**
   * @deprecated Use `bind`.
   * @default - none
   */
  readonly config?: readonly IConstruct[] | undefined;
  /**
   * Layers: ARNs of versions, objects, or folders and zip files of the project (`"layers/tools"`), from which the
   * stack creates one `Layer` each.
   *
   * @default - none
   */
  readonly layers?: readonly (string | Layer | LambdaLayerVersion | DataAwsLambdaLayerVersion)[] | undefined;
  /**
   * An existing role. The library attaches its statements; you manage the trust policy and all other policies.
   *
   * @default - its own role
   */
  readonly role?: IamRole | DataAwsIamRole | undefined;
  /** X-Ray tracing. @default "active" */
  readonly tracing?: "active" | "disabled" | "pass_through" | undefined;
  /**
   * A function URL. With `true`, everyone may call it.
   *
   * @default - none
   */
  readonly url?: boolean | FunctionUrlProps | undefined;
  /**
   * Name of the function in AWS, or a function that computes it.
   *
   * Changing it replaces the function, its role and its log group, with the logs. The new function is in use before
   * the old one is deleted.
   *
   * @default - the construct path, within the service's 64 characters
   */
  readonly functionName?:
    | string
    | ((facts: { readonly stack: Stack; readonly functionProps: FunctionProps }) => string)
    | undefined;
  /** The purpose of the function, which the Lambda console shows. @default - none */
  readonly description?: string | undefined;
  /**
   * How long the function's log group keeps its events.
   *
   * @default "one_year"
   */
  readonly logRetention?: Retention | undefined;
  /**
   * The format of the logs, and the levels that are kept. The logs stay in the function's log group.
   *
   * @default - all messages, as text
   */
  readonly logging?: FunctionLoggingProps | undefined;
  /** Queue for events that could not be processed; not together with `deadLetterTopic`. @default - none */
  readonly deadLetterQueue?:
    | SqsQueue
    | (IConstruct & { readonly cdk: { readonly queue: SqsQueue | DataAwsSqsQueue } })
    | undefined;
  /** Topic for events that could not be processed; not together with `deadLetterQueue`. @default - none */
  readonly deadLetterTopic?:
    | SnsTopic
    | (IConstruct & { readonly cdk: { readonly topic: SnsTopic | DataAwsSnsTopic } })
    | undefined;
  /**
   * Creates a queue for events that could not be processed, unless one is given. It keeps them for 14 days.
   *
   * @default false
   */
  readonly deadLetterQueueEnabled?: boolean | undefined;
  /**
   * Reserved concurrency, taken from the concurrency of the account; 0 stops the function.
   *
   * @default - limited by the account
   */
  readonly reservedConcurrentExecutions?: number | undefined;
  /** Options of the version that `currentVersion` publishes. @default - none */
  readonly currentVersionOptions?: CurrentVersionOptions | undefined;
  /**
   * Whether new environments of published versions start from a snapshot of the initialized code; for Java 11 and later,
   * Python 3.12 and later and .NET 8. Use `currentVersion` or an alias: the unpublished function has no snapshots.
   *
   * All environments share the objects that the code creates while it starts (connections, random values, credentials). For Python
   * and .NET, AWS charges for each snapshot that it keeps, and for each start.
   *
   * @default false
   */
  readonly snapStart?: boolean | undefined;
  /**
   * Makes the function durable: AWS keeps the results of its steps, and it may wait for up to a year without costs for
   * compute time.
   * For Node 22 and later, Python 3.13 and later, Java 17 and later and .NET 8; the handler is wrapped by
   * `withDurableExecution` of `@aws/durable-execution-sdk-js`, or its counterpart in other languages.
   *
   * Each deployment publishes a version, and all callers call the alias `durable`, so an execution ends with the code
   * with which it began. AWS makes only new functions durable: to change an existing one, give it another id. AWS
   * charges for
   * each operation (8 dollars for a million), for the stored data, and for the history while it is kept.
   *
   * @default - the function is not durable
   */
  readonly durable?: FunctionDurableProps | undefined;
  /**
   * The reaction of Lambda to a function that calls itself in a loop through SQS, SNS or S3: `Terminate` stops it after about 16
   * rounds. With `Allow`, an unintended loop and its costs do not end.
   *
   * @default - `Terminate`, by the service
   */
  readonly recursiveLoop?: "Allow" | "Terminate" | undefined;
  /** VPC in which the function runs; needs `vpcSubnets`. It then reaches the internet only through that VPC. @default - none */
  readonly vpc?: Vpc | DataAwsVpc | string | undefined;
  /** Subnets of the function's network interfaces; needs `vpc`. @default - none */
  readonly vpcSubnets?: readonly (string | Subnet | DataAwsSubnet)[] | undefined;
  /** Security groups; need `vpc`. @default - one is created, which allows all outbound traffic */
  readonly securityGroups?: readonly (string | SecurityGroup | DataAwsSecurityGroup)[] | undefined;
  /**
   * Whether the created security group allows all outbound traffic; needs `vpc`.
   *
   * @default true
   */
  readonly allowAllOutbound?: boolean | undefined;
  /** An EFS access point, mounted below `/mnt`; needs `vpc`. @default - none */
  readonly filesystem?:
    | { readonly accessPoint: EfsAccessPoint | string; readonly mountPath: string }
    | undefined;
  /** KMS key for the environment variables, as an object or ARN. @default - the key of the service */
  readonly environmentEncryption?: KmsKey | string | undefined;
  /** Code signing configuration; the service accepts only code that satisfies it. @default - none */
  readonly codeSigningConfig?: LambdaCodeSigningConfig | string | undefined;
  /** Policy statements; the same as entries of `permissions`. @default - none */
  readonly initialPolicy?: readonly PermissionEntry[] | undefined;
  /** With `false`, `serverform start` deploys the function unchanged. @default true */
  readonly enableLiveDev?: boolean | undefined;
  /**
   * Packaging of the code. With `false`, `srcPath`, a folder or a `.zip`, is deployed unchanged.
   *
   * @default - `true`: packaged for the runtime
   */
  readonly bundle?: boolean | BundleProps | PythonBundleProps | JavaBundleProps | undefined;
  /** Alternative form of some options of `bundle`. @default - none */
  readonly nodejs?: NodeProps | undefined;
  /** Alternative form of `bundle.copyFiles`. @default - none */
  readonly copyFiles?: readonly CopyFile[] | undefined;
  /** Alternative form of `bundle.commandHooks`. @default - none */
  readonly hooks?: NodeHooks | undefined;
  readonly cdk?:
    | {
        /** Replaces the construct's id everywhere. @default - the id given to the constructor */
        readonly id?: string | undefined;
        /** Overrides the config of the function. @default - none */
        readonly function?: FunctionOverride | undefined;
        /** Overrides the config of the role. @default - none */
        readonly role?: FunctionRoleOverride | undefined;
        /** Overrides the config of the log group. @default - none */
        readonly logGroup?: FunctionLogGroupOverride | undefined;
      }
    | undefined;
}
