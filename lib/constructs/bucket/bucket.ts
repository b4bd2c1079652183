import type { DataAwsS3Bucket } from "@cdktf/provider-aws/lib/data-aws-s3-bucket";
import { S3Bucket, type S3BucketConfig } from "@cdktf/provider-aws/lib/s3-bucket";
import { S3BucketPolicy } from "@cdktf/provider-aws/lib/s3-bucket-policy";
import {
  S3BucketPublicAccessBlock,
  type S3BucketPublicAccessBlockConfig,
} from "@cdktf/provider-aws/lib/s3-bucket-public-access-block";
import { Construct, type IConstruct } from "constructs";
import { type ConstructMetadata, checkOpen, finish, isKept, Stack } from "../../app";
import { type Binding, bindingTarget } from "../../app/binding";
import { literalName } from "../../core/literal-name";
import { namePrefix } from "../../core/name";
import { findImport, overlay } from "../../core/override";
import { preventDestroy } from "../../core/prevent-destroy";
import { type Function, HostFunctions } from "../../function";
import { BackReferences } from "../../iam/back-reference";
import { findProviderTarget, type Permissions, permissionTarget } from "../../iam/permissions";
import type { PolicySource } from "../../iam/policy-source";
import { ResourcePolicy, resourcePolicy, tlsOnly } from "../../iam/resource-policy";
import { checkBucketProps } from "./check";
import { createCors } from "./cors";
import { fail } from "./errors";
import { noteLoops } from "./loops";
import { BucketNotifications } from "./notifications";
import type { BucketProps } from "./props";

/**
 * A bucket for files, which tells functions, queues and topics when an object comes or goes.
 *
 * Nobody outside of the account gets at it: public access is blocked, and requests without TLS are refused. AWS encrypts
 * the objects.
 *
 * @example
 * new Bucket(stack, "Images", {
 *   notifications: { resize: { function: "functions/images.resize", events: ["object_created"] } },
 * });
 */
export class Bucket extends Construct {
  readonly id: string;
  readonly bucketArn: string;
  readonly bucketName: string;
  readonly cdk: { readonly bucket: S3Bucket | DataAwsS3Bucket };
  /**
   * The bucket's policy.
   *
   * @internal
   */
  readonly [resourcePolicy]: ResourcePolicy;
  /** The bucket when it is made here. */
  private own: { readonly bucket: S3Bucket; readonly given: Partial<S3BucketConfig> } | undefined;
  private readonly functions: HostFunctions;
  private readonly notifications: BucketNotifications;
  /** As functions name the bucket that are told of its objects. */
  private readonly bound: { readonly arn: string; readonly name: string };

  constructor(scope: Construct, id: string, props: BucketProps = {}) {
    super(scope, props.cdk?.id ?? id);
    this.id = this.node.id;
    checkBucketProps(this, props);
    const given = props.cdk?.bucket;
    const imported = findImport<S3Bucket | DataAwsS3Bucket>(this, "cdk.bucket", given, "aws_s3_bucket");
    const bucket = imported ?? this.createBucket(props);
    this.cdk = { bucket };
    this.bucketArn = bucket.arn;
    this.bucketName = bucket.bucket;
    this[resourcePolicy] = this.createPolicy(imported !== undefined, props);
    createCors(this, this.bucketName, props.cors);

    const back = new BackReferences(this, "name");
    const name = literalName(bucket.bucketInput);
    const { writtenArn } = this.policySource("");
    this.bound = {
      arn: back.refer(this.bucketArn, writtenArn),
      name: back.refer(this.bucketName, () => name),
    };
    this.functions = new HostFunctions(this, "notification");
    this.notifications = new BucketNotifications(this, props.defaults ?? {}, this.functions, back);
    this.notifications.add(this, props.notifications ?? {});
  }

  private createBucket({ name, cdk }: BucketProps): S3Bucket {
    const given = (cdk?.bucket ?? {}) as Partial<S3BucketConfig>;
    const isNamed = name !== undefined || given.bucket !== undefined;
    const bucketPrefix = isNamed
      ? undefined
      : generatedPrefix(Stack.of(this).app.logicalPrefixedName(this.node.id));
    const bucket = new S3Bucket(
      this,
      "Bucket",
      overlay<S3BucketConfig>({ bucket: name, bucketPrefix }, given),
    );
    this.own = { bucket, given };
    return bucket;
  }

  private createPolicy(isImported: boolean, { cdk }: BucketProps): ResourcePolicy {
    const { bucketArn: arn, bucketName: bucket } = this;
    if (isImported) return new ResourcePolicy(this, { arn, create: undefined });
    const access = cdk?.publicAccessBlock;
    const dependsOn = access === false ? undefined : [this.blockPublicAccess(access)];
    const policy = new ResourcePolicy(this, {
      arn,
      create: (text) => new S3BucketPolicy(this, "Policy", { bucket, policy: text, dependsOn }),
    });
    policy.add(tlsOnly(["s3:*"], [arn, `${arn}/*`]));
    return policy;
  }

  private blockPublicAccess(given: object | undefined): S3BucketPublicAccessBlock {
    const config: S3BucketPublicAccessBlockConfig = {
      bucket: this.bucketName,
      blockPublicAcls: true,
      blockPublicPolicy: true,
      ignorePublicAcls: true,
      restrictPublicBuckets: true,
    };
    return new S3BucketPublicAccessBlock(this, "PublicAccess", overlay(config, given));
  }

  /** The functions that notifications invoke, in the order in which they were added. */
  get notificationFunctions(): Function[] {
    return [...this.functions.all];
  }

  /** Adds notifications. Functions are created below `scope`, which may be in another stack. */
  addNotifications(scope: Construct, notifications: NonNullable<BucketProps["notifications"]>): void {
    checkOpen(this, "addNotifications");
    this.notifications.add(scope, notifications);
  }

  /** Adds statements to the bucket's policy: who else may use it, or who may not. */
  addToResourcePolicy(...statements: readonly unknown[]): void {
    checkOpen(this, "addToResourcePolicy");
    if (this[resourcePolicy].isForeign) fail(this, "imported-bucket", "addToResourcePolicy", {});
    this[resourcePolicy].addStatements("addToResourcePolicy", statements);
  }

  /** Binds constructs to the functions of all notifications, those added later too. */
  bind(constructs: readonly IConstruct[]): void {
    checkOpen(this, "bind");
    this.functions.bind(constructs);
  }

  /** Binds constructs to the function of one notification. */
  bindToNotification(name: string, constructs: readonly IConstruct[]): void {
    checkOpen(this, "bindToNotification");
    this.functions.bindTo("bindToNotification", name, constructs);
  }

  /** Lets the functions of all notifications do more, those added later too. */
  attachPermissions(permissions: Permissions): void {
    checkOpen(this, "attachPermissions");
    this.functions.attachPermissions(permissions);
  }

  /** Lets the function of one notification do more. */
  attachPermissionsToNotification(name: string, permissions: Permissions): void {
    checkOpen(this, "attachPermissionsToNotification");
    this.functions.attachPermissionsTo("attachPermissionsToNotification", name, permissions);
  }

  /**
   * The bucket as the policies of queues and topics name it.
   *
   * @internal
   */
  policySource(prop: string): Omit<PolicySource, "link"> {
    const name = literalName(this.cdk.bucket.bucketInput);
    return {
      construct: this,
      prop,
      arn: this.bucketArn,
      writtenArn: ({ partition }) => (name === undefined ? undefined : `arn:${partition}:s3:::${name}`),
      nameProp: "name",
    };
  }

  [permissionTarget]() {
    return { ...findProviderTarget(this.cdk.bucket), row: "Bucket" as const, arn: this.bound.arn };
  }

  [bindingTarget](): Binding {
    return {
      className: "Bucket",
      id: this.id,
      variables: { bucketName: this.bound.name },
      permissions: [this],
    };
  }

  getConstructMetadata(): ConstructMetadata {
    return { type: "Bucket", data: { name: this.bucketName, ...this.notifications.metadata } };
  }

  [finish](): void {
    this.notifications.finish();
    noteLoops(this, this.notifications.scopes, this.functions, [this.bucketArn, this.bound.arn]);
    if (this.own === undefined) return;
    const { bucket, given } = this.own;
    const { defaultRemovalPolicy: policy } = Stack.of(this).app;
    if (isKept(policy)) preventDestroy(bucket);
    if (policy === "destroy" && given.forceDestroy === undefined) bucket.forceDestroy = true;
  }
}

/** What AWS completes to the name of a bucket, which knows neither capitals nor underscores. */
function generatedPrefix(name: string): string {
  return namePrefix(name.toLowerCase().replace(/[^a-z0-9-]/g, "-"), 36);
}
