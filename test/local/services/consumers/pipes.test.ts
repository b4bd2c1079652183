import { PipeFunctions, pipeMappings } from "../../../../lib/local/services/consumers/pipes";
import type { Delivery } from "../../../../lib/local/services/contract/service";
import { FakeFunctions, type Handler } from "../../gateways/support/context";
import { testModel } from "../../support/model";

const arn = (service: string, name: string) => `arn:aws:${service}:us-east-1:123456789012:${name}`;
const role = "arn:aws:iam::123456789012:role/pipe";
const message = (body: object) => ({ messageId: "m1", body: JSON.stringify(body), eventSource: "aws:sqs" });

/** Sends records through a pipe from a queue, and returns the messages of the targets. */
async function through(
  values: object,
  records: readonly object[],
  handlers: Readonly<Record<string, Handler>> = {},
) {
  const model = testModel({
    aws_pipes_pipe: {
      It: { name: "It", role_arn: role, source: arn("sqs", "in"), target: arn("sqs", "out"), ...values },
    },
  });
  const [mapping] = pipeMappings(model);
  if (mapping === undefined) throw new Error("no pipe");
  const delivered: Delivery[] = [];
  const functions = new FakeFunctions(handlers);
  const pipe = new PipeFunctions(mapping.pipe, {
    model: () => model,
    functions,
    deliver: async (delivery) => void delivered.push(delivery),
    now: () => 0,
  });
  const payload = JSON.stringify({ Records: records });
  const outcome = await pipe.invoke({ functionArn: mapping.functionArn, payload, source: "queue in" });
  return { mapping, delivered, functions, outcome };
}

// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-pipes.html
describe("pipes", () => {
  test("read their source as its parameters say", async () => {
    const { mapping } = await through(
      {
        source_parameters: {
          sqs_queue_parameters: { batch_size: 5, maximum_batching_window_in_seconds: 2 },
          filter_criteria: { filter: [{ pattern: '{"body":{"kind":["a"]}}' }] },
        },
      },
      [],
    );
    expect(mapping).toMatchObject({ batchSize: 5, windowSeconds: 2, filters: [{ body: { kind: ["a"] } }] });
  });

  test("send failed records to a queue, with the permissions of the pipe", async () => {
    const dead_letter_config = { arn: arn("sqs", "dead") };
    const source_parameters = { kinesis_stream_parameters: { dead_letter_config } };
    const pipe = { arn: arn("pipes", "pipe/It"), source: arn("kinesis", "stream/in") };
    const { mapping } = await through({ ...pipe, source_parameters }, []);
    expect(mapping).toMatchObject({
      onFailureArn: arn("sqs", "dead"),
      session: { roleArn: role },
      pipeArn: pipe.arn,
    });
  });

  test("that are stopped read nothing", () => {
    const stopped = { name: "It", source: "a", target: "b", desired_state: "STOPPED" };
    expect(pipeMappings(testModel({ aws_pipes_pipe: { It: stopped } }))).toEqual([]);
  });

  test("send each record to a queue, in its group", async () => {
    const target_parameters = { sqs_queue_parameters: { message_group_id: "$.messageId" } };
    const { delivered } = await through({ target_parameters }, [message({ id: 1 })]);
    expect(delivered).toEqual([
      {
        targetArn: arn("sqs", "out"),
        body: JSON.stringify(message({ id: 1 })),
        source: "pipe It",
        sender: { roleArn: role, sessionName: "It" },
        groupId: "m1",
      },
    ]);
  });

  test("fill a template: JSON, text in quotes, and paths into the body", async () => {
    const input_template =
      '{"id": <$.body.id>, "text": "is <$.body.text>", "all": <$.body.list>, "none": <$.x>}';
    const { delivered } = await through({ target_parameters: { input_template } }, [
      message({ id: 1, text: 'a "b"', list: [1] }),
    ]);
    expect(JSON.parse(delivered[0]?.body ?? "")).toEqual({ id: 1, text: 'is a "b"', all: [1], none: null });
  });

  test("send to a bus as events", async () => {
    const parameters = { eventbridge_event_bus_parameters: { detail_type: "ordered" } };
    const target = arn("events", "event-bus/shop");
    const { delivered } = await through({ target, target_parameters: parameters }, [message({ id: 1 })]);
    expect(JSON.parse(delivered[0]?.body ?? "")).toMatchObject({
      source: "Pipe It",
      "detail-type": "ordered",
      detail: { messageId: "m1" },
    });
  });

  test("call a function with a list, and pass its answer on to the source", async () => {
    const target = arn("lambda", "function:sink");
    const failures = { batchItemFailures: [{ itemIdentifier: "m1" }] };
    const { functions, outcome } = await through({ target }, [message({ id: 1 })], { sink: () => failures });
    expect(functions.events("sink")).toEqual([[message({ id: 1 })]]);
    expect(outcome).toMatchObject({ status: "ok", payload: JSON.stringify(failures) });
  });

  test("send the result of the enrichment, and nothing if it fails", async () => {
    const enrichment = arn("lambda", "function:look");
    const good = await through({ enrichment }, [message({})], { look: () => [{ a: 1 }, { a: 2 }] });
    expect(good.delivered.map(({ body }) => body)).toEqual(['{"a":1}', '{"a":2}']);
    const bad = await through({ enrichment }, [message({})], {
      look: () => {
        throw new Error("no");
      },
    });
    expect([bad.delivered, bad.outcome.status]).toEqual([[], "error"]);
  });

  test("have the members of a Kinesis record in addition to the others", async () => {
    const data = Buffer.from('{"id":7}').toString("base64");
    const target_parameters = { input_template: "<$.partitionKey> <$.data.id> <$.eventID>" };
    const record = { kinesis: { partitionKey: "p", data }, eventID: "e" };
    const { delivered } = await through({ target_parameters }, [record]);
    expect(delivered[0]?.body).toBe('"p" 7 "e"');
  });
});
