import * as path from "node:path";
import { CloudBackend, LocalBackend, NamedCloudWorkspace, S3Backend, type S3BackendConfig } from "cdktf";
import { checkKeys, isPlainObject, propKeys } from "../core/check";
import { Hidden } from "../errors/words";
import { fail } from "./errors";
import type { Stack } from "./stack";

/** State in files of this machine: `terraform.<stack id>.tfstate`. */
export interface LocalBackendProps {
  readonly type: "local";
  /**
   * Folder for the state files, relative to the project.
   *
   * @default - beside `cdktf.json`
   */
  readonly directory?: string;
}

/** State in an S3 bucket, one object per stack. */
export interface S3BackendProps extends Omit<S3BackendConfig, "key"> {
  readonly type: "s3";
  /**
   * What the object keys begin with; the rest is `<stack id>.tfstate`.
   *
   * @default - nothing
   */
  readonly keyPrefix?: string;
}

/** State and runs in Terraform Cloud or Terraform Enterprise, one workspace per stack, named as the stack id. */
export interface CloudBackendProps {
  readonly type: "cloud";
  readonly organization: string;
  /** @default - `app.terraform.io` */
  readonly hostname?: string;
  /** @default - the organization's default project */
  readonly project?: string;
  /**
   * Refused: it would be written into the output. Use `terraform login` or `TF_TOKEN_<host name>`.
   *
   * @default - the credentials of the Terraform CLI
   */
  readonly token?: string;
}

/** Where the stacks' state lives; references between stacks read the matching remote state. */
export type AppBackendProps = LocalBackendProps | S3BackendProps | CloudBackendProps;

const backendKeys = {
  local: propKeys<LocalBackendProps>()({ type: true, directory: true }),
  cloud: propKeys<CloudBackendProps>()({
    type: true,
    organization: true,
    hostname: true,
    project: true,
    token: true,
  }),
  s3: propKeys<S3BackendProps>()({
    type: true,
    keyPrefix: true,
    bucket: true,
    region: true,
    accessKey: true,
    acl: true,
    allowedAccountIds: true,
    assumeRole: true,
    assumeRolePolicy: true,
    assumeRolePolicyArns: true,
    assumeRoleTags: true,
    assumeRoleTransitiveTagKeys: true,
    assumeRoleWithWebIdentity: true,
    customCaBundle: true,
    dynamodbEndpoint: true,
    dynamodbTable: true,
    ec2MetadataServiceEndpoint: true,
    ec2MetadataServiceEndpointMode: true,
    encrypt: true,
    endpoint: true,
    endpoints: true,
    externalId: true,
    forbiddenAccountIds: true,
    forcePathStyle: true,
    httpProxy: true,
    httpsProxy: true,
    iamEndpoint: true,
    insecure: true,
    kmsKeyId: true,
    maxRetries: true,
    noProxy: true,
    profile: true,
    retryMode: true,
    roleArn: true,
    secretKey: true,
    sessionName: true,
    sharedConfigFiles: true,
    sharedCredentialsFile: true,
    sharedCredentialsFiles: true,
    skipCredentialsValidation: true,
    skipMetadataApiCheck: true,
    skipRegionValidation: true,
    skipRequestingAccountId: true,
    skipS3Checksum: true,
    sseCustomerKey: true,
    stsEndpoint: true,
    stsRegion: true,
    token: true,
    useLegacyWorkflow: true,
    usePathStyle: true,
    workspaceKeyPrefix: true,
  }),
};

/** Refuses a backend that cannot work, before a stack exists. */
export function checkBackend(backend: AppBackendProps): void {
  const where = "app";
  if (!isPlainObject(backend)) {
    fail(where, "prop-invalid", "backend", {
      value: new Hidden(backend),
      expected: '{ type: "local" }, "s3" or "cloud"',
    });
  }
  switch (backend.type) {
    case "local":
      checkKeys(where, "backend", backend, backendKeys.local);
      if (backend.directory !== undefined && path.isAbsolute(backend.directory)) {
        fail(where, "prop-invalid", "backend.directory", {
          value: backend.directory,
          expected: "a path relative to the project, so that another checkout finds the state",
        });
      }
      return;
    case "s3":
      checkKeys(where, "backend", backend, backendKeys.s3);
      checkNoSecrets(backend, {
        accessKey: "the environment variable AWS_ACCESS_KEY_ID or a profile",
        secretKey: "the environment variable AWS_SECRET_ACCESS_KEY or a profile",
        token: "the environment variable AWS_SESSION_TOKEN or a profile",
        sseCustomerKey: "the environment variable AWS_SSE_CUSTOMER_KEY",
      });
      if (!backend.bucket) {
        fail(where, "prop-required", "backend.bucket", {
          remedy: 'Name the bucket: { type: "s3", bucket: "my-state" }.',
        });
      }
      return;
    case "cloud":
      checkKeys(where, "backend", backend, backendKeys.cloud);
      checkNoSecrets(backend, {
        token: "terraform login or the environment variable TF_TOKEN_<host name, with _ for each dot>",
      });
      if (!backend.organization) {
        fail(where, "prop-required", "backend.organization", {
          remedy: 'Name the organization: { type: "cloud", organization: "my-org" }.',
        });
      }
      return;
    default:
      fail(where, "literal-unknown", "backend.type", {
        value: (backend as { type?: unknown }).type,
        allowed: ["local", "s3", "cloud"],
      });
  }
}

/**
 * Refuses credentials: they would stand in the output of each stack and of each stack that refers to it.
 *
 * Sources: https://developer.hashicorp.com/terraform/language/backend/s3,
 * https://developer.hashicorp.com/terraform/cli/config/config-file#environment-variable-credentials
 */
function checkNoSecrets(backend: object, sources: Readonly<Record<string, string>>): void {
  for (const [key, source] of Object.entries(sources)) {
    const value: unknown = backend[key as never];
    if (value === undefined) continue;
    fail("app", "prop-invalid", `backend.${key}`, {
      value: new Hidden(value),
      expected: `no credentials here: every stack that refers to another one copies the backend. Use ${source}`,
    });
  }
}

/** Gives a stack its state. */
export function addBackend(stack: Stack, backend: AppBackendProps): void {
  const id = stack.node.id;
  switch (backend.type) {
    case "local":
      new LocalBackend(stack, {
        path: path.posix.join(stateFolder(stack, backend.directory), `terraform.${id}.tfstate`),
      });
      return;
    case "s3": {
      const { type: _, keyPrefix = "", ...config } = backend;
      new S3Backend(stack, { region: stack.region, ...config, key: `${keyPrefix}${id}.tfstate` });
      return;
    }
    case "cloud": {
      const { type: _, project, ...config } = backend;
      new CloudBackend(stack, { ...config, workspaces: new NamedCloudWorkspace(id, project) });
    }
  }
}

/**
 * The state folder as Terraform sees it from the stack's own output folder.
 *
 * CDKTF would write an absolute path, which names this machine and breaks in the next checkout. An output folder outside
 * the project has its state beside it: a path back into the project would name folders of this machine as well.
 */
function stateFolder(stack: Stack, directory = "."): string {
  const { appPath, outdir } = stack.app;
  const output = path.resolve(outdir);
  const fromStack = path.posix.join("..", "..");
  const project = path.relative(output, appPath);
  const isInside = /^(\.\.(\/|$))*$/.test(project);
  const base = isInside ? path.posix.join(fromStack, project) : path.posix.join(fromStack, "..");
  return path.posix.join(base, directory);
}
