import { useState } from "preact/hooks";
import type { ListedResource } from "../data";
import { ask } from "./api";
import { Text } from "./detail";
import { Area, operate, useAttempt } from "./form";
import { clean, pretty } from "./trace";

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
      {kind === "crons" && <RunNow resource={resource} />}
      {kind === "databases" && <Query resource={resource} />}
      {(kind === "parameters" || kind === "secrets") && <Value key={name} resource={resource} />}
    </>
  );
}

function RunNow({ resource: { job } }: { readonly resource: ListedResource }) {
  const [answer, setAnswer] = useState<string>();
  const [problem, attempt] = useAttempt();
  if (job === undefined) return <p class="quiet">Its target is not a function that runs here.</p>;
  const run = async () => {
    const outcome = await ask("invoke", job);
    if ("problem" in outcome) throw new Error(outcome.problem);
    setAnswer(outcome.status === "refused" ? outcome.reason : outcome.payload);
  };
  return (
    <>
      <div class="buttons">
        <button type="button" class="main" onClick={() => attempt(run)}>
          Run now
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
        input: { SecretId: arn },
      });
      return setValue(found.SecretString ?? "The value is binary.");
    }
    const found = await operate<{ readonly Parameter?: { readonly Value?: string } }>({
      service: "ssm",
      operation: "GetParameter",
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
  const [answer, setAnswer] = useState<string>();
  const [problem, attempt] = useAttempt();
  const run = async () => {
    const input = { resourceArn: arn, secretArn, sql, formatRecordsAs: "JSON" };
    const found = await operate<Answered>({ service: "rds-data", operation: "ExecuteStatement", input });
    setAnswer(found.formattedRecords ?? `${found.numberOfRecordsUpdated ?? 0} rows were changed.`);
  };
  return (
    <>
      <Area label="SQL" value={sql} change={setSql} />
      <div class="buttons">
        <button type="button" class="main" onClick={() => attempt(run)}>
          Run
        </button>
      </div>
      {problem}
      {answer !== undefined && <Text title="Answer" text={pretty(answer)} />}
    </>
  );
}
