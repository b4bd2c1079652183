import { jsonOf, jsonOrText } from "../../../facts/text/json";
import { block, isValues, type Model, type Resource, requireText, text, type Values } from "../../../model";
import type { Functions, InvokeOutcome, InvokeRequest } from "../../invoke";
import { valueAt } from "../../wire/value-at";
import { createEvent } from "../contract/bus-event";
import { type EventSourceMapping, readingOf, startingConcurrency } from "../contract/event-source-mapping";
import type { Deliver } from "../contract/service";

export interface PipeMapping extends EventSourceMapping {
  readonly pipe: LocalPipe;
}

/** The running pipes of a model, each as the consumer of its source. */
export function pipeMappings(model: Model): readonly PipeMapping[] {
  return model
    .ofType("aws_pipes_pipe")
    .filter(({ values }) => text(values, "desired_state") !== "STOPPED")
    .map(mappingOf);
}

function mappingOf({ address, values }: Resource): PipeMapping {
  const sourceArn = requireText(values, "source");
  const parameters = block(values, "source_parameters") ?? {};
  const ofSource = ["sqs_queue", "kinesis_stream", "dynamodb_stream"];
  const found = ofSource.map((each) => block(parameters, `${each}_parameters`));
  const reading: Values = found.find((each) => each !== undefined) ?? {};
  const targetArn = requireText(values, "target");
  const pipe = pipeOf(values, targetArn);
  return {
    ...readingOf(sourceArn, reading, parameters),
    address,
    functionArn: targetArn,
    // A function may always report which records failed.
    partialResponses: true,
    bisect: false,
    maxConcurrency: startingConcurrency,
    onFailureArn: text(block(reading, "dead_letter_config") ?? {}, "arn"),
    session: pipe.session,
    pipeArn: text(values, "arn"),
    pipe,
  };
}

function pipeOf(values: Values, targetArn: string) {
  const parameters = block(values, "target_parameters") ?? {};
  const bus = block(parameters, "eventbridge_event_bus_parameters") ?? {};
  const stream = block(parameters, "kinesis_stream_parameters") ?? {};
  const queue = block(parameters, "sqs_queue_parameters") ?? {};
  const name = requireText(values, "name");
  return {
    name,
    /** The session whose permissions decide. */
    session: { roleArn: requireText(values, "role_arn"), sessionName: name },
    targetArn,
    enrichmentArn: text(values, "enrichment"),
    template: text(parameters, "input_template"),
    detailType: text(bus, "detail_type"),
    eventSource: text(bus, "source"),
    /** A text, or the path of one in a record: `$.partitionKey`. */
    groupId: text(stream, "partition_key") ?? text(queue, "message_group_id"),
  };
}

/** The handling of a source's records by a pipe. */
export type LocalPipe = Readonly<ReturnType<typeof pipeOf>>;

/**
 * Stands in for the function of a consumer: passes its records through a pipe.
 *
 * Source: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-pipes.html
 */
export class PipeFunctions implements Functions {
  constructor(
    private readonly pipe: LocalPipe,
    private readonly context: {
      readonly model: () => Model;
      readonly functions: Functions;
      readonly deliver: Deliver;
      readonly now: () => number;
    },
  ) {}

  async invoke({ payload }: InvokeRequest): Promise<InvokeOutcome> {
    const { enrichmentArn, targetArn } = this.pipe;
    const { Records = [] } = (jsonOf(payload) ?? {}) as { readonly Records?: readonly Values[] };
    let records: readonly unknown[] = Records.map(pipeRecord);
    if (enrichmentArn !== undefined) {
      const enriched = await this.call(enrichmentArn, records);
      if (enriched.status !== "ok") return enriched;
      const answer = jsonOf(enriched.payload);
      records = Array.isArray(answer) ? answer : answer === null || answer === undefined ? [] : [answer];
    }
    const inputs = records.map((record) => this.input(record));
    const done: InvokeOutcome = { status: "ok", requestId: "pipe", payload: "null", durationMs: 0 };
    if (inputs.length === 0) return done;
    if (targetArn.includes(":lambda:")) return this.call(targetArn, inputs.map(jsonOrText));
    for (const [index, input] of inputs.entries()) await this.send(records[index], input);
    return done;
  }

  private call(functionArn: string, records: readonly unknown[]): Promise<InvokeOutcome> {
    const source = `pipe ${this.pipe.name}`;
    return this.context.functions.invoke({ functionArn, payload: JSON.stringify(records), source });
  }

  private input(record: unknown): string {
    const { template } = this.pipe;
    return template === undefined ? JSON.stringify(record) : fill(template, record);
  }

  private async send(record: unknown, input: string): Promise<void> {
    const { name, session, targetArn, groupId } = this.pipe;
    const group = groupId?.startsWith("$") ? asText(valueAt(record, groupId.slice(1))) : groupId;
    const body = targetArn.includes(":events:") ? this.busEvent(record, input) : input;
    const groupOf = group === undefined ? {} : { groupId: group };
    await this.context.deliver({ targetArn, body, source: `pipe ${name}`, sender: session, ...groupOf });
  }

  private busEvent(record: unknown, input: string): string {
    const { name, detailType, eventSource } = this.pipe;
    const { eventSource: service = "aws:unknown" } = Object(record) as { readonly eventSource?: string };
    const facts = {
      source: eventSource ?? `Pipe ${name}`,
      "detail-type": detailType ?? `Event from ${service}`,
      detail: jsonOrText(input),
    };
    return JSON.stringify(createEvent(this.context.model(), this.context.now(), facts, []));
  }

  async replace(): Promise<void> {}

  async stop(): Promise<void> {}
}

/** A record of Kinesis has no inner object in a pipe. */
function pipeRecord(record: Values): Values {
  const { kinesis, ...rest } = record;
  return isValues(kinesis) ? { ...kinesis, ...rest } : record;
}

/** Values are inserted as text within quotes, and as JSON elsewhere. */
function fill(template: string, record: unknown): string {
  let isQuoted = false;
  return template.replace(
    /\\.|"|<(\$[^<>]*|aws\.pipes\.event\.json)>/g,
    (found, path: string | undefined) => {
      if (found === '"') isQuoted = !isQuoted;
      if (path === undefined) return found;
      const value = path.startsWith("$") ? readPath(record, path) : record;
      if (!isQuoted) return JSON.stringify(value ?? null);
      return JSON.stringify(asText(value) ?? "").slice(1, -1);
    },
  );
}

/** The body of a message and the data of a record are read as JSON, if a path leads into them. */
function readPath(record: unknown, path: string): unknown {
  const [, first = "", rest = ""] = /^\$\.(body|data)\b(.*)$/.exec(path) ?? [];
  if (first === "" || rest === "") return valueAt(record, path.slice(1));
  const given = (Object(record) as Values)[first];
  const written = first === "data" ? Buffer.from(String(given), "base64").toString("utf8") : String(given);
  return valueAt(jsonOrText(written), rest);
}

function asText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}
