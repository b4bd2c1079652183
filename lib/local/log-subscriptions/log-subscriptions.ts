import { gzipSync } from "node:zlib";
import { generateId, generateUuid, type Model, requireText, text } from "../../model";
import { functionsOf } from "../functions/read-settings";
import { contained, type FunctionSettings, type Functions, type InvokeEvent } from "../invoke";
import type { Report } from "../report";
import { type LineFilter, parseFilterPattern } from "./filter-pattern";

/** A subscription of a log group: `aws_cloudwatch_log_subscription_filter`. */
interface Subscription {
  readonly name: string;
  readonly logGroup: string;
  readonly functionArn: string;
  readonly passes: LineFilter;
}

interface LogLine {
  readonly timestamp: number;
  readonly message: string;
}

/**
 * Calls the functions that subscribe to the logs of other functions.
 *
 * Source: https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/SubscriptionFilters.html
 */
export class LogSubscriptions {
  private subscriptions: readonly Subscription[] = [];
  private settings: ReadonlyMap<string, FunctionSettings> = new Map();
  private account = "";
  private readonly waiting = new Map<Subscription, LogLine[]>();
  private work: Promise<void> = Promise.resolve();
  private functions: Pick<Functions, "invoke"> | undefined;

  constructor(private readonly options: { readonly report: Report; readonly clock: { now(): number } }) {}

  /** Reports an event of a function, and delivers its line to subscribers. */
  readonly report = (event: InvokeEvent): void => {
    this.options.report(event);
    if (this.subscriptions.length > 0) this.take(event);
  };

  serve(model: Model, functions: Pick<Functions, "invoke">): void {
    this.functions = functions;
    this.account = model.account;
    this.settings = new Map(functionsOf(model).map((each) => [each.name, each]));
    this.subscriptions = model
      .ofType("aws_cloudwatch_log_subscription_filter")
      .flatMap(({ address, values }) => {
        const functionArn = requireText(values, "destination_arn");
        if (!functionArn.includes(":lambda:")) return [];
        const pattern = text(values, "filter_pattern") ?? "";
        const passes = parseFilterPattern(pattern);
        if (passes === undefined) {
          const problem = `${address}: the filter pattern ${JSON.stringify(pattern)} is not emulated, so its function is not called.`;
          this.options.report({ event: "warning", text: problem });
          return [];
        }
        const logGroup = requireText(values, "log_group_name");
        return [{ name: requireText(values, "name"), logGroup, functionArn, passes }];
      });
  }

  /** Settles when all lines so far have been delivered. */
  async settled(): Promise<void> {
    await new Promise((done) => setImmediate(done));
    await this.work;
  }

  private take(event: InvokeEvent): void {
    if (event.event !== "log" && event.event !== "function-error") return;
    const settings = this.settings.get(event.function);
    if (settings === undefined) return;
    const line = { timestamp: this.options.clock.now(), message: "" };
    const message = messageOf(event, settings, line.timestamp);
    for (const subscription of this.subscriptions) {
      if (subscription.logGroup !== settings.logGroup || !subscription.passes(message)) continue;
      const lines = this.waiting.get(subscription);
      if (lines !== undefined) lines.push({ ...line, message });
      else this.begin(subscription, { ...line, message });
    }
  }

  /** Lines that are written together are delivered together. */
  private begin(subscription: Subscription, first: LogLine): void {
    this.waiting.set(subscription, [first]);
    setImmediate(
      contained("log subscriptions", () => {
        const lines = this.waiting.get(subscription) ?? [];
        this.waiting.delete(subscription);
        this.work = this.work.then(contained("log subscriptions", () => this.send(subscription, lines)));
      }),
    );
  }

  private async send(
    { name, logGroup, functionArn }: Subscription,
    lines: readonly LogLine[],
  ): Promise<void> {
    const content = {
      messageType: "DATA_MESSAGE",
      owner: this.account,
      logGroup,
      logStream: `${new Date(lines[0]?.timestamp ?? 0).toISOString().slice(0, 10).replaceAll("-", "/")}/[$LATEST]${generateUuid(logGroup).replaceAll("-", "")}`,
      subscriptionFilters: [name],
      logEvents: lines.map((line, index) => ({
        id: generateId(`${line.timestamp} ${index} ${line.message}`, 56, "digits"),
        ...line,
      })),
    };
    const data = gzipSync(JSON.stringify(content)).toString("base64");
    const payload = JSON.stringify({ awslogs: { data } });
    // The engine reports a failed function. CloudWatch would retry for a day.
    await this.functions?.invoke({ functionArn, payload, source: `logs ${logGroup}` });
  }
}

/** A line as the runtime sends it to CloudWatch: in the format text, Node adds time, request and level, which JSON already contains. */
function messageOf(
  event: Extract<InvokeEvent, { readonly event: "log" | "function-error" }>,
  { runtime = "", jsonLogLevel }: FunctionSettings,
  now: number,
): string {
  const isText = runtime.startsWith("nodejs") && jsonLogLevel === undefined;
  const begin = `${new Date(now).toISOString()}\t${event.requestId ?? "undefined"}`;
  if (event.event === "function-error") {
    const { errorType, errorMessage, stack } = event;
    const error = { errorType, errorMessage, stack };
    if (isText) return `${begin}\tERROR\tInvoke Error \t${JSON.stringify(error)}\n`;
    if (jsonLogLevel === undefined) return JSON.stringify(error);
    const { requestId } = event;
    const message = { errorType, errorMessage, stackTrace: stack };
    return JSON.stringify({ timestamp: new Date(now).toISOString(), level: "ERROR", requestId, message });
  }
  if (!isText) return event.line;
  return `${begin}\t${event.stream === "stderr" ? "ERROR" : "INFO"}\t${event.line}\n`;
}
