import type { DataAwsS3Bucket } from "@cdktf/provider-aws/lib/data-aws-s3-bucket";
import { S3Bucket, type S3BucketConfig } from "@cdktf/provider-aws/lib/s3-bucket";
import { S3BucketPolicy } from "@cdktf/provider-aws/lib/s3-bucket-policy";
import {
  S3BucketPublicAccessBlock,
  type S3BucketPublicAccessBlockConfig,
} from "@cdktf/provider-aws/lib/s3-bucket-public-access-block";
import type { Construct } from "constructs";
import { servicePrincipal } from "../../facts/aws/principals";
import { matchesWildcard } from "../../facts/aws/wildcards";
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
  Stack,
} from "../../kit/app";
import { literalName, overlay, preventDestroy, quotas, withoutUndefined } from "../../kit/core";
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
import { BucketNotifications, writtenBucketArn } from "./notifications";
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
    this.functions = new FunctionsByKey(this, "notification");
    const back = new BackReferences(this, "name");
    const { notifications, createNotifications, ...parsed } = collectProblems(() => {
      const { defaults, eventBridge, ...parsed } = parseBucketProps(this, given);
      const { literalName } = parsed;
      const { functions } = this;
      const sender = { owner: this, service: servicePrincipal("s3"), defaults, functions, back };
      const notifications = new BucketNotifications(sender, { literalName, eventBridge });
      return {
        ...parsed,
        notifications,
        createNotifications: notifications.plan(this, parsed.notifications),
      };
    });
    this.notifications = notifications;
    const { imported, config, override } = parsed;
    const bucket = imported ?? new S3Bucket(this, "Bucket", config);
    if (imported === undefined) this.own = { bucket: bucket as S3Bucket, given: override };
    this.cdk = { bucket };
    this.bucketArn = bucket.arn;
    this.bucketName = bucket.bucket;
    this[resourcePolicy] = this.createPolicy(parsed);
    createCors(this, this.bucketName, parsed.corsRules);

    this.bound = {
      arn: back.refer(this.bucketArn, (stack) => writtenBucketArn(stack, parsed.literalName)),
      name: back.refer(this.bucketName, () => parsed.literalName),
    };
    createNotifications();
  }

  private createPolicy({
    imported,
    publicAccessBlock: access,
  }: Pick<ParsedBucket, "imported" | "publicAccessBlock">): ResourcePolicy {
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
    const written = writtenBucketArn(Stack.of(this), literalName(this.cdk.bucket.bucketInput));
    const arns = [this.bucketArn, this.bound.arn, ...(written === undefined ? [] : [written])];
    noteLoops(this, this.notifications.scopes, this.functions, arns);
    if (this.own === undefined) return;
    const { bucket, given } = this.own;
    const { defaultRemovalPolicy: policy } = Stack.of(this).app;
    if (isKept(policy)) preventDestroy(bucket);
    if (policy === "destroy" && given.forceDestroy === undefined) bucket.forceDestroy = true;
  }
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
    const written = writtenPrefixes(fn, arns);
    if (written.some((each) => affixesOverlap(each, prefix, "startsWith")))
      Stack.of(bucket).app.addNotice(text, fn);
  }
}

/** Prefixes of the keys that a function may create in the bucket; `""` for all keys. */
function writtenPrefixes(fn: Function, arns: readonly string[]): readonly string[] {
  const writing = RolePolicies.of(Stack.of(fn), fn.role).given.filter(isWriting);
  return writing.flatMap(({ resources }) => resources.flatMap((resource) => prefixOf(resource, arns) ?? []));
}

function isWriting({ effect, actions }: Statement): boolean {
  return (
    effect === "Allow" && actions.some((action) => matchesWildcard(action.toLowerCase(), "s3:putobject"))
  );
}

function prefixOf(resource: string, arns: readonly string[]): string | undefined {
  if (resource === "*") return "";
  const arn = arns.find((each) => resource.startsWith(`${each}/`) || resource === `${each}*`);
  if (arn === undefined) return undefined;
  return /^[^*?]*/.exec(resource.slice(arn.length + 1))?.[0];
}
