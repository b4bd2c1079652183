import { type AwsOptions, callAws, endpointOf } from "../../runtime/aws";

/** The migrator's own limit and a little more. */
const timeoutMs = 910_000;

/** Invokes the migrator of a deployed stage. Rejects with the reason when it fails. */
export async function invokeMigrator(name: string, request: object, aws: AwsOptions): Promise<unknown> {
  const path = `/2015-03-31/functions/${encodeURIComponent(name)}/invocations`;
  const url = new URL(path, endpointOf("lambda", "lambda", aws));
  const body = JSON.stringify(request);
  const answer = await callAws({ service: "lambda", method: "POST", url, body }, { timeoutMs, ...aws });
  const text = answer.body.toString("utf8");
  if (answer.status < 300 && answer.headers["x-amz-function-error"] === undefined)
    return JSON.parse(text) as unknown;
  throw new Error(reasonIn(text));
}

function reasonIn(text: string): string {
  try {
    const {
      errorMessage,
      message,
      Message = message,
    } = Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
    return String(errorMessage ?? Message ?? text);
  } catch {
    return text;
  }
}
