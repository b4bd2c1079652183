/** The kinds of things that permissions can name. */
export type RowName =
  | "Api"
  | "WebSocketApi"
  | "AppSyncApi"
  | "Table"
  | "Topic"
  | "EventBus"
  | "Queue"
  | "KinesisStream"
  | "DeliveryStream"
  | "Bucket"
  | "RDS"
  | "Function"
  | "Job"
  | "Userbase"
  | "Secret"
  | "Parameter";

/** What the table of permissions needs to know of one thing. */
export interface PermissionTarget {
  readonly row: RowName;
  /**
   * ARN of the thing itself.
   *
   * Of a gateway API `arn:<partition>:execute-api:<region>:<account>:<api id>`, of a job its invoker function.
   */
  readonly arn: string;
  /** A table's stream. @default - it has none, so `grantStreamRead` is an error */
  readonly streamArn?: string;
  /** A cluster's credentials. @default - no access to a secret */
  readonly secretArn?: string;
  /** A WebSocket API's stage. @default - required for a WebSocketApi */
  readonly stageName?: string;
  /** Customer keys that encrypt it, each as ARN, id or alias. @default - none: AWS's own keys need no permission */
  readonly keys?: readonly string[];
}

/** Actions, and what they act on. */
export interface Grant {
  readonly actions: readonly string[];
  /** Resources: `{arn}`, `{streamArn}`, `{secretArn}` and `{stageName}` stand for those parts of the target. */
  readonly on: readonly string[];
  readonly conditions?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Left out, instead of an error, when the target lacks a part. */
  readonly ifPresent?: boolean;
}

/** One kind of access to one kind of thing. */
export interface Access {
  readonly grants: readonly Grant[];
  /** What it needs of a customer key. @default - nothing */
  readonly keyActions?: readonly string[];
}

/** One kind of thing that permissions can name. */
export interface Row {
  /** Resources and data sources of the provider that are this kind of thing. */
  readonly types: readonly string[];
  /** What naming it gives: all that using it needs. */
  readonly byDefault: Access;
  /** What `[construct, name]` gives, by name. */
  readonly access: Readonly<Record<string, Access>> & { readonly grantFullAccess: Access };
}
