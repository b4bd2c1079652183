import type { FactText } from "../history/fact";
import type { mapWithTraffic } from "../map/traffic";
import type { Listed, ListedKind } from "../overview/listed-resources";
import type { InboxMessage } from "../report";
import type { QueuedMessage } from "../services/sqs/queue";

/** The names of the attributes of a key. */
export interface ShownKey {
  readonly partition: string;
  readonly sort?: string;
}

export interface ShownTable {
  readonly name: string;
  readonly arn: string;
  /** The number of its items: `3 items`, `more than 500 items`. */
  readonly items: string;
  /** Construct path. */
  readonly path: string;
  readonly key: ShownKey;
  readonly indexes: Readonly<Record<string, ShownKey>>;
  /** The types of the attributes in keys: `S`, `N` or `B`. */
  readonly types: Readonly<Record<string, string>>;
}

export interface ShownQueue {
  readonly name: string;
  readonly path: string;
  readonly arn: string;
  readonly url: string;
  readonly isFifo: boolean;
  /** The number of its messages; undefined on a stage. */
  readonly messages: number | undefined;
  /** The names of the queues whose dead letters it takes. */
  readonly deadLettersOf: readonly string[];
}

export interface ShownPool {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly groups: readonly string[];
}

/** A resource without an editor. */
export interface ListedResource extends Omit<Listed, "functionArn"> {
  readonly kind: ListedKind;
  /** Its content: `3 objects`. @default - nothing is known of it */
  readonly state?: string;
  /** A message that may be published to it. @default - messages cannot be published to it */
  readonly sample?: string;
  /** The function that a cron starts, and its event. */
  readonly job?: { readonly function: string; readonly payload: string };
}

/** An object of a bucket. */
export interface ShownObject {
  readonly key: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  readonly type: string;
}

/** The data of an app: what has an editor, and lists of the rest. */
export interface AppData {
  readonly tables: readonly ShownTable[];
  readonly queues: readonly ShownQueue[];
  readonly pools: readonly ShownPool[];
  readonly listed: readonly ListedResource[];
}

/** The operations that the page may ask for, and whether they change something. */
const operations = {
  dynamodb: { Scan: "reads", Query: "reads", PutItem: "changes", DeleteItem: "changes" },
  sqs: { SendMessage: "changes", StartMessageMoveTask: "changes", PurgeQueue: "changes" },
  "cognito-idp": {
    AdminGetUser: "reads",
    AdminListDevices: "reads",
    AdminAddUserToGroup: "changes",
    AdminRemoveUserFromGroup: "changes",
    AdminUpdateUserAttributes: "changes",
    AdminConfirmSignUp: "changes",
    AdminSetUserPassword: "changes",
    AdminForgetDevice: "changes",
    AdminDeleteUser: "changes",
    AdminCreateUser: "changes",
  },
  sns: { Publish: "changes" },
  events: { PutEvents: "changes" },
  kinesis: { PutRecord: "changes" },
  ssm: { GetParameter: "reads" },
  secretsmanager: { GetSecretValue: "reads" },
  "rds-data": { ExecuteStatement: "changes" },
} as const satisfies Readonly<Record<string, Readonly<Record<string, "reads" | "changes">>>>;

type Operations = typeof operations;

/** An operation of a service that the page asks for. */
export type DataRequest = {
  [Service in keyof Operations]: {
    readonly service: Service;
    readonly operation: keyof Operations[Service] & string;
    readonly input: object;
    /** The ARN of the resource: another region may have one of the same name. @default - the input names it clearly */
    readonly arn?: string;
  };
}[keyof Operations];

/** Whether an operation changes data; undefined for operations that the page may not use. */
export function operationEffect({ service, operation }: Pick<DataRequest, "service" | "operation">) {
  const all: Readonly<Record<string, Readonly<Record<string, "reads" | "changes">>>> = operations;
  const ofService = Object.hasOwn(all, service) ? all[service] : undefined;
  return ofService !== undefined && Object.hasOwn(ofService, operation) ? ofService[operation] : undefined;
}

/** The answer of a service, or why there is none. */
export type DataAnswer = { readonly answer: unknown } | { readonly problem: string };

/** The actions of the page on the data of the app. */
export interface DataActions {
  data(): Promise<AppData>;
  operate(asked: DataRequest): Promise<DataAnswer>;
  /** The messages of a queue, the newest first. */
  messages(asked: { readonly queue: string }): Promise<{
    readonly messages: readonly QueuedMessage[];
    readonly omitted: number;
  }>;
  /** The objects of a bucket whose keys begin with a text. */
  objects(asked: { readonly bucket: string; readonly prefix: string }): Promise<{
    readonly objects: readonly ShownObject[];
    readonly omitted: number;
  }>;
  /** The beginning of an object, where it is text. */
  object(asked: { readonly bucket: string; readonly key: string }): Promise<{ readonly content: FactText }>;
  /** Writes an object. The content is base64. */
  upload(asked: {
    readonly bucket: string;
    readonly key: string;
    readonly type: string;
    readonly content: string;
  }): Promise<DataAnswer>;
  mails(): Promise<{ readonly mails: readonly InboxMessage[] }>;
  map(): Promise<ReturnType<typeof mapWithTraffic>>;
  /** Events with which a function may be tried, by its ARN. */
  samples(asked: {
    readonly function: string;
  }): Promise<{ readonly samples: readonly { readonly title: string; readonly payload: string }[] }>;
}
