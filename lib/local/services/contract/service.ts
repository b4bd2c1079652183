import type { Readable } from "node:stream";
import type { Model } from "../../../model";
import type { PoolKeys } from "../../identities";
import type { Functions, InvokeOutcome, InvokeRequest, Timers } from "../../invoke";
import type { PendingWork } from "../../pending/pending-work";
import type { AccessControl } from "../../permissions/access-control";
import type { RequestAccess } from "../../permissions/needed-access";
import type { Report } from "../../report";
import type { AccessKeys } from "../../wire/local-credentials";
import type { EventSourceMapping } from "./event-source-mapping";

/** A request of an AWS SDK. */
export interface ServiceRequest {
  /** Signing name of the service: `sqs`, `dynamodb`, `events`. */
  readonly service: string;
  readonly method: string;
  /** Path and query, as sent. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The operation that the request names: `SendMessage`. Undefined where method and path select it. */
  readonly operation: string | undefined;
  /** Decides whether the caller may do what the request asks for. @default - everything is allowed */
  readonly access?: RequestAccess | undefined;
}

/** The response to an AWS SDK. */
export interface ServiceResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** The body in parts, in place of `body`. */
  readonly stream?: Readable;
  /** The resource that the request needs and this machine does not have, for the log. */
  readonly notHere?: string;
}

/** The context of every service. */
export interface ServiceContext {
  readonly model: Model;
  readonly functions: Functions;
  readonly report: Report;
  readonly clock: Timers;
  /** The access keys that are valid here. */
  readonly accessKeys: AccessKeys;
  /** Keys with which user pools sign tokens. */
  readonly keys: PoolKeys;
  /** Where data survives the server; undefined: data is kept in memory. */
  readonly dataFolder: string | undefined;
  /** Whether schedules run by themselves. */
  readonly runsSchedules: boolean;
  /** The time by which schedules run. @default - `clock` */
  readonly scheduleClock?: Timers | undefined;
  /** The value of a secret of `Config.Secret` on this machine, by its name. @default - there are none */
  readonly secrets?: ((name: string) => string | undefined) | undefined;
  /** URL of a database server in place of the database in this process. @default - none */
  readonly databaseServer?: string | undefined;
  /** Decides what a service may do with the functions of the app. @default - everything */
  readonly access?: AccessControl | undefined;
  /** Sends something to a queue, topic, bus, stream or function by its ARN, as another service would. */
  readonly deliver: Deliver;
  /** Invokes a function without waiting for the result: failures are tried again. */
  readonly invokeLater: (request: InvokeRequest) => Promise<InvokeOutcome>;
}

/** The deliveries of other local services to a service. */
export interface DeliveryReceiver {
  /** The action of a delivery on its target: `sqs:SendMessage`. */
  readonly action: string;
  /** Takes a delivery. @returns whether the target is here */
  accept(delivery: Delivery): Promise<boolean>;
}

/** The event sources of a service. */
export interface EventSources {
  /** The actions that the role of a function needs to read a source: `sqs:ReceiveMessage`. */
  readonly actions: readonly string[];
  /** Feeds a function. @returns undefined if the source is not here */
  consume(mapping: EventSourceMapping, context: ConsumerContext): Consumer | undefined;
}

/** The resources of a running service: its queues, topics, tables, ... */
export interface ServiceResources {
  /** Receives messages of other local services to resources of this one. @default - it receives none */
  readonly receiver?: DeliveryReceiver | undefined;
  /** Feeds functions from queues or streams. @default - the service has no event sources */
  readonly eventSource?: EventSources | undefined;
  /** Deliveries that are tried again. @default - nothing waits */
  pending?(): PendingWork;
  /** Continues the work of the last run of the server; called once all services run. @default - it has no unfinished work */
  resume?(): void;
  /** Values that are secrets wherever they occur. @default - there are none */
  secretValues?(): Iterable<string>;
  /** Takes over a changed model; data stays. */
  replace(model: Model): Promise<void>;
  /** Closes open resources. @default - there are none */
  stop?(): Promise<void>;
}

/** A running service. */
export interface Service<Resources extends ServiceResources = ServiceResources> {
  readonly resources: Resources;
  /** Whether pages may ask for an operation without a signature. @default - they may not */
  answersPages?(operation: string): boolean;
  /** Refuses a request before its body is read. @default - the body is read */
  refusesBody?(request: ServiceRequest): ServiceResponse | undefined;
  /** Whether it checks signatures itself, because it has forms of its own. @default - they are checked before */
  readonly checksSignatures?: boolean;
  handle(request: ServiceRequest): Promise<ServiceResponse>;
}

/** An AWS service that this server emulates: one entry of the table of services. */
export interface ServiceKind<Resources extends ServiceResources = ServiceResources> extends ServiceTraits {
  start(context: ServiceContext): Promise<Service<Resources>>;
}

export interface ServiceTraits {
  /**
   * Other names of the service in `--endpoint`.
   *
   * @default - none
   */
  readonly aliases?: readonly string[];
  /**
   * Ends of the variables `AWS_ENDPOINT_URL_<name>` of its SDKs.
   *
   * @default - the signing name in capitals
   */
  readonly endpointNames?: readonly string[];
  /** Whether routes of an API may call the service directly. */
  readonly isRouteTarget: boolean;
  /**
   * Whether pages may ask for an operation without a signature.
   *
   * @default - they may not
   */
  answersPages?(operation: string): boolean;
  /**
   * Origins in AWS that clients send requests to because a value of the model names them, such as the URL of a queue, or the
   * environment of a site.
   *
   * @default - none
   */
  origins?(model: Model): readonly string[];
  /**
   * The input that a schedule of this service would send to a target now; undefined if no schedule has the target.
   *
   * @default - the service has no schedules
   */
  scheduledInput?(model: Model, targetArn: string, nowMs: number): string | undefined;
}

/** The context of a consumer of a queue or stream. */
export interface ConsumerContext {
  readonly functions: Functions;
  readonly clock: Timers;
  readonly region: string;
  readonly deliver: Deliver;
  /** Where positions in streams survive the server. @default - they do not */
  readonly dataFolder?: string | undefined;
  /** Receives a report of each batch. @default - nothing is reported */
  readonly report?: Report | undefined;
  /** The role with whose permissions a function sends failed events on. @default - everything is allowed */
  readonly sessionOf?: ((functionArn: string) => Sender | undefined) | undefined;
}

/** A function that is being fed from a queue or stream. */
export interface Consumer {
  /** The records that it has not processed yet. */
  pending(): PendingWork;
  stop(): Promise<void>;
}

/** The sender of a delivery: a service for one of its resources, or a role. */
export type Sender =
  | { readonly service: string; readonly sourceArn: string }
  | { readonly roleArn: string; readonly sessionName: string };

/** A message attribute, as SQS writes it. */
export interface DeliveredAttribute {
  readonly DataType: string;
  readonly StringValue?: string;
  /** Base64. */
  readonly BinaryValue?: string;
}

/** Something that one service sends to a resource of another. */
export interface Delivery {
  readonly targetArn: string;
  /** The message or event: text for queues and topics, JSON text for functions and buses. */
  readonly body: string;
  /** The sender, for the log and for `source` of an invocation: `topic dev-orders-Placed`. */
  readonly source: string;
  /** The sender whose permissions decide. @default - everything is allowed */
  readonly sender?: Sender | undefined;
  /** The group in FIFO queues. */
  readonly groupId?: string | undefined;
  readonly deduplicationId?: string | undefined;
  /** The header of X-Ray that a message of a queue has. @default - it has none */
  readonly traceHeader?: string | undefined;
  /** Message attributes of a queue or topic. */
  readonly attributes?: Readonly<Record<string, DeliveredAttribute>>;
  /** Called when the target does not take it: `NO_PERMISSIONS`, `NO_RESOURCE`. It is also logged. */
  failed?(code: string, message: string): void;
}

export type Deliver = (delivery: Delivery) => Promise<void>;
