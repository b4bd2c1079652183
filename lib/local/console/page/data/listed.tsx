import { useState } from "preact/hooks";
import type { DataRequest, ListedResource } from "../../data";
import { ask } from "../api";
import { Text } from "../detail";
import { Area, operate, useAttempt } from "../form";
import { problemOfJson } from "../json-problem";
import { clean, pretty } from "../trace";
import { Objects } from "./buckets";

/** A resource without an editor: its name, and what can be read of it. */
export function ListedView({ resource }: { readonly resource: ListedResource }) {
  const { kind, name, arn, note } = resource;
  return (
    <>
      <table>
        <tbody>
          {[
            ["Name", name],
            ["ARN", arn],
            ["Schedule", note ?? ""],
          ].map(([title = "", value = ""]) =>
            value === "" ? null : (
              <tr key={title}>
                <th scope="row">{title}</th>
                <td>{clean(value)}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      {resource.sample !== undefined && <Publish resource={resource} sample={resource.sample} />}
      {kind === "buckets" && <Objects bucket={resource} />}
      {kind === "crons" && <RunNow resource={resource} />}
      {kind === "databases" && <Query resource={resource} />}
      {(kind === "parameters" || kind === "secrets") && <Value resource={resource} />}
    </>
  );
}

/** Publishes a message to a topic, a bus or a stream. Its effects are in the timeline. */
function Publish({ resource, sample }: { readonly resource: ListedResource; readonly sample: string }) {
  const [message, setMessage] = useState(sample);
  const [told, setTold] = useState("");
  const [problem, attempt] = useAttempt();
  const send = async () => {
    setTold("");
    await operate(publication(resource, message));
    setTold("The message was published. The timeline shows its effects.");
  };
  return (
    <>
      <Area label={resource.kind === "buses" ? "Event" : "Message"} value={message} change={setMessage} />
      <div class="buttons">
        <button type="button" class="main" onClick={() => attempt(send)}>
          Publish
        </button>
        <span class="quiet" role="note">
          {told}
        </span>
      </div>
      {problem}
    </>
  );
}

/** Throws for an event of a bus that is not one. */
function publication({ kind, name, arn }: ListedResource, message: string): DataRequest {
  if (kind === "topics")
    return {
      service: "sns",
      operation: "Publish",
      arn,
      input: { TopicArn: arn, Message: message, ...fifoOf(name) },
    };
  if (kind === "streams") {
    const Data = btoa(String.fromCharCode(...new TextEncoder().encode(message)));
    return {
      service: "kinesis",
      operation: "PutRecord",
      arn,
      input: { StreamName: name, PartitionKey: "1", Data },
    };
  }
  const wrong = problemOfJson(message);
  if (wrong !== undefined) throw new Error(`The event is not JSON: ${wrong}`);
  const { Detail, ...event } = Object(JSON.parse(message)) as { readonly Detail?: unknown };
  const entry = { ...event, EventBusName: name, Detail: JSON.stringify(Detail ?? {}) };
  return { service: "events", operation: "PutEvents", arn, input: { Entries: [entry] } };
}

const fifoOf = (topic: string) =>
  topic.endsWith(".fifo") ? { MessageGroupId: "1", MessageDeduplicationId: crypto.randomUUID() } : {};

function RunNow({ resource: { job } }: { readonly resource: ListedResource }) {
  if (job === undefined) return <p class="quiet">Its target is not a function that runs here.</p>;
  const run = async () => {
    const outcome = await ask("invoke", job);
    if ("problem" in outcome) throw new Error(outcome.problem);
    return outcome.status === "refused" ? outcome.reason : outcome.payload;
  };
  return <Run text="Run now" run={run} />;
}

/** A button that runs something, and the answer. */
function Run({ text, run }: { readonly text: string; readonly run: () => Promise<string> }) {
  const [answer, setAnswer] = useState<string>();
  const [problem, attempt] = useAttempt();
  return (
    <>
      <div class="buttons">
        <button type="button" class="main" onClick={() => attempt(async () => setAnswer(await run()))}>
          {text}
        </button>
      </div>
      {problem}
      {answer !== undefined && <Text title="Answer" text={pretty(answer)} />}
    </>
  );
}

/** The value of a parameter or a secret, only after a click: someone may look at the screen. */
function Value({ resource: { name, arn } }: { readonly resource: ListedResource }) {
  const [value, setValue] = useState<string>();
  const [problem, attempt] = useAttempt();
  const read = async () => {
    if (arn.includes(":secretsmanager:")) {
      const found = await operate<{ readonly SecretString?: string }>({
        service: "secretsmanager",
        operation: "GetSecretValue",
        arn,
        input: { SecretId: arn },
      });
      return setValue(found.SecretString ?? "The value is binary.");
    }
    const found = await operate<{ readonly Parameter?: { readonly Value?: string } }>({
      service: "ssm",
      operation: "GetParameter",
      arn,
      input: { Name: name, WithDecryption: true },
    });
    setValue(found.Parameter?.Value ?? "");
  };
  return (
    <>
      <div class="buttons">
        <button type="button" onClick={() => (value === undefined ? attempt(read) : setValue(undefined))}>
          {value === undefined ? "Show the value" : "Hide the value"}
        </button>
      </div>
      {problem}
      {value !== undefined && <Text title="Value" text={value} />}
    </>
  );
}

interface Answered {
  readonly formattedRecords?: string;
  readonly numberOfRecordsUpdated?: number;
}

function Query({ resource: { arn, secretArn } }: { readonly resource: ListedResource }) {
  const [sql, setSql] = useState("SELECT 1 AS one");
  const run = async () => {
    const input = { resourceArn: arn, secretArn, sql, formatRecordsAs: "JSON" };
    const found = await operate<Answered>({ service: "rds-data", operation: "ExecuteStatement", arn, input });
    return found.formattedRecords ?? `${found.numberOfRecordsUpdated ?? 0} rows were changed.`;
  };
  return (
    <>
      <Area label="SQL" value={sql} change={setSql} />
      <Run text="Run" run={run} />
    </>
  );
}
