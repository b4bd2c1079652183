import { Provided } from "../../core/provided";
import type { ProviderObject } from "../../core/terraform/override";

/** The facts about one resource with which permissions are resolved. */
export interface PermissionTarget {
  readonly row: PermissionRow;
  /** ARN of the thing itself; of a gateway API `arn:<partition>:execute-api:<region>:<account>:<api id>`. */
  readonly arn: string;
  /** A table's stream. @default - it has none, so `grantStreamRead` is an error */
  readonly streamArn?: string | undefined;
  /** A cluster's credentials. @default - no access to a secret */
  readonly secretArn?: string | undefined;
  /** A WebSocket API's stage. @default - required for a WebSocketApi */
  readonly stageName?: string | undefined;
  /** Customer keys that encrypt it, each as ARN, id or alias. @default - none: AWS's own keys need no permission */
  readonly keys?: readonly string[] | undefined;
  /** Further customer keys, known when everything is declared. @default - none */
  readonly laterKeys?: (() => readonly string[]) | undefined;
}

/** A resource whose only content is how another one is encrypted. */
export interface SeparateKey {
  readonly type: string;
  /** The key of its config that names the other one. */
  readonly of: string;
  /** Where its config names the customer key. */
  readonly keyPath: string;
}

/** Actions, and what they act on. */
export interface Grant {
  readonly actions: readonly string[];
  /** Resources: `{arn}`, `{streamArn}`, `{secretArn}` and `{stageName}` stand for those parts of the target. */
  readonly on: readonly string[];
  readonly conditions?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
  /** Left out, instead of an error, when the target lacks a part. */
  readonly ifPresent?: boolean | undefined;
}

/** One kind of access to one kind of thing. */
export interface Access {
  readonly grants: readonly Grant[];
  /** Actions that it needs on a customer key. @default - nothing */
  readonly keyActions?: readonly string[] | undefined;
}

/**
 * One kind of thing that permissions can name, and what naming it gives.
 *
 * Naming it gives the code everything that using it needs and nothing that changes its configuration.
 *
 * Source of the actions: https://docs.aws.amazon.com/service-authorization/latest/reference/
 */
export interface PermissionRow {
  readonly name: string;
  /** Resources and data sources of the provider that are this kind of thing. */
  readonly types: readonly string[];
  /** The access that its name alone gives: everything that its use needs. */
  readonly byDefault: Access;
  /** The access that `[construct, name]` gives, by name. */
  readonly access: Readonly<Record<string, Access>> & { readonly grantFullAccess: Access };
  /**
   * Where a resource's config names the customer key that encrypts it.
   *
   * A data source does not name one there: its key is known at deployment only, and then also when it is AWS's own.
   *
   * @default - it has no customer key
   */
  readonly keyPath?: string | undefined;
  /** A separate resource that may set the key of a resource. @default - none */
  readonly separateKey?: SeparateKey | undefined;
  /** Whether its ARN contains neither region nor account. @default false */
  readonly isArnGlobal?: boolean | undefined;
  /** The parts of a provider object beside its ARN. @default - nothing */
  readonly parts?: ((object: ProviderObject) => Partial<PermissionTarget>) | undefined;
  /** Whether naming it in `permissions` binds it too, because code cannot use it without its name. @default false */
  readonly impliesBind?: boolean | undefined;
}

// Actions on the caller's key that encrypted services need. Writers mostly need to decrypt as well: queues, topics and buses to
// reuse a data key, buckets for uploads in parts, tables to read indexed items.
// Sources: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-key-management.html
// https://docs.aws.amazon.com/sns/latest/dg/sns-key-management.html
// https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html
// https://docs.aws.amazon.com/streams/latest/dev/permissions-user-key-KMS.html
export const decrypt: readonly string[] = ["kms:Decrypt"];
export const encrypt: readonly string[] = ["kms:GenerateDataKey*"];
export const decryptAndEncrypt: readonly string[] = [...decrypt, ...encrypt];

/** Actions of a service, from their names with spaces between them. */
export function actionsOf(service: string, names: string): readonly string[] {
  return names.split(" ").map((name) => `${service}:${name}`);
}

export function grant(actions: readonly string[], on: readonly string[]): Grant {
  return { actions, on };
}

export function access(...grants: readonly Grant[]): Access {
  return { grants };
}

/** Access to something that a customer key may encrypt. */
export function keyed(keyActions: readonly string[], ...grants: readonly Grant[]): Access {
  return { grants, keyActions };
}

/** A kind of construct, as far as permissions need it. Its description has more. */
export interface PermissionKind {
  /** Class as in the environment keys of bound functions: `Bucket`, `RestV1Api`, ... */
  readonly className: string;
  /** Class as the caller writes it. @default - `className` */
  readonly publicName?: string | undefined;
  /** The access that its name in `permissions` gives. @default - it cannot be named there */
  readonly row?: PermissionRow | undefined;
}

/** The constructs of the library. `lib/index.ts` provides them, since nothing below may import a construct. */
export const permissionKinds = new Provided<readonly PermissionKind[]>("The list of constructs");

export function publicName({
  className,
  publicName = className,
}: Pick<PermissionKind, "className" | "publicName">): string {
  return publicName;
}
