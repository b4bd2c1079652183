import { resolve } from "node:path";
import { CodebuildProject } from "@cdktf/provider-aws/lib/codebuild-project";
import type { Construct, IConstruct } from "constructs";
import { formatOfExtension, isCommonJs, type ModuleFormat } from "../../bundle";
import { attempt, together } from "../../facts/errors/problems";
import { Stack } from "../../kit/app";
import {
  acceptedKeys,
  checkKeys,
  checkOverride,
  type OverrideKeys,
  parseDuration,
  propKeys,
} from "../../kit/core";
import {
  checkBindings,
  checkEnvironment,
  type Packaging,
  type ParsedNetwork,
  packagingOf,
  parseNetwork,
  type VariableNames,
} from "../../kit/function";
import { resolvePermissions, type Statement } from "../../kit/iam";
import { fail } from "./errors";
import type { JobMemorySize, JobProps } from "./props";

const jobKeys = propKeys<JobProps>()(
  {
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
  },
  () => ({ project: { resource: CodebuildProject, ...projectOverrideKeys } }),
);

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

/** The variables from the job for its runner. */
const ownVariables = ["SERVERFORM_JOB_HANDLER", "SERVERFORM_PAYLOAD"];

/** The props, after all checks. */
export interface ParsedJob {
  readonly computeType: string;
  readonly timeoutMinutes: number;
  readonly packaging: Packaging;
  readonly statements: readonly Statement[];
  readonly network: ParsedNetwork | undefined;
}

/** Refuses props that cannot work, before anything is created. */
export function parseJobProps(job: Construct, written: JobProps): ParsedJob {
  const props = acceptedKeys(job, "props", written, jobKeys);
  const { cdk = {}, memorySize = "3 GB", timeout = "8 hours" } = props;
  attempt(() => checkKeys(job, "cdk", cdk, jobCdkKeys));
  attempt(() => checkOverride(job, "cdk.project", cdk.project ?? {}, CodebuildProject, projectOverrideKeys));
  attempt(() => {
    if (Object.hasOwn(computeTypes, memorySize)) return;
    fail(job, "literal-unknown", "memorySize", { value: memorySize, allowed: Object.keys(computeTypes) });
  });
  attempt(() => checkJobEnvironment(job, "environment", props.environment ?? {}));
  attempt(() => checkBindings(job, "bind", props.bind ?? []));
  attempt(() => checkBindings(job, "config", props.config ?? []));
  const [minutes, packaging, statements, network] = together(
    () => timeoutMinutes(job, timeout),
    () => packagingOfJob(job, props),
    () => resolvePermissions(job, "permissions", props.permissions ?? []),
    () => parseJobNetwork(job, cdk),
  );
  return { computeType: computeTypes[memorySize], timeoutMinutes: minutes, packaging, statements, network };
}

/**
 * The names of variables that a shell passes on, except those that CodeBuild or the job sets.
 *
 * Source: https://docs.aws.amazon.com/codebuild/latest/userguide/build-env-ref-env-vars.html
 */
const jobVariables: VariableNames = {
  pattern: /^[A-Za-z_][A-Za-z0-9_]*$/,
  expected: "a name of letters, digits and _, not beginning with a digit",
  isReserved: (name) => name.startsWith("CODEBUILD_") || ownVariables.includes(name),
};

export function checkJobEnvironment(job: IConstruct, prop: string, environment: unknown): void {
  checkEnvironment(job, prop, environment, jobVariables);
}

/**
 * The code of a job: an ES module, unless the handler is in CommonJS. In an ES module, the exports of a CommonJS file would have no
 * names, by which a function finds its handler under `serverform start`.
 */
function packagingOfJob(job: Construct, { handler, srcPath }: JobProps): Packaging {
  if (typeof handler !== "string" || handler === "") {
    fail(job, "prop-required", "handler", {
      remedy: 'Write the code to run: handler: "functions/report.main".',
    });
  }
  const { appPath } = Stack.of(job).app;
  const packagingWith = (bundle: { format: ModuleFormat } | undefined) =>
    packagingOf(
      job.node.path,
      appPath,
      { ...(srcPath !== undefined && { srcPath }), ...(bundle !== undefined && { bundle }) },
      handler,
    );
  const packaging = packagingWith(undefined);
  if (packaging.artifact.kind !== "node") return packaging;
  const file = resolve(appPath, packaging.artifact.srcPath, packaging.artifact.entry);
  const format = formatOfExtension(file) ?? (isCommonJs(file) ? "cjs" : "esm");
  const { artifact, ...rest } = packagingWith({ format });
  // A container runs it, where an import finds no modules of Lambda's runtime.
  return { ...rest, artifact: artifact.kind === "node" ? { ...artifact, externalModules: [] } : artifact };
}

function timeoutMinutes(job: IConstruct, timeout: unknown): number {
  const minutes = parseDuration(job, "timeout", timeout) / 60;
  if (minutes < 5 || minutes > 480) fail(job, "job-timeout", "timeout", { value: timeout });
  return Math.ceil(minutes);
}

function parseJobNetwork(
  job: IConstruct,
  { vpc, vpcSubnets, securityGroups }: NonNullable<JobProps["cdk"]>,
): ParsedNetwork | undefined {
  return parseNetwork(job, { vpc, vpcSubnets, securityGroups }, "cdk.");
}
