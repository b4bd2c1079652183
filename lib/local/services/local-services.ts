import { isDeepStrictEqual } from "node:util";
import type { Timers } from "../clock";
import type { Functions } from "../functions/invoke";
import type { Model } from "../model/model";
import type { Report } from "../report";
import { type Consumer, consumersOf } from "./consumers/event-source-mapping";
import { StreamConsumer } from "./consumers/stream-consumer";
import type { Deliver, Service, ServiceContext } from "./contract/service";
import { deliverTo } from "./deliver";
import { DynamodbService } from "./dynamodb/service";
import type { EndpointRouter } from "./endpoint-router";
import { signingNameOf } from "./endpoint-variables";
import { EventsService } from "./events/service";
import { KinesisService } from "./kinesis/service";
import { LambdaService } from "./lambda/service";
import { S3Service } from "./s3/service";
import { SnsService } from "./sns/service";
import { QueueConsumer } from "./sqs/queue-consumer";
import { SqsService } from "./sqs/service";
import { SsmService } from "./ssm/service";

/** What the services of this machine are made for. */
export interface ServicesOptions {
  readonly model: Model;
  readonly functions: Functions;
  readonly report: Report;
  readonly clock: Timers;
  readonly dataFolder: string | undefined;
  /** Services that the user runs an emulator for, by any of their names. */
  readonly elsewhere: ReadonlySet<string>;
  readonly runsSchedules: boolean;
}

interface RunningConsumer {
  readonly consumer: Consumer;
  stop(): Promise<void>;
}

/** Tables, queues, topics, buses, streams and buckets of a model, and the functions that consume them. */
export class LocalServices {
  private readonly consumers = new Map<string, RunningConsumer>();
  private readonly elsewhere: ReadonlySet<string>;
  private readonly deliver: Deliver;
  private readonly sqs: SqsService;
  private readonly kinesis: KinesisService;
  private readonly events: EventsService;
  private readonly others: readonly Service[];
  private dynamodb: DynamodbService | undefined;

  private constructor(
    private readonly front: EndpointRouter,
    private readonly options: ServicesOptions,
  ) {
    this.elsewhere = new Set([...options.elsewhere].map(signingNameOf));
    this.deliver = deliverTo(() => this.all, options.functions, options.report);
    const context = this.context(options.model);
    this.sqs = new SqsService(context);
    this.kinesis = new KinesisService(context);
    this.events = new EventsService(context, options.runsSchedules && !this.elsewhere.has("events"));
    this.others = [
      new SnsService(context),
      new S3Service(context),
      new SsmService(context),
      new LambdaService(context),
    ];
  }

  static async start(front: EndpointRouter, options: ServicesOptions): Promise<LocalServices> {
    const services = new LocalServices(front, options);
    await services.take(options.model);
    return services;
  }

  /** Takes over a changed model; data and what is on its way stay. */
  async replace(model: Model): Promise<void> {
    await Promise.all(this.all.map((service) => service.replace(model)));
    await this.take(model);
  }

  /** What a schedule would send to a function now; undefined when it has none. */
  scheduledInput(functionArn: string): string | undefined {
    return this.events.scheduledInput(functionArn);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.consumers.values()].map((consumer) => consumer.stop()));
    this.consumers.clear();
    await Promise.all(this.all.map((service) => service.stop()));
  }

  private get all(): readonly Service[] {
    const tables = this.dynamodb === undefined ? [] : [this.dynamodb];
    return [this.sqs, this.kinesis, this.events, ...this.others, ...tables].filter(
      ({ signingName }) => !this.elsewhere.has(signingName),
    );
  }

  private context(model: Model): ServiceContext {
    const { functions, report, clock, dataFolder } = this.options;
    return { model, functions, report, clock, dataFolder, deliver: this.deliver };
  }

  private async take(model: Model): Promise<void> {
    const hasTables = model.ofType("aws_dynamodb_table").length > 0 && !this.elsewhere.has("dynamodb");
    if (hasTables) this.dynamodb ??= await DynamodbService.start(this.context(model));
    this.front.serve(this.all);
    await this.feed(consumersOf(model), model.region);
  }

  /** Starts and stops consumers; those that have stayed the same go on. */
  private async feed(wanted: readonly Consumer[], region: string): Promise<void> {
    for (const [address, running] of this.consumers) {
      const same = wanted.find((each) => each.address === address);
      if (same !== undefined && isDeepStrictEqual(same, running.consumer)) continue;
      this.consumers.delete(address);
      await running.stop();
    }
    for (const consumer of wanted) {
      if (this.consumers.has(consumer.address)) continue;
      const started = this.startConsumer(consumer, region);
      if (started !== undefined) this.consumers.set(consumer.address, started);
    }
  }

  private startConsumer(consumer: Consumer, region: string): RunningConsumer | undefined {
    const { sourceArn } = consumer;
    const { functions, clock, report } = this.options;
    const [, , service = ""] = sourceArn.split(":");
    const name = sourceArn.split(/[:/]/).at(service === "dynamodb" ? -3 : -1);
    const queue = this.elsewhere.has(service) ? undefined : this.sqs.find(sourceArn);
    if (queue !== undefined) return new QueueConsumer(consumer, queue, functions, region);
    const stream = this.kinesis.find(sourceArn) ?? this.dynamodb?.find(sourceArn);
    if (stream !== undefined && !this.elsewhere.has(service)) {
      const kind = service === "dynamodb" ? "table" : "stream";
      return new StreamConsumer(consumer, `${kind} ${name}`, stream, {
        functions,
        clock,
        deliver: this.deliver,
      });
    }
    const reason = this.elsewhere.has(service) ? "is served elsewhere" : "is not served here";
    report({
      event: "warning",
      text: `${sourceArn} ${reason}: its consumer ${consumer.functionArn} is not fed.`,
    });
    return undefined;
  }
}
