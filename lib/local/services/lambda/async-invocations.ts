import { isArn } from "../../../facts/aws/arns";
import { jsonOrText } from "../../../facts/text/json";
import { block, type Model, number, requireText, text, type Values } from "../../../model";
import { functionSession } from "../../functions/role-credentials";
import { currentCauses, newFactId, withCauses } from "../../history/causes";
import type { Functions, InvokeOutcome, InvokeRequest, Timers } from "../../invoke";
import type { Report } from "../../report";
import { createEvent } from "../contract/bus-event";
import type { Deliver, Delivery } from "../contract/service";
import { WaitingRetries } from "../contract/waiting-retries";

/** Source: https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html */
const defaults = { retries: 2, ageSeconds: 6 * 60 * 60 } as const;
const retryDelaysMs = [60_000, 120_000] as const;
const shortDelaysMs = [1000, 2000] as const;

export interface AsyncInvocationsContext {
  readonly functions: Functions;
  readonly clock: Timers;
  readonly report: Report;
  readonly model: () => Model;
  readonly deliver: Deliver;
  /** Whether events are tried again after one and two seconds, in place of minutes. @default false */
  readonly retriesFast?: boolean | undefined;
  /** Where events that wait for a retry survive the server. @default - they do not */
  readonly dataFolder?: string | undefined;
}

/** An event that is tried again. */
interface WaitingEvent {
  readonly request: Pick<InvokeRequest, "functionArn" | "payload" | "source" | "clientContext" | "requestId">;
  readonly acceptedAt: number;
  /** The attempt that comes. */
  readonly count: number;
  readonly dueAt: number;
  /** The facts that caused the event. @default - unknown */
  readonly causes?: readonly string[];
}

/** Invokes functions for senders that wait for no result: failures are tried again, and end in destinations. */
export class AsyncInvocations {
  /** The events that are tried again. With a data folder, the next run continues. */
  readonly retries: WaitingRetries<WaitingEvent>;

  constructor(private readonly context: AsyncInvocationsContext) {
    const { clock, dataFolder, model } = context;
    this.retries = new WaitingRetries({
      clock,
      dataFolder,
      service: "lambda",
      attempt: ({ request, acceptedAt, count, causes = [] }) =>
        withCauses(causes, () =>
          this.attempt(request, settingsOf(model(), request.functionArn), acceptedAt, count),
        ),
    });
  }

  /** Resolves after the first attempt. */
  async invoke(request: InvokeRequest): Promise<InvokeOutcome> {
    const settings = settingsOf(this.context.model(), request.functionArn);
    return this.attempt(request, settings, this.context.clock.now(), 1);
  }

  private async attempt(
    request: InvokeRequest,
    settings: AsyncSettings,
    acceptedAt: number,
    count: number,
  ): Promise<InvokeOutcome> {
    const { functions, clock, retriesFast = false } = this.context;
    const outcome = await functions.invoke(request);
    if (outcome.status === "refused") return outcome;
    if (outcome.status === "ok") {
      await this.toDestination(settings.onSuccessArn, "Success", request, settings, outcome, count);
      return outcome;
    }
    const delay = (retriesFast ? shortDelaysMs : retryDelaysMs)[count - 1];
    const isOver = count > settings.retries || delay === undefined;
    const wouldBeOld = clock.now() + (delay ?? 0) - acceptedAt >= 1000 * settings.ageSeconds;
    if (isOver || wouldBeOld) {
      await this.giveUp(isOver ? "RetriesExhausted" : "EventAgeExceeded", request, settings, outcome, count);
      return outcome;
    }
    this.log(
      "retry",
      request,
      settings.arn,
      `fails, and is tried again in ${retriesFast ? `${delay / 1000} s` : `${delay / 60_000} min`}`,
    );
    const { functionArn, payload, source, clientContext } = request;
    const again = {
      functionArn,
      payload,
      source,
      ...(clientContext !== undefined && { clientContext }),
      requestId: outcome.requestId,
    };
    const dueAt = clock.now() + delay;
    this.retries.add({ request: again, acceptedAt, count: count + 1, dueAt, causes: currentCauses() });
    return outcome;
  }

  private async giveUp(
    condition: string,
    request: InvokeRequest,
    settings: AsyncSettings,
    outcome: Exclude<InvokeOutcome, { status: "refused" }>,
    count: number,
  ): Promise<void> {
    const { deadLetterArn, onFailureArn } = settings;
    if (deadLetterArn !== undefined) {
      const errorMessage = outcome.status === "error" ? outcome.errorMessage : "";
      const fact = this.log("dead-letter", request, deadLetterArn, `goes to ${deadLetterArn}`);
      await withCauses([fact], () =>
        this.send(settings, {
          targetArn: deadLetterArn,
          body: request.payload,
          source: `function ${nameOf(settings.arn)}`,
          attributes: {
            RequestID: { DataType: "String", StringValue: outcome.requestId },
            ErrorCode: { DataType: "Number", StringValue: "200" },
            ErrorMessage: { DataType: "String", StringValue: errorMessage.slice(0, 1024) },
          },
        }),
      );
    }
    if (onFailureArn === undefined) return;
    const fact = this.log("dead-letter", request, onFailureArn, `goes to ${onFailureArn}`);
    await withCauses([fact], () =>
      this.toDestination(onFailureArn, condition, request, settings, outcome, count),
    );
  }

  /** Source: https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html */
  private async toDestination(
    targetArn: string | undefined,
    condition: string,
    request: InvokeRequest,
    settings: AsyncSettings,
    outcome: Exclude<InvokeOutcome, { status: "refused" }>,
    approximateInvokeCount: number,
  ): Promise<void> {
    if (targetArn === undefined) return;
    const { clock, model } = this.context;
    const functionArn = `${settings.arn}:$LATEST`;
    const record = {
      version: "1.0",
      timestamp: new Date(clock.now()).toISOString(),
      requestContext: { requestId: outcome.requestId, functionArn, condition, approximateInvokeCount },
      requestPayload: jsonOrText(request.payload),
      responseContext: {
        statusCode: 200,
        executedVersion: "$LATEST",
        ...(outcome.status === "error" && { functionError: "Unhandled" }),
      },
      responsePayload: jsonOrText(outcome.payload),
    };
    const kind = condition === "Success" ? "Success" : "Failure";
    const facts = {
      source: "lambda",
      "detail-type": `Lambda Function Invocation Result - ${kind}`,
      detail: record,
    };
    const isBus = targetArn.includes(":event-bus/");
    const sent = isBus ? createEvent(model(), clock.now(), facts, [targetArn, functionArn]) : record;
    const source = `function ${nameOf(settings.arn)}`;
    await this.send(settings, { targetArn, body: JSON.stringify(sent), source });
  }

  private async send(settings: AsyncSettings, delivery: Delivery): Promise<void> {
    const sender = functionSession(this.context.model(), settings.arn);
    await this.context.deliver({ ...delivery, ...(sender !== undefined && { sender }) });
  }

  /** Returns the id of the fact in the history. */
  private log(
    kind: "retry" | "dead-letter",
    { source, functionArn }: InvokeRequest,
    target: string,
    what: string,
  ): string {
    const text = `An event of ${source} for the function ${nameOf(functionArn)} ${what}.`;
    const fact = newFactId();
    this.context.report({ event: "delivery", kind, source, target, fact, text });
    return fact;
  }
}

function settingsOf(model: Model, functionArn: string) {
  const arn = functionArn.split(":").slice(0, 7).join(":");
  const name = nameOf(functionArn);
  const resource =
    model.find("aws_lambda_function", "arn", arn) ?? model.find("aws_lambda_function", "function_name", name);
  const values = resource?.values ?? {};
  const config = configOf(
    model,
    functionArn,
    requireText(values, "arn"),
    requireText(values, "function_name"),
  );
  const destinations = block(config, "destination_config") ?? {};
  const destination = (kind: string) => text(block(destinations, kind) ?? {}, "destination");
  return {
    arn: text(values, "arn") ?? arn,
    // An execution that has ended is not begun again: the steps of a durable function have retries of their own.
    retries:
      block(values, "durable_config") === undefined
        ? (number(config, "maximum_retry_attempts") ?? defaults.retries)
        : 0,
    ageSeconds: number(config, "maximum_event_age_in_seconds") ?? defaults.ageSeconds,
    onSuccessArn: destination("on_success"),
    onFailureArn: destination("on_failure"),
    deadLetterArn: text(block(values, "dead_letter_config") ?? {}, "target_arn"),
  };
}

type AsyncSettings = Readonly<ReturnType<typeof settingsOf>>;

/** The config of the version or alias that is invoked; else the one of the function. */
function configOf(model: Model, invoked: string, arn: string, name: string): Values {
  const qualifier = isArn(invoked) ? invoked.split(":")[7] : invoked.split(":")[1];
  const configs = model
    .ofType("aws_lambda_function_event_invoke_config")
    .map(({ values }) => values)
    .filter((values) => [arn, name].includes(requireText(values, "function_name")));
  return (
    configs.find((values) => text(values, "qualifier") === (qualifier ?? "$LATEST")) ??
    configs.find((values) => qualifier === undefined && text(values, "qualifier") === undefined) ??
    {}
  );
}

/** The name in an ARN, with a version or an alias or without; a name stays. */
function nameOf(functionArn: string): string {
  return (isArn(functionArn) ? functionArn.split(":")[6] : functionArn.split(":")[0]) ?? functionArn;
}
