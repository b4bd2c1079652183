import * as path from "node:path";
import {
  CloudBackend,
  LocalBackend,
  NamedCloudWorkspace,
  S3Backend,
  type S3BackendConfig,
  type TerraformBackend,
} from "cdktf";
import { Construct } from "constructs";
import { Hidden } from "../../../facts/errors/words";
import { checkKeys, isPlainObject, propKeys } from "../../core/checks/check";
import { refuseValue } from "../../core/errors";
import {
  backendLimits,
  checkLimit,
  providerLimits,
  regionLimit,
  roleArnLimit,
  within,
} from "../../core/limits";
import { fail } from "../errors";
import type { OwningStack } from "../scope/owner";
import { markLibraryElement } from "../scope/owner";
import { environment } from "./settings";

/** State in local files: `terraform.<stack id>.tfstate`. */
export interface LocalBackendProps {
  /** Keeps the state in a file on this machine. */
  readonly type: "local";
  /**
   * Folder of the state files, relative to the project.
   *
   * @default - beside `cdktf.json`
   */
  readonly directory?: string | undefined;
}

/** Settings of the S3 backend that are secrets. They would be copied into the output of every stack that refers to another. */
type S3Secret = "accessKey" | "secretKey" | "token" | "sseCustomerKey";

/** State in an S3 bucket, one object per stack. */
export interface S3BackendProps extends Omit<S3BackendConfig, "key" | "useLockfile" | S3Secret> {
  /** Keeps the state in an S3 bucket. */
  readonly type: "s3";
  /**
   * Prefix of the object keys; `<stack id>.tfstate` follows.
   *
   * @default - nothing
   */
  readonly keyPrefix?: string | undefined;
  /**
   * Whether Terraform locks the state with a file beside it, so that two deployments do not write at once. This needs
   * Terraform 1.10 or later, and `s3:DeleteObject` on the file.
   * Source: https://developer.hashicorp.com/terraform/language/backend/s3#state-locking
   *
   * @default false - the state is locked only with `dynamodbTable`, which Terraform calls deprecated
   */
  readonly useLockfile?: boolean | undefined;
}

/** State and runs in Terraform Cloud or Terraform Enterprise, one workspace per stack. */
export interface CloudBackendProps {
  /** Keeps the state in HCP Terraform or Terraform Enterprise. */
  readonly type: "cloud";
  /** The organization that owns the workspaces. */
  readonly organization: string;
  /**
   * Host of HCP Terraform or of your Terraform Enterprise.
   *
   * @default - `TF_CLOUD_HOSTNAME`, `app.terraform.io`
   */
  readonly hostname?: string | undefined;
  /** The project in which workspaces are created. @default - the organization's default project */
  readonly project?: string | undefined;
  /**
   * The prefix of the names of the workspaces; the rest is the stack id. Workspace names are unique in an organization:
   * two apps of the same name need different prefixes, or they would share their state.
   *
   * @default - nothing
   */
  readonly workspacePrefix?: string | undefined;
}

/** Where the state of the stacks is stored. References between stacks read it as remote state. */
export type AppBackendProps = LocalBackendProps | S3BackendProps | CloudBackendProps;

/** Where the state of one stack is, within the backend of the app. */
export interface StackBackendProps {
  /**
   * The whole key of the state, without the prefix of the app: the key of the object in S3, the name of the workspace in HCP
   * Terraform, or the name of the local file. Stages share the state if they have the same key.
   */
  readonly key: string;
}

const stackBackendKeys = propKeys<StackBackendProps>()({ key: "text" });

/** Refuses an unusable location of the state, before the stack exists. */
export function checkStackBackend(where: string, backend: StackBackendProps | "own" | undefined): void {
  if (backend === undefined || backend === "own") return;
  if (!isPlainObject(backend)) refuseValue(where, "backend", new Hidden(backend), '{ key: "..." }, or "own"');
  checkKeys(where, "backend", backend, stackBackendKeys);
  if (!backend.key) {
    fail(where, "prop-required", "backend.key", {
      remedy: 'Write the key of the state: { key: "network.tfstate" }.',
    });
  }
  checkLimit(where, "backend.key", backend.key, backendLimits.key);
}

const backendKeys = {
  local: propKeys<LocalBackendProps>()({ type: true, directory: "text" }),
  cloud: propKeys<CloudBackendProps>()({
    type: true,
    organization: "text",
    hostname: within(backendLimits.hostname),
    project: "text",
    workspacePrefix: "text",
  }),
  s3: propKeys<S3BackendProps>()({
    type: true,
    keyPrefix: within(backendLimits.keyPrefix),
    bucket: "text",
    region: within(regionLimit),
    acl: within(backendLimits.acl, "text"),
    allowedAccountIds: "texts",
    assumeRole: "map",
    assumeRolePolicy: "text",
    assumeRolePolicyArns: "texts",
    assumeRoleTags: "textMap",
    assumeRoleTransitiveTagKeys: "texts",
    assumeRoleWithWebIdentity: "map",
    customCaBundle: "text",
    dynamodbEndpoint: within(providerLimits.address),
    dynamodbTable: within(backendLimits.dynamodbTable),
    ec2MetadataServiceEndpoint: "text",
    ec2MetadataServiceEndpointMode: "text",
    encrypt: "boolean",
    endpoint: within(providerLimits.address),
    endpoints: "map",
    externalId: "text",
    forbiddenAccountIds: "texts",
    forcePathStyle: "boolean",
    httpProxy: "text",
    httpsProxy: "text",
    iamEndpoint: within(providerLimits.address),
    insecure: "boolean",
    kmsKeyId: within(backendLimits.kmsKeyId),
    maxRetries: within(providerLimits.count),
    noProxy: "text",
    profile: "text",
    retryMode: "text",
    roleArn: within(roleArnLimit),
    sessionName: "text",
    sharedConfigFiles: "texts",
    sharedCredentialsFile: "text",
    sharedCredentialsFiles: "texts",
    skipCredentialsValidation: "boolean",
    skipMetadataApiCheck: "boolean",
    skipRegionValidation: "boolean",
    skipRequestingAccountId: "boolean",
    skipS3Checksum: "boolean",
    stsEndpoint: within(providerLimits.address),
    stsRegion: within(regionLimit),
    useLegacyWorkflow: "boolean",
    useLockfile: "boolean",
    usePathStyle: "boolean",
    workspaceKeyPrefix: "text",
  }),
};

/** Other sources from which Terraform reads the secrets of a backend. */
const secretSources: Readonly<Record<"s3" | "cloud", Readonly<Record<string, string>>>> = {
  s3: {
    accessKey: "AWS_ACCESS_KEY_ID or a profile",
    secretKey: "AWS_SECRET_ACCESS_KEY or a profile",
    token: "AWS_SESSION_TOKEN or a profile",
    sseCustomerKey: "AWS_SSE_CUSTOMER_KEY",
  },
  cloud: { token: "terraform login or TF_TOKEN_<hostname>" },
};

/** Refuses secrets: the output must not contain them. The value is not printed. */
function checkSecrets(backend: S3BackendProps | CloudBackendProps): void {
  for (const [key, source] of Object.entries(secretSources[backend.type])) {
    if ((backend as unknown as Record<string, unknown>)[key] !== undefined)
      fail("app", "backend-secret", `backend.${key}`, { source });
  }
}

function checkS3(where: string, backend: S3BackendProps): void {
  checkLimit(where, "backend.bucket", backend.bucket, backendLimits.bucket);
  const { roleArn } = Object(backend.assumeRole) as { readonly roleArn?: unknown };
  checkLimit(where, "backend.assumeRole.roleArn", roleArn, roleArnLimit);
}

/** Refuses an invalid backend, before a stack exists. */
export function checkBackend(backend: AppBackendProps): void {
  const where = "app";
  if (Construct.isConstruct(backend)) fail(where, "backend-construct", "backend", { value: backend });
  if (!isPlainObject(backend)) {
    refuseValue(where, "backend", new Hidden(backend), '{ type: "local" }, "s3" or "cloud"');
  }
  switch (backend.type) {
    case "local":
      checkKeys(where, "backend", backend, backendKeys.local);
      if (backend.directory === "") {
        const expected =
          'the folder of the state, such as "states"; leave it out for the folder of cdktf.json';
        refuseValue(where, "backend.directory", backend.directory, expected);
      }
      if (backend.directory !== undefined && path.isAbsolute(backend.directory)) {
        const expected = "a path relative to the project, so that another checkout finds the state";
        refuseValue(where, "backend.directory", backend.directory, expected);
      }
      return;
    case "s3":
      checkSecrets(backend);
      checkKeys(where, "backend", backend, backendKeys.s3);
      if (!backend.bucket) {
        fail(where, "prop-required", "backend.bucket", {
          remedy: 'Name the bucket: { type: "s3", bucket: "my-state" }.',
        });
      }
      checkS3(where, backend);
      return;
    case "cloud":
      checkSecrets(backend);
      checkKeys(where, "backend", backend, backendKeys.cloud);
      if (!backend.organization) {
        fail(where, "prop-required", "backend.organization", {
          remedy: 'Name the organization: { type: "cloud", organization: "my-org" }.',
        });
      }
      checkLimit(where, "backend.organization", backend.organization, backendLimits.organization);
      // Source: https://developer.hashicorp.com/terraform/cloud-docs/workspaces/create#workspace-naming
      if (!/^[A-Za-z0-9_-]*$/.test(backend.workspacePrefix ?? "")) {
        refuseValue(where, "backend.workspacePrefix", backend.workspacePrefix, "letters, digits, - and _");
      }
      return;
    default:
      fail(where, "literal-unknown", "backend.type", {
        value: (backend as { type?: unknown }).type,
        allowed: ["local", "s3", "cloud"],
      });
  }
}

export function addBackend(stack: OwningStack, backend: AppBackendProps, key?: string): void {
  // CDKTF gives every backend the same id. With its own scope, a caller's backend can be created, and refused by name.
  markLibraryElement(createBackend(stack, new Construct(stack, "_backend"), backend, key));
}

function createBackend(
  stack: OwningStack,
  scope: Construct,
  backend: AppBackendProps,
  key: string | undefined,
): TerraformBackend {
  const id = stack.node.id;
  switch (backend.type) {
    case "local":
      return new LocalBackend(scope, {
        path: path.posix.join(stateFolder(stack, backend.directory), key ?? `terraform.${id}.tfstate`),
      });
    case "s3": {
      const { type: _, keyPrefix = "", ...config } = backend;
      return new S3Backend(scope, {
        // One bucket contains the states of all stacks, including those in other regions.
        region: stack.app.region,
        ...config,
        key: key ?? `${keyPrefix}${id}.tfstate`,
      });
    }
    case "cloud": {
      const { type: _, project, workspacePrefix = "", ...config } = backend;
      // References between stacks are `remote` backends, which do not read this variable.
      const hostname = config.hostname ?? environment("TF_CLOUD_HOSTNAME");
      const workspaces = new NamedCloudWorkspace(key ?? `${workspacePrefix}${id}`, project);
      return new CloudBackend(scope, {
        ...config,
        ...(hostname === undefined ? {} : { hostname }),
        workspaces,
      });
    }
  }
}

/**
 * The state folder, relative to the stack's output folder.
 *
 * CDKTF would write an absolute path, which breaks in another checkout. If the output folder is outside the project, the
 * state is stored next to the output, because a path back into the project would contain folders of this machine.
 */
function stateFolder(stack: OwningStack, directory = "."): string {
  const { appPath, outdir } = stack.app;
  const output = path.resolve(outdir);
  const fromStack = path.posix.join("..", "..");
  const project = path.relative(output, appPath);
  const isInside = /^(\.\.(\/|$))*$/.test(project);
  const base = isInside ? path.posix.join(fromStack, project) : path.posix.join(fromStack, "..");
  return path.posix.join(base, directory);
}
