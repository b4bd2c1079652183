import { defaultRegion } from "../../facts/aws/partitions";
import { callAws, endpointOf, jsonError } from "../aws/call";
import { boundResources, type WrittenAtSynthesis } from "../bindings/resources";

/** Jobs of the app, by id; synthesis writes them. */
export interface JobResources extends WrittenAtSynthesis {}

/**
 * The payloads of jobs, by id. Declare them beside the handler, so that callers and handler agree:
 *
 * @example
 * declare module "serverform/node/job" {
 *   export interface JobTypes { MonthReport: { readonly month: string } }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: the app adds its members
export interface JobTypes {}

type PayloadOf<Id> = Id extends keyof JobTypes ? JobTypes[Id] : unknown;

/** A job that this function is bound to. */
export interface RunnableJob<Payload> {
  /** Starts the job; returns when it has been started, and not when it has ended. */
  run(options: { readonly payload: Payload }): Promise<void>;
}

const names = boundResources<Readonly<Record<string, { readonly functionName: string }>>>({
  className: "Job",
  variables: ["functionName"],
});

/**
 * The jobs that this function is bound to.
 *
 * @example
 * await Job.MonthReport.run({ payload: { month: "2026-01" } });
 */
export const Job = new Proxy(
  {} as { readonly [Id in keyof JobResources]: JobResources[Id] & RunnableJob<PayloadOf<Id>> },
  {
    get: (_target, id) => (typeof id === "symbol" ? undefined : findJob(id)),
    has: (_target, id) => Reflect.has(names, id),
  },
);

function findJob(id: string): (RunnableJob<unknown> & { readonly functionName: string }) | undefined {
  const found = names[id];
  if (found === undefined) return undefined;
  const { functionName } = found;
  return { functionName, run: ({ payload }) => start(functionName, payload) };
}

async function start(functionName: string, payload: unknown): Promise<void> {
  const options = { region: process.env.AWS_REGION ?? defaultRegion, timeoutMs: 15_000 };
  const url = new URL(
    `/2015-03-31/functions/${encodeURIComponent(functionName)}/invocations`,
    endpointOf("lambda", "lambda", options),
  );
  const body = JSON.stringify({ payload });
  const answer = await callAws({ service: "lambda", method: "POST", url, body }, options);
  if (answer.status >= 300) throw jsonError(answer, "lambda");
  if (answer.headers["x-amz-function-error"] !== undefined) {
    throw new Error(`The job could not be started: ${answer.body.toString("utf8")}`);
  }
}

/** The handler of a job, with the type of its payload. */
export function JobHandler<Id extends string>(
  _id: Id,
  run: (payload: PayloadOf<Id>) => unknown,
): (payload: PayloadOf<Id>) => Promise<void> {
  return async (payload) => {
    await run(payload);
  };
}
