import type { DataAwsS3Bucket } from "@cdktf/provider-aws/lib/data-aws-s3-bucket";
import { S3Bucket, type S3BucketConfig } from "@cdktf/provider-aws/lib/s3-bucket";
import { S3BucketPolicy } from "@cdktf/provider-aws/lib/s3-bucket-policy";
import {
  S3BucketPublicAccessBlock,
  type S3BucketPublicAccessBlockConfig,
} from "@cdktf/provider-aws/lib/s3-bucket-public-access-block";
import type { Construct } from "constructs";
import { formatArn } from "../../facts/aws/arns";
import { collectProblems } from "../../facts/errors/problems";
import {
  type Binding,
  bindingTarget,
  checkAddition,
  checkOpen,
  claimId,
  constructId,
  createBinding,
  finish,
  isKept,
  prefixedName,
  Stack,
} from "../../kit/app";
import { literalName, namePrefix, overlay, preventDestroy, quotas, withoutUndefined } from "../../kit/core";
import {
  type BindingEntry,
  ConstructWithFunctions,
  type Function,
  FunctionsByKey,
  RolePolicies,
} from "../../kit/function";
import {
  BackReferences,
  type Permissions,
  type PermissionTarget,
  type PolicySource,
  permissionTarget,
  providerTarget,
  ResourcePolicy,
  type ResourceStatement,
  resourcePolicy,
  type Statement,
  tlsOnly,
} from "../../kit/iam";
import { createCors } from "./cors";
import { fail } from "./errors";
import { affixesOverlap, type NotificationScope } from "./filters";
import { type BucketMetadata, bucketDescription, bucketRow } from "./library";
import { BucketNotifications } from "./notifications";
import { type ParsedBucket, parseBucketProps } from "./parse";
import type { BucketProps } from "./props";

/**
 * A bucket for files, which notifies functions, queues and topics when objects are created or removed.
 *
 * Only the account has access: public access is blocked, and requests without TLS are refused. AWS encrypts the
 * objects.
 *
 * @example
 * new Bucket(stack, "Images", {
 *   notifications: { resize: { function: "functions/images.resize", events: ["object_created"] } },
 * });
 */
export class Bucket extends ConstructWithFunctions {
  readonly id: string;
  readonly bucketArn: string;
  readonly bucketName: string;
  readonly cdk: { readonly bucket: S3Bucket | DataAwsS3Bucket };
  /** @internal The bucket's policy. */
  readonly [resourcePolicy]: ResourcePolicy;
  /** The created bucket; undefined for an imported one. */
  private own: { readonly bucket: S3Bucket; readonly given: Partial<S3BucketConfig> } | undefined;
  protected readonly functions: FunctionsByKey;
  private readonly notifications: BucketNotifications;
  /** ARN and name for functions that are bound to the bucket; the bucket may also notify them. */
  private readonly bound: { readonly arn: string; readonly name: string };

  constructor(scope: Construct, id: string, props: BucketProps = {}) {
    super(scope, constructId(scope, id, props));
    const given = withoutUndefined(props);
    this.id = claimId(this);
    const parsed = collectProblems(() => parseBucketProps(this, given));
    const bucket = parsed.imported ?? this.createBucket(parsed);
    this.cdk = { bucket };
    this.bucketArn = bucket.arn;
    this.bucketName = bucket.bucket;
    this[resourcePolicy] = this.createPolicy(parsed);
    createCors(this, this.bucketName, parsed.corsRules);

    const back = new BackReferences(this, "name");
    const name = literalName(bucket.bucketInput);
    const { writtenArn } = this.policySource("");
    this.bound = {
      arn: back.refer(this.bucketArn, writtenArn),
      name: back.refer(this.bucketName, () => name),
    };
    this.functions = new FunctionsByKey(this, "notification");
    this.notifications = new BucketNotifications(
      this,
      given.defaults ?? {},
      this.functions,
      back,
      given.eventBridge ?? false,
    );
    this.notifications.add(this, given.notifications ?? {});
  }

  private createBucket({ name, override: given }: ParsedBucket): S3Bucket {
    const isNamed = name !== undefined || given.bucket !== undefined;
    const bucketPrefix = isNamed ? undefined : generatedPrefix(prefixedName(this));
    const bucket = new S3Bucket(
      this,
      "Bucket",
      overlay<S3BucketConfig>({ bucket: name, bucketPrefix }, given),
    );
    this.own = { bucket, given };
    return bucket;
  }

  private createPolicy({ imported, publicAccessBlock: access }: ParsedBucket): ResourcePolicy {
    const { bucketArn: arn, bucketName: bucket } = this;
    const limits = { bytes: quotas.bucketPolicyBytes };
    if (imported !== undefined) return new ResourcePolicy(this, { arn, create: undefined, limits });
    const dependsOn = [this.blockPublicAccess(access)];
    const policy = new ResourcePolicy(this, {
      arn,
      limits,
      create: (text) => new S3BucketPolicy(this, "Policy", { bucket, policy: text, dependsOn }),
    });
    policy.add(tlsOnly(["s3:*"], [arn, `${arn}/*`]));
    return policy;
  }

  private blockPublicAccess(given: false | object): S3BucketPublicAccessBlock {
    // S3 blocks access to a bucket without settings, too, so that `false` must be written.
    // Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-control-block-public-access.html
    const isBlocked = given !== false;
    const config: S3BucketPublicAccessBlockConfig = {
      bucket: this.bucketName,
      blockPublicAcls: isBlocked,
      blockPublicPolicy: isBlocked,
      ignorePublicAcls: isBlocked,
      restrictPublicBuckets: isBlocked,
    };
    return new S3BucketPublicAccessBlock(this, "PublicAccess", overlay(config, given === false ? {} : given));
  }

  /** The functions of the notifications, in the order in which they were added. */
  get notificationFunctions(): Function[] {
    return [...this.functions.all];
  }

  /** Adds notifications. Functions are created below `scope`, which may be in another stack. */
  addNotifications(scope: Construct, notifications: NonNullable<BucketProps["notifications"]>): void {
    checkOpen(this, "addNotifications");
    const given = checkAddition(this, "addNotifications", scope, notifications);
    this.notifications.add(scope, given);
  }

  /** Adds statements to the bucket's policy, to allow or deny access. */
  addToResourcePolicy(...statements: readonly ResourceStatement[]): void {
    checkOpen(this, "addToResourcePolicy");
    if (this[resourcePolicy].isForeign) fail(this, "imported-bucket", "addToResourcePolicy", {});
    this[resourcePolicy].addStatements("addToResourcePolicy", statements);
  }

  /** Binds constructs to the function of one notification. */
  bindToNotification(name: string, constructs: readonly BindingEntry[]): void {
    this.functions.bindTo("bindToNotification", name, constructs);
  }

  /** Gives the function of one notification more permissions. */
  attachPermissionsToNotification(name: string, permissions: Permissions): void {
    this.functions.attachPermissionsTo("attachPermissionsToNotification", name, permissions);
  }

  /** @internal The bucket, as the policies of queues and topics name it. */
  policySource(prop: string): Omit<PolicySource, "link"> {
    const name = literalName(this.cdk.bucket.bucketInput);
    return {
      construct: this,
      prop,
      arn: this.bucketArn,
      writtenArn: ({ partition }) => (name === undefined ? undefined : formatArn({ partition }, "s3", name)),
      nameProp: "name",
    };
  }

  [permissionTarget](): PermissionTarget {
    return { ...providerTarget(bucketRow, this.cdk.bucket), arn: this.bound.arn };
  }

  [bindingTarget](): Binding {
    return createBinding(bucketDescription, this, { bucketName: this.bound.name });
  }

  getConstructMetadata(): BucketMetadata {
    return { type: "Bucket", data: { name: this.bucketName, ...this.notifications.metadata } };
  }

  [finish](): void {
    this.notifications.finish();
    this[resourcePolicy].checkSize();
    noteLoops(this, this.notifications.scopes, this.functions, [this.bucketArn, this.bound.arn]);
    if (this.own === undefined) return;
    const { bucket, given } = this.own;
    const { defaultRemovalPolicy: policy } = Stack.of(this).app;
    if (isKept(policy)) preventDestroy(bucket);
    if (policy === "destroy" && given.forceDestroy === undefined) bucket.forceDestroy = true;
  }
}

/** The prefix that AWS completes to a bucket name; bucket names have no capitals and underscores. */
function generatedPrefix(name: string): string {
  return namePrefix(name.toLowerCase().replace(/[^a-z0-9-]/g, "-"), 36);
}

const text =
  "serverform: a function may write to the bucket that notifies it of new objects, below the same prefix, and so invoke " +
  "itself in an endless loop; give the notification a prefix that the function does not write to, or use another bucket";

/** Adds notices for functions that may invoke themselves: they are notified of new objects and may create such objects. */
function noteLoops(
  bucket: Bucket,
  scopes: ReadonlyMap<string, NotificationScope>,
  functions: FunctionsByKey,
  arns: readonly string[],
): void {
  for (const [name, { events, prefix }] of scopes) {
    const fn = functions.get(name);
    const isNotified = events.some((event) => event.startsWith("s3:ObjectCreated:"));
    if (fn === undefined || !isNotified) continue;
    const written = writtenPrefixes(fn, [...arns, ...literalArns(bucket)]);
    if (written.some((each) => affixesOverlap(each, prefix, "startsWith")))
      Stack.of(bucket).app.addNotice(text, fn);
  }
}

function literalArns(bucket: Bucket): readonly string[] {
  const arn = bucket.policySource("").writtenArn(Stack.of(bucket));
  return arn === undefined ? [] : [arn];
}

/** Prefixes of the keys that a function may create in the bucket; `""` for all keys. */
function writtenPrefixes(fn: Function, arns: readonly string[]): readonly string[] {
  const writing = RolePolicies.of(Stack.of(fn), fn.role).given.filter(isWriting);
  return writing.flatMap(({ resources }) => resources.flatMap((resource) => prefixOf(resource, arns) ?? []));
}

function isWriting({ effect, actions }: Statement): boolean {
  return effect === "Allow" && actions.some((action) => matches(action, "s3:PutObject"));
}

function prefixOf(resource: string, arns: readonly string[]): string | undefined {
  if (resource === "*") return "";
  const arn = arns.find((each) => resource.startsWith(`${each}/`) || resource === `${each}*`);
  if (arn === undefined) return undefined;
  return /^[^*?]*/.exec(resource.slice(arn.length + 1))?.[0];
}

/** Whether an action pattern of IAM matches an action. */
function matches(pattern: string, action: string): boolean {
  const expression = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${expression}$`, "i").test(action);
}
