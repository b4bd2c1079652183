import { CodebuildProject } from "@cdktf/provider-aws/lib/codebuild-project";
import type { Construct, IConstruct } from "constructs";
import { Stack } from "../../app";
import { checkKeys, propKeys } from "../../core/check";
import { parseDuration } from "../../core/duration";
import { checkOverride, type OverrideKeys } from "../../core/override";
import {
  checkBindings,
  checkEnvironment,
  type Packaging,
  packagingOf,
  parseSecurityGroupIds,
  parseSubnetIds,
  parseVpcId,
} from "../../function";
import { resolvePermissions, type Statement } from "../../iam/permissions";
import { fail } from "./errors";
import type { JobMemorySize, JobProps } from "./props";

const jobKeys = propKeys<JobProps>()({
  handler: "text",
  srcPath: "text",
  memorySize: true,
  timeout: true,
  environment: "secretMap",
  bind: "list",
  config: "list",
  permissions: true,
  enableLiveDev: "boolean",
  cdk: "map",
});

const jobCdkKeys = propKeys<NonNullable<JobProps["cdk"]>>()({
  id: true,
  project: "map",
  vpc: true,
  vpcSubnets: "list",
  securityGroups: "list",
});

/** Source: https://docs.aws.amazon.com/codebuild/latest/userguide/build-env-ref-compute-types.html */
const computeTypes: Readonly<Record<JobMemorySize, string>> = {
  "3 GB": "BUILD_GENERAL1_SMALL",
  "7 GB": "BUILD_GENERAL1_MEDIUM",
  "15 GB": "BUILD_GENERAL1_LARGE",
  "145 GB": "BUILD_GENERAL1_2XLARGE",
};

const useProps = "Use the props of the Job.";
export const projectOverrideKeys = {
  rejected: {
    artifacts: "A job has none.",
    environment: useProps,
    serviceRole: "The job has its own role: use permissions.",
    source: useProps,
    vpcConfig: "Use cdk.vpc, cdk.vpcSubnets and cdk.securityGroups.",
  },
} satisfies OverrideKeys;

/** What the job tells its runner. */
const ownVariables = ["SERVERFORM_JOB_HANDLER", "SERVERFORM_PAYLOAD"];

/** The network of a job, as ids. */
export interface JobNetwork {
  readonly vpcId: string;
  readonly subnets: readonly string[];
  readonly securityGroupIds: readonly string[];
}

/** What the props say, after all checks. */
export interface ParsedJob {
  readonly computeType: string;
  readonly timeoutMinutes: number;
  readonly packaging: Packaging;
  readonly statements: readonly Statement[];
  readonly network: JobNetwork | undefined;
}

/** Refuses props that cannot work, before anything is created. */
export function parseJobProps(job: Construct, props: JobProps): ParsedJob {
  checkKeys(job, "props", props, jobKeys);
  const { handler, cdk = {}, memorySize = "3 GB", timeout = "8 hours" } = props;
  checkKeys(job, "cdk", cdk, jobCdkKeys);
  checkOverride(job, "cdk.project", cdk.project ?? {}, CodebuildProject, projectOverrideKeys);
  if (typeof handler !== "string" || handler === "") {
    fail(job, "prop-required", "handler", {
      remedy: 'Write the code to run: handler: "functions/report.main".',
    });
  }
  if (!Object.hasOwn(computeTypes, memorySize)) {
    fail(job, "literal-unknown", "memorySize", { value: memorySize, allowed: Object.keys(computeTypes) });
  }
  checkJobEnvironment(job, "environment", props.environment ?? {});
  checkBindings(job, "bind", props.bind ?? []);
  checkBindings(job, "config", props.config ?? []);
  return {
    computeType: computeTypes[memorySize],
    timeoutMinutes: timeoutMinutes(job, timeout),
    packaging: packagingOf(job.node.path, Stack.of(job).app.appPath, packagedProps(props), handler),
    statements: resolvePermissions(job, "permissions", props.permissions ?? []),
    network: parseNetwork(job, cdk),
  };
}

/**
 * Refuses variables that a container does not have, or that the job itself sets.
 *
 * Source: https://docs.aws.amazon.com/codebuild/latest/userguide/build-env-ref-env-vars.html
 */
export function checkJobEnvironment(job: IConstruct, prop: string, environment: unknown): void {
  checkEnvironment(job, prop, environment);
  for (const key of Object.keys(environment as object)) {
    if (!key.startsWith("CODEBUILD_") && !ownVariables.includes(key)) continue;
    const expected = "another name: this one is reserved by the service or by the job";
    fail(job, "prop-invalid", `${prop}["${key}"]`, { value: key, expected });
  }
}

const packagedProps = ({ handler, srcPath }: JobProps) => ({
  handler,
  ...(srcPath !== undefined && { srcPath }),
  bundle: { format: "esm" } as const,
});

function timeoutMinutes(job: IConstruct, timeout: unknown): number {
  const minutes = parseDuration(job, "timeout", timeout) / 60;
  if (minutes < 5 || minutes > 480) fail(job, "job-timeout", "timeout", { value: timeout });
  return Math.ceil(minutes);
}

function parseNetwork(
  job: IConstruct,
  { vpc, vpcSubnets, securityGroups }: NonNullable<JobProps["cdk"]>,
): JobNetwork | undefined {
  const parts = { vpc, vpcSubnets, securityGroups };
  const given = Object.entries(parts).filter(([, value]) => value !== undefined);
  const missing = Object.entries(parts).find(([, value]) => value === undefined)?.[0];
  if (given.length === 0) return undefined;
  if (missing !== undefined) {
    fail(job, "prop-needs", `cdk.${given[0]?.[0] ?? "vpc"}`, { needs: `cdk.${missing}` });
  }
  return {
    vpcId: parseVpcId(job, "cdk.vpc", vpc),
    subnets: parseSubnetIds(job, "cdk.vpcSubnets", vpcSubnets),
    securityGroupIds: parseSecurityGroupIds(job, "cdk.securityGroups", securityGroups),
  };
}
