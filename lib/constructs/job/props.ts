import type { CodebuildProjectConfig } from "@cdktf/provider-aws/lib/codebuild-project";
import type { DataAwsSecurityGroup } from "@cdktf/provider-aws/lib/data-aws-security-group";
import type { DataAwsSubnet } from "@cdktf/provider-aws/lib/data-aws-subnet";
import type { DataAwsVpc } from "@cdktf/provider-aws/lib/data-aws-vpc";
import type { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import type { Subnet } from "@cdktf/provider-aws/lib/subnet";
import type { Vpc } from "@cdktf/provider-aws/lib/vpc";
import type { IConstruct } from "constructs";
import type { Duration, MapOf, Override } from "../../kit/core";
import type { BindingEntry } from "../../kit/function";
import type { Permissions } from "../../kit/iam";

/** Memory of a job. More memory also means more CPU: 2, 4, 8 and 72 virtual CPUs. */
export type JobMemorySize = "3 GB" | "7 GB" | "15 GB" | "145 GB";

/** Keys of a build project that the caller may override. */
export type JobProjectOverride = Override<
  Omit<CodebuildProjectConfig, "artifacts" | "environment" | "serviceRole" | "source" | "vpcConfig">
>;

/** Props of a job. */
export interface JobProps {
  /** The code to run: the path of a file without its extension, and an export. */
  readonly handler: string;
  /** Folder of the source, relative to the folder of `cdktf.json`; `handler` is relative to it. @default "." */
  readonly srcPath?: string | undefined;
  /** Memory; more memory costs more per minute. @default "3 GB" */
  readonly memorySize?: JobMemorySize | undefined;
  /** Maximum time of a run, 5 minutes to 8 hours. @default "8 hours" */
  readonly timeout?: Duration | undefined;
  /** Environment variables. Values may be references. @default - those that the library sets */
  readonly environment?: MapOf<string> | undefined;
  /** Constructs that the job uses: it gets their names, and the permissions to use them. @default - none */
  readonly bind?: readonly BindingEntry[] | undefined;
  /** Deprecated. Use `bind`. @default - none */
  readonly config?: readonly IConstruct[] | undefined;
  /** Permissions of the job, in addition to writing its own log. @default - nothing */
  readonly permissions?: Permissions | undefined;
  /** With `false`, `serverform start` runs the deployed job, and not the local one. @default true */
  readonly enableLiveDev?: boolean | undefined;
  /** Configs that override what is created, and the network. @default - none */
  readonly cdk?:
    | {
        /** Replaces the construct's id everywhere. @default - the id given to the constructor */
        readonly id?: string | undefined;
        /** Keys that override the build project. @default - none */
        readonly project?: JobProjectOverride | undefined;
        /** The network in which the job runs; needs `vpcSubnets`. @default - none: the job reaches the internet */
        readonly vpc?: Vpc | DataAwsVpc | string | undefined;
        /** Private subnets with a route to the internet; need `vpc`. @default - required with `vpc` */
        readonly vpcSubnets?: readonly (Subnet | DataAwsSubnet | string)[] | undefined;
        /** Security groups; need `vpc`. @default - with `vpc`, one is created that allows all outgoing traffic */
        readonly securityGroups?: readonly (SecurityGroup | DataAwsSecurityGroup | string)[] | undefined;
      }
    | undefined;
}
