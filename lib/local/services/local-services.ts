import { isDeepStrictEqual } from "node:util";
import type { Model } from "../../model";
import { CleanUps } from "../clean-ups";
import { secretsInModel } from "../declared-secrets";
import { functionSession } from "../functions/role-credentials";
import type { History } from "../history/history";
import type { PoolKeys } from "../identities";
import type { Functions, Timers } from "../invoke";
import { step } from "../part-failure";
import { allPending, nothingPending, type PendingWork } from "../pending/pending-work";
import { RunningWork } from "../pending/running-work";
import type { AccessControl } from "../permissions/access-control";
import type { Report } from "../report";
import type { AccessKeys } from "../wire/local-credentials";
import { UserPools } from "./cognito-idp/user-pools";
import { PipeFunctions, type PipeMapping, pipeMappings } from "./consumers/pipes";
import { regionalModel } from "./contract/call-region";
import { type EventSourceMapping, eventSourceMappings } from "./contract/event-source-mapping";
import type { Consumer, Deliver, EventSources, Service, ServiceContext } from "./contract/service";
import { deliverTo } from "./deliver";
import { DynamodbTables } from "./dynamodb/dynamodb-tables";
import type { EndpointRouter } from "./endpoint-router";
import { signingNameOf } from "./endpoint-variables";
import { AsyncInvocations } from "./lambda/async-invocations";
import { S3Buckets } from "./s3/buckets";
import type { StoredObject } from "./s3/objects/stored-object";
import { scheduledInput, serviceTable } from "./service-table";
import type { QueuedMessage } from "./sqs/queue";
import { SqsQueues } from "./sqs/queues";

export interface ServicesOptions {
  readonly model: Model;
  readonly functions: Functions;
  readonly report: Report;
  readonly clock: Timers;
  readonly keys: PoolKeys;
  readonly accessKeys: AccessKeys;
  readonly dataFolder: string | undefined;
  /** Services that the user runs an emulator for, by any of their names. */
  readonly elsewhere: ReadonlySet<string>;
  readonly runsSchedules: boolean;
  /** The time by which schedules run. @default - `clock` */
  readonly scheduleClock?: Timers | undefined;
  /** Counts the deliveries that run. @default - only `pending` of this object knows them */
  readonly work?: RunningWork | undefined;
  /** Whether failed events of functions are tried again after seconds, in place of minutes. @default false */
  readonly retriesFast?: boolean | undefined;
  readonly databaseServer?: string | undefined;
  /** The value of a secret on this machine. @default - there are none */
  readonly secrets?: ((name: string) => string | undefined) | undefined;
  /** Decides what services and consumers may do. @default - everything is allowed */
  readonly access?: AccessControl | undefined;
  /** The history. @default - nothing is recorded */
  readonly history?: History | undefined;
}

interface RunningConsumer {
  readonly mapping: EventSourceMapping;
  readonly consumer: Consumer;
}

/** The services of a model that run here, and the functions that consume their queues and streams. */
export class LocalServices {
  private readonly running = new Map<string, Service>();
  private readonly consumers = new Map<string, RunningConsumer>();
  private readonly elsewhere: ReadonlySet<string>;
  private readonly deliver: Deliver;
  /** Invocations of functions by services, which wait for no result. */
  private readonly later: AsyncInvocations;
  private readonly work: RunningWork;
  private model: Model;

  private constructor(
    private readonly router: EndpointRouter,
    private readonly options: ServicesOptions,
  ) {
    this.model = regionalModel(options.model);
    this.elsewhere = new Set([...options.elsewhere].map(signingNameOf));
    const { functions, report, clock, access, dataFolder, retriesFast, history } = options;
    this.work = options.work ?? new RunningWork();
    this.later = new AsyncInvocations({
      functions,
      retriesFast,
      dataFolder,
      clock,
      report,
      model: () => this.model,
      deliver: (delivery) => this.deliver(delivery),
    });
    const deliver = deliverTo(this.running, this.later, report, access, history);
    this.deliver = (delivery) => this.work.run(() => deliver(delivery));
  }

  static async start(router: EndpointRouter, options: ServicesOptions): Promise<LocalServices> {
    const services = new LocalServices(router, options);
    try {
      await services.take(services.model);
      services.later.retries.resume();
      for (const { resources } of services.running.values()) resources.resume?.();
      return services;
    } catch (error) {
      await services.stop().catch(() => {});
      throw error;
    }
  }

  /** Takes over a changed model; data and deliveries on their way stay. */
  async replace(given: Model): Promise<void> {
    const model = regionalModel(given);
    this.model = model;
    await Promise.all(
      [...this.running].map(([name, { resources }]) =>
        step(`the service ${name}`, () => resources.replace(model)),
      ),
    );
    await this.take(model);
  }

  /** The input that a schedule would send to a function now; undefined if the function has no schedule. */
  scheduledInput(functionArn: string): string | undefined {
    return scheduledInput(this.model, functionArn, this.options.clock.now());
  }

  /** Deliveries and retries, and the records that consumers have not processed yet. */
  pending(): PendingWork {
    return allPending([
      { isBusy: this.work.isBusy, dueAt: undefined },
      this.later.retries.pending(),
      ...[...this.running.values()].map(({ resources }) => resources.pending?.() ?? nothingPending),
      ...[...this.consumers.values()].map(({ consumer }) => consumer.pending()),
    ]);
  }

  /** The queues; undefined where an emulator has them. */
  /** The values of the secrets that the services have, and of those that the app declares. */
  secretValues(): readonly string[] {
    return [
      ...[...this.running.values()].flatMap(({ resources }) => [...(resources.secretValues?.() ?? [])]),
      ...secretsInModel(this.model, this.options.secrets),
    ];
  }

  get queues(): SqsQueues | undefined {
    const resources = this.running.get("sqs")?.resources;
    return resources instanceof SqsQueues ? resources : undefined;
  }

  /** The user pools; undefined where an emulator has them. */
  get userPools(): UserPools | undefined {
    const resources = this.running.get("cognito-idp")?.resources;
    return resources instanceof UserPools ? resources : undefined;
  }

  /** The tables; undefined where an emulator has them. */
  get tables(): DynamodbTables | undefined {
    const resources = this.running.get("dynamodb")?.resources;
    return resources instanceof DynamodbTables ? resources : undefined;
  }

  /** The objects of a bucket, by its name; undefined if the bucket is not here. */
  objectsOf(bucket: string): readonly StoredObject[] | undefined {
    const resources = this.running.get("s3")?.resources;
    return resources instanceof S3Buckets ? resources.find(bucket)?.objects.newest() : undefined;
  }

  /** The messages of a queue, without receiving them; undefined if the queue is not here. */
  messagesOf(queueArn: string): readonly QueuedMessage[] | undefined {
    return this.queues?.byArn(queueArn)?.content();
  }

  async stop(): Promise<void> {
    const ends = new CleanUps();
    for (const { resources } of this.running.values()) ends.add(resources, async (each) => each.stop?.());
    for (const { consumer } of this.consumers.values()) ends.add(consumer, (each) => each.stop());
    ends.add(this.later.retries, (each) => each.stop());
    this.consumers.clear();
    await ends.run();
  }

  private async take(model: Model): Promise<void> {
    for (const [name, { start }] of serviceTable) {
      if (this.running.has(name) || this.elsewhere.has(name)) continue;
      this.running.set(name, await step(`the service ${name}`, () => start(this.context(model))));
    }
    this.router.serve(this.running);
    await this.feed([...eventSourceMappings(model), ...pipeMappings(model)]);
  }

  private context(model: Model): ServiceContext {
    const { functions, access, report, clock, keys, accessKeys, dataFolder } = this.options;
    const { runsSchedules, scheduleClock, secrets, databaseServer } = this.options;
    return {
      model,
      functions,
      access,
      report,
      clock,
      keys,
      accessKeys,
      dataFolder,
      runsSchedules,
      scheduleClock,
      secrets,
      databaseServer,
      deliver: this.deliver,
      invokeLater: (request) => this.later.invoke(request),
    };
  }

  /** Starts and stops consumers; those with an unchanged mapping continue. */
  private async feed(wanted: readonly EventSourceMapping[]): Promise<void> {
    for (const [address, running] of this.consumers) {
      const same = wanted.find((each) => each.address === address);
      if (same !== undefined && isDeepStrictEqual(same, running.mapping)) continue;
      this.consumers.delete(address);
      await running.consumer.stop();
    }
    for (const mapping of wanted) {
      if (this.consumers.has(mapping.address)) continue;
      const consumer = this.consume(mapping);
      if (consumer !== undefined) this.consumers.set(mapping.address, { mapping, consumer });
    }
  }

  /** The functions that are called with the records: those of the app, or a pipe. */
  private functionsOf(mapping: EventSourceMapping | PipeMapping): Functions {
    const { functions, clock } = this.options;
    if (!("pipe" in mapping)) return functions;
    const { deliver } = this;
    return new PipeFunctions(mapping.pipe, {
      model: () => this.model,
      functions,
      deliver,
      now: () => clock.now(),
    });
  }

  /** Whether the role of a consumer lacks a permission to read its source, which AWS refuses then. The log says which. */
  private mayNotRead(mapping: EventSourceMapping | PipeMapping, actions: EventSources["actions"]): boolean {
    const { sourceArn, functionArn } = mapping;
    const { access } = this.options;
    const session = "pipe" in mapping ? mapping.pipe.session : functionSession(this.model, functionArn);
    if (access === undefined || session === undefined) return false;
    const needed = actions.map((action) => ({ action, resource: sourceArn }));
    return access.check({ type: "session", session }, needed) !== undefined;
  }

  private consume(mapping: EventSourceMapping): Consumer | undefined {
    const { sourceArn, functionArn } = mapping;
    const { clock, report, dataFolder } = this.options;
    const functions = this.functionsOf(mapping);
    const [, , name = "", region = ""] = sourceArn.split(":");
    const source = this.running.get(name)?.resources.eventSource;
    if (source !== undefined && this.mayNotRead(mapping, source.actions)) return undefined;
    const consumer = source?.consume(mapping, {
      functions,
      clock,
      region,
      deliver: this.deliver,
      dataFolder,
      report,
      sessionOf: (arn) => functionSession(this.model, arn),
    });
    if (consumer !== undefined) return consumer;
    const reason = this.elsewhere.has(name) ? "is served elsewhere" : "is not served here";
    report({
      event: "warning",
      text: `${sourceArn} ${reason}: its consumer ${functionArn} is not fed.`,
    });
    return undefined;
  }
}
