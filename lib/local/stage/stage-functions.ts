import { isArn } from "../../facts/aws/arns";
import { type AwsOptions, callAws, endpointOf } from "../../runtime/aws";
import {
  type FunctionSettings,
  type Functions,
  type InvokeOutcome,
  type InvokeRequest,
  jsonOf,
  runsHere,
} from "../invoke";

export interface StageFunctionSettings extends FunctionSettings {
  readonly constructPath: string;
  /** The reason why it cannot run here, as a sentence. @default - it can */
  readonly refusal?: string;
}

export interface StageFunctionsOptions {
  readonly here: Functions;
  /** Whether a function should run on this machine, by its construct path. */
  readonly isHere: (functionId: string) => boolean;
  readonly functions: readonly StageFunctionSettings[];
  readonly aws: Omit<AwsOptions, "region">;
}

/** Lambda answers when the function ends, which may take 15 minutes. */
const timeoutMs = 16 * 60_000;

/** The functions of a deployed stage: some run on this machine, the others in AWS. */
export class StageFunctions implements Pick<Functions, "invoke" | "stop"> {
  private remote: ReadonlySet<string>;
  private refusals: ReadonlyMap<string, string>;

  constructor(private readonly options: StageFunctionsOptions) {
    this.remote = this.remoteOf(options.functions);
    this.refusals = refusalsOf(options.functions);
  }

  async invoke(request: InvokeRequest): Promise<InvokeOutcome> {
    const { functionArn } = request;
    const name = isArn(functionArn) ? (functionArn.split(":")[6] ?? "") : functionArn;
    if (this.remote.has(name)) return this.invokeInAws(request);
    const refusal = this.refusals.get(name);
    if (refusal === undefined) return this.options.here.invoke(request);
    return {
      status: "refused",
      requestId: request.requestId ?? "",
      reason: `${name} does not run here. ${refusal}`,
    };
  }

  async replace(
    functions: readonly StageFunctionSettings[],
    environment?: Parameters<Functions["replace"]>[1],
  ): Promise<void> {
    this.remote = this.remoteOf(functions);
    this.refusals = refusalsOf(functions);
    await this.options.here.replace(functions, environment);
  }

  async stop(): Promise<void> {
    await this.options.here.stop();
  }

  private remoteOf(functions: readonly StageFunctionSettings[]): ReadonlySet<string> {
    const { isHere } = this.options;
    return new Set(
      // The history of durable functions is kept in AWS.
      functions
        .filter((each) => !isHere(each.constructPath) || !runsHere(each) || each.durable !== undefined)
        .map(({ name }) => name),
    );
  }

  /** Source: https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html */
  private async invokeInAws({
    functionArn,
    payload,
    requestId = "",
    clientContext,
  }: InvokeRequest): Promise<InvokeOutcome> {
    const [, , , region = ""] = functionArn.split(":");
    const aws = { ...this.options.aws, region };
    const path = `/2015-03-31/functions/${encodeURIComponent(functionArn)}/invocations`;
    const start = performance.now();
    try {
      const answer = await callAws(
        {
          service: "lambda",
          method: "POST",
          url: new URL(path, endpointOf("lambda", "lambda", aws)),
          headers: {
            "content-type": "application/json",
            ...(clientContext !== undefined && {
              "x-amz-client-context": Buffer.from(clientContext).toString("base64"),
            }),
          },
          body: payload,
        },
        { timeoutMs, ...aws },
      );
      const text = answer.body.toString("utf8");
      const id = String(answer.headers["x-amzn-requestid"] ?? requestId);
      const durationMs = performance.now() - start;
      if (answer.status !== 200) {
        const { message, Message = message } = Object(jsonOf(text)) as {
          message?: unknown;
          Message?: unknown;
        };
        return refused(id, functionArn, String(Message ?? `status ${answer.status}`));
      }
      if (answer.headers["x-amz-function-error"] === undefined) {
        return { status: "ok", requestId: id, payload: text, durationMs };
      }
      const { errorType, errorMessage } = Object(jsonOf(text)) as Record<string, unknown>;
      return {
        status: "error",
        requestId: id,
        payload: text,
        errorType: String(errorType ?? "Error"),
        errorMessage: String(errorMessage ?? text.slice(0, 1000)),
        durationMs,
      };
    } catch (error) {
      return refused(requestId, functionArn, error instanceof Error ? error.message : String(error));
    }
  }
}

const refusalsOf = (functions: readonly StageFunctionSettings[]): ReadonlyMap<string, string> =>
  new Map(functions.flatMap(({ name, refusal }) => (refusal === undefined ? [] : [[name, refusal]])));

const refused = (requestId: string, functionArn: string, reason: string): InvokeOutcome => ({
  status: "refused",
  requestId,
  reason: `${functionArn} could not be invoked in AWS: ${reason}`,
});
