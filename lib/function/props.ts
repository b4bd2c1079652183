import type { CloudwatchLogGroupConfig } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import type { DataAwsIamRole } from "@cdktf/provider-aws/lib/data-aws-iam-role";
import type { DataAwsLambdaLayerVersion } from "@cdktf/provider-aws/lib/data-aws-lambda-layer-version";
import type { DataAwsSecurityGroup } from "@cdktf/provider-aws/lib/data-aws-security-group";
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
import type { Stack } from "../app";
import type { RuntimeLiteral } from "../bundle";
import type { Duration } from "../core/duration";
import type { Override } from "../core/override";
import type { Retention } from "../core/retention";
import type { Size } from "../core/size";
import type { PermissionEntry, Permissions } from "../iam/permissions";
import type { DestinationTarget } from "./invoke-config";
import type {
  BundleProps,
  CopyFile,
  JavaBundleProps,
  NodeHooks,
  NodeProps,
  PythonBundleProps,
} from "./packaging/bundle-props";
import type { FunctionUrlProps } from "./url";

declare module "../app/registered-types" {
  interface RegisteredTypes {
    readonly functionProps: FunctionProps;
  }
}

/** A Lambda runtime. Some can no longer be created by AWS; synthesis warns for those. */
export type Runtime = RuntimeLiteral;

/** What `currentVersion` publishes with. */
export interface CurrentVersionOptions extends AsyncInvokeProps {
  /** @default - none */
  readonly description?: string;
  /**
   * Executions that are kept initialised for the version. They are billed while idle.
   *
   * @default - none
   */
  readonly provisionedConcurrentExecutions?: number;
}

/** What happens to asynchronous invocations. */
export interface AsyncInvokeProps {
  /**
   * How often a failed asynchronous invocation is tried again: 0, 1 or 2.
   *
   * @default - 2, by the service
   */
  readonly retryAttempts?: 0 | 1 | 2;
  /**
   * How long an event may wait before it is dropped: 60 seconds to 6 hours.
   *
   * @default - 6 hours, by the service
   */
  readonly maxEventAge?: Duration;
  /** Where records of successful asynchronous invocations go. The function's role may send there. @default - nowhere */
  readonly onSuccess?: DestinationTarget;
  /** Where records of failed asynchronous invocations go. The function's role may send there. @default - nowhere */
  readonly onFailure?: DestinationTarget;
}

/** How a function is built, deployed and what it may do. Shared by every prop that takes a function. */
export interface FunctionProps extends AsyncInvokeProps {
  /**
   * The code that is run. Node: `path/file.export`; Python: `path/file.function`; other runtimes: as the service wants it.
   *
   * @default - from the defaults of construct, stack or app; without any, an error
   */
  readonly handler?: string;
  /**
   * Root of the sources, relative to the project; `handler` is relative to it.
   *
   * @default "."
   */
  readonly srcPath?: string;
  /** @default "nodejs22.x" */
  readonly runtime?: Runtime;
  /**
   * How long one invocation may take: seconds, or a duration; 1 to 900 seconds.
   *
   * @default "10 seconds"
   */
  readonly timeout?: number | Duration;
  /**
   * Memory in MB, or a size; 128 to 10240 MB. CPU grows with it.
   *
   * @default 1024
   */
  readonly memorySize?: number | Size;
  /**
   * Size of `/tmp` in MB, or a size; 512 to 10240 MB.
   *
   * @default 512
   */
  readonly diskSize?: number | Size;
  /** @default - `x86_64`, by the service */
  readonly architecture?: "arm_64" | "x86_64";
  /**
   * Environment variables, together at most 4 KB. Values may be references.
   *
   * @default - those that the library sets
   */
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * What the function may do, beside writing its own logs.
   *
   * @default - nothing
   */
  readonly permissions?: Permissions;
  /**
   * Constructs that the function uses: it gets their names as environment variables, and the permissions to use them.
   *
   * @default - none
   */
  readonly bind?: readonly IConstruct[];
  /**
   * @deprecated Use `bind`.
   * @default - none
   */
  readonly config?: readonly IConstruct[];
  /** Layers: ARNs or layer objects. @default - none */
  readonly layers?: readonly (string | LambdaLayerVersion | DataAwsLambdaLayerVersion)[];
  /**
   * A role to run with. The library's statements are attached to it; its trust policy and other policies are yours.
   *
   * @default - a role of its own
   */
  readonly role?: IamRole | DataAwsIamRole;
  /** X-Ray tracing. @default "active" */
  readonly tracing?: "active" | "disabled" | "pass_through";
  /**
   * An HTTPS address of the function's own. `true` opens it to everybody.
   *
   * @default - none
   */
  readonly url?: boolean | FunctionUrlProps;
  /**
   * Name of the function in AWS, or what computes it.
   *
   * @default - the construct path, within the service's 64 characters
   */
  readonly functionName?:
    | string
    | ((facts: { readonly stack: Stack; readonly functionProps: FunctionProps }) => string);
  /** @default - none */
  readonly description?: string;
  /**
   * How long the function's own log group keeps its events.
   *
   * @default "one_year"
   */
  readonly logRetention?: Retention;
  /** Where events go that could not be processed; not together with `deadLetterTopic`. @default - nowhere */
  readonly deadLetterQueue?: SqsQueue | (IConstruct & { readonly cdk: { readonly queue: SqsQueue } });
  /** Where events go that could not be processed; not together with `deadLetterQueue`. @default - nowhere */
  readonly deadLetterTopic?: SnsTopic | (IConstruct & { readonly cdk: { readonly topic: SnsTopic } });
  /**
   * Creates a queue for events that could not be processed, when none is given; kept for 14 days.
   *
   * @default false
   */
  readonly deadLetterQueueEnabled?: boolean;
  /**
   * How many may run at once. They are taken from the account's concurrency; 0 stops the function.
   *
   * @default - as many as the account allows
   */
  readonly reservedConcurrentExecutions?: number;
  /** What `currentVersion` publishes with. @default - nothing beyond the version */
  readonly currentVersionOptions?: CurrentVersionOptions;
  /** VPC in which the function runs; needs `vpcSubnets`. It then reaches the internet only by a route of that VPC. @default - none */
  readonly vpc?: Vpc | DataAwsVpc | string;
  /** Subnets of the function's network interfaces; needs `vpc`. @default - none */
  readonly vpcSubnets?: readonly (string | Subnet | DataAwsSubnet)[];
  /** Security groups; need `vpc`. @default - one of its own, with all traffic out */
  readonly securityGroups?: readonly (string | SecurityGroup | DataAwsSecurityGroup)[];
  /**
   * Whether the function's own security group lets all traffic out; needs `vpc`.
   *
   * @default true
   */
  readonly allowAllOutbound?: boolean;
  /** An EFS access point, mounted below `/mnt`; needs `vpc`. @default - none */
  readonly filesystem?: { readonly accessPoint: EfsAccessPoint | string; readonly mountPath: string };
  /** Customer key for the environment variables, as key object or ARN. @default - the service's own key */
  readonly environmentEncryption?: KmsKey | string;
  /** Only code signed as this configuration demands is accepted. @default - none */
  readonly codeSigningConfig?: LambdaCodeSigningConfig | string;
  /** Policy statements; the same as entries of `permissions`. @default - none */
  readonly initialPolicy?: readonly PermissionEntry[];
  /** `false`: deployed as it is even under `serverform start`. @default true */
  readonly enableLiveDev?: boolean;
  /**
   * How the code is packaged; `false`: `srcPath`, a folder or a `.zip`, is deployed as it is.
   *
   * @default - `true`: as the runtime needs it
   */
  readonly bundle?: boolean | BundleProps | PythonBundleProps | JavaBundleProps;
  /** Second spelling of options of `bundle`. @default - none */
  readonly nodejs?: NodeProps;
  /** Second spelling of `bundle.copyFiles`. @default - none */
  readonly copyFiles?: readonly CopyFile[];
  /** Second spelling of `bundle.commandHooks`. @default - none */
  readonly hooks?: NodeHooks;
  readonly cdk?: {
    /** Replaces the construct's id everywhere. @default - the id given to the constructor */
    readonly id?: string;
    /** Laid over the function's config. @default - nothing */
    readonly function?: Override<LambdaFunctionConfig>;
    /** Laid over the role's config. @default - nothing */
    readonly role?: Override<IamRoleConfig>;
    /** Laid over the log group's config. @default - nothing */
    readonly logGroup?: Override<CloudwatchLogGroupConfig>;
  };
}
