import type { Timers } from "../../clock";
import type { Functions } from "../../functions/invoke";
import type { Model } from "../../model/model";
import type { Report } from "../../report";

/** A request of an AWS SDK. */
export interface ServiceRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The operation of services that name it: `SendMessage`. Undefined where path and method tell. */
  readonly operation: string | undefined;
}

/** What the SDK is answered. */
export interface ServiceResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** What every service works with. */
export interface ServiceContext {
  readonly model: Model;
  readonly functions: Functions;
  readonly report: Report;
  readonly clock: Timers;
  /** Where data outlives the server; undefined: it is kept in memory. */
  readonly dataFolder: string | undefined;
  /** Hands something to a queue, topic, bus, stream or function by its ARN, as another service would. */
  readonly deliver: Deliver;
}

/** An AWS service that answers the SDK on this machine. */
export interface Service {
  /** As the SDK signs for it: `sqs`, `dynamodb`, `events`. */
  readonly signingName: string;
  handle(request: ServiceRequest): Promise<ServiceResponse>;
  /** Takes what another service of this machine sends to a resource of this one. */
  accept?(delivery: Delivery): Promise<void>;
  /** Takes over a changed model; data stays. */
  replace(model: Model): Promise<void>;
  stop(): Promise<void>;
}

/** Something that one service hands to a resource of another. */
export interface Delivery {
  readonly targetArn: string;
  /** The message or event: text for queues and topics, JSON text for functions and buses. */
  readonly body: string;
  /** Who sends, for the log and for `source` of an invocation: `topic dev-orders-Placed`. */
  readonly source: string;
  /** Of FIFO queues. */
  readonly groupId?: string;
  readonly deduplicationId?: string;
  /** Message attributes of a queue or topic, as SQS writes them. */
  readonly attributes?: Readonly<Record<string, unknown>>;
}

export type Deliver = (delivery: Delivery) => Promise<void>;
