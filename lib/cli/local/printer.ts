import { isLibraryError } from "../../facts/errors/error";
import { SecretMask } from "../../facts/errors/secrets/secret-mask";
import {
  contained,
  type LocalEvent,
  type Overview,
  outcomeOfRequest,
  type ReportedError,
  type ServedGateway,
  type ServedUserPool,
} from "../../local";
import { asTyped } from "../project/package-manager";
import { errorJson } from "../ui/print-error";
import { printableJson } from "../ui/printable-text";
import type { Terminal } from "../ui/terminal";
import type { ReadyApi, ReadyLine } from "./json-lines";
import { addressesOf, nextLine, panelLines } from "./panel";
import { printableEvent } from "./printable-event";

export interface ServedServices {
  /** The endpoint for SDKs. @default - AWS */
  readonly servicesUrl?: string | undefined;
  /** The address of each service, by its name. @default - none is emulated */
  readonly serviceAddresses?: Readonly<Record<string, string>> | undefined;
  readonly userPools?: readonly ServedUserPool[] | undefined;
  /** The address of the console. @default - there is none */
  readonly consoleUrl?: string | undefined;
  /** The tables, queues and other parts of the app. @default - they are not known */
  readonly overview?: Overview | undefined;
  /** The sources of functions, by their names in AWS. @default - they are not known */
  readonly sources?: ReadonlyMap<string, string> | undefined;
  /** Whether the key `c` opens the console. @default false */
  readonly hasKeys?: boolean | undefined;
  /** The words that run this command line in the project. @default "npx serverform" */
  readonly program?: string | undefined;
}

/** How long lines are collected before they are written. Under load, this saves a write per request. */
const collectMs = 10;

/** Prints the events of a local server as readable lines or as one JSON object per line. */
export class LocalPrinter {
  private lines: string[] = [];
  private timer: NodeJS.Timeout | undefined;
  /** The APIs and routes that were printed last. */
  private printed: readonly string[] = [];
  private sources: ReadonlyMap<string, string> = new Map();
  /** Notices that were printed. Each synthesis repeats them. */
  private readonly noticed = new Set<string>();

  constructor(
    private readonly terminal: Terminal,
    private readonly json: boolean,
    /** The mask of the server, which knows the values of its secrets. @default - secrets are found by names and forms */
    private readonly secrets: () => SecretMask | undefined = () => undefined,
  ) {}

  /** Whether access log lines are printed. By default they are not, since request lines have the same facts. */
  get printsAccessLog(): boolean {
    return this.json || this.terminal.verbose;
  }

  private readonly sourceOf = (name: string): string | undefined => this.sources.get(name);

  /** Writes the collected lines. */
  readonly flush = contained("terminal", (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { lines } = this;
    this.lines = [];
    if (lines.length === 0) return;
    if (this.json) this.terminal.data(lines.join("\n"));
    else this.terminal.print(lines.join("\n"));
  });

  /** Prints URLs and routes, at the start. */
  readonly ready = (served: readonly ServedGateway[], more: ServedServices = {}): void => {
    this.sources = more.sources ?? this.sources;
    this.printed = routeLines(served, this.sourceOf);
    if (this.json) {
      const line: ReadyLine = {
        event: "ready",
        apis: served.map(apiFacts),
        ...(more.servicesUrl !== undefined && { services: more.servicesUrl }),
        ...(more.serviceAddresses !== undefined && { serviceAddresses: more.serviceAddresses }),
        ...(more.consoleUrl !== undefined && { console: more.consoleUrl }),
        ...(more.userPools !== undefined && more.userPools.length > 0 && { userPools: more.userPools }),
      };
      this.collect(printableJson(line));
      return this.flush();
    }
    this.flush();
    const { colors, width } = this.terminal;
    const content = {
      served,
      userPools: [],
      sourceOf: this.sourceOf,
      hasKeys: false,
      program: "npx serverform",
      ...defined(more),
    };
    for (const line of panelLines(content, { colors, width })) this.terminal.print(line);
    this.printServices(more);
    if (more.consoleUrl !== undefined) {
      this.terminal.print();
      this.terminal.print(`Console  ${colors.cyan(more.consoleUrl)}`);
    }
    if (served.length === 0) this.terminal.print("No API to serve.");
    this.terminal.print();
    const next = nextLine(content, { colors, width });
    if (next !== undefined) this.terminal.print(next);
    this.terminal.print("Ready. Stop with Ctrl-C.");
  };

  /** The address of all local services, and one line for each other service. */
  private printServices({ servicesUrl, serviceAddresses = {} }: ServedServices): void {
    if (servicesUrl === undefined) return;
    const { colors } = this.terminal;
    this.terminal.print();
    this.terminal.print(`Services of AWS, for SDKs  ${colors.cyan(servicesUrl)}`);
    for (const [name, url] of Object.entries(serviceAddresses)) {
      if (url !== servicesUrl) this.terminal.print(`  ${name}  ${colors.cyan(url)}`);
    }
  }

  /** Prints the routes that have changed since the last output. With JSON, prints everything. */
  readonly changed = (served: readonly ServedGateway[], more: ServedServices = {}): void => {
    if (this.json) return this.ready(served, more);
    this.sources = more.sources ?? this.sources;
    const [before, after] = [this.printed, routeLines(served, this.sourceOf)];
    this.printed = after;
    this.flush();
    const { colors } = this.terminal;
    const [old, current] = [new Set(before), new Set(after)];
    for (const line of before) if (!current.has(line)) this.terminal.print(colors.red(`- ${line}`));
    for (const line of after) if (!old.has(line)) this.terminal.print(colors.green(`+ ${line}`));
    this.terminal.print("The changed app is served.");
  };

  readonly failed = (error: unknown): void => {
    this.flush();
    if (this.json) this.terminal.data(errorJson(error, "serverform local"));
    this.terminal.error(
      isLibraryError(error) ? asTyped(error.message) : String((error as Error).stack ?? error),
    );
  };

  readonly report = (given: LocalEvent): void => {
    const reported = masksEvent(given) ? (this.secrets() ?? plainMask).value(given) : given;
    if (this.json) return this.collect(printableJson(reported));
    const event = printableEvent(reported);
    const { colors } = this.terminal;
    switch (event.event) {
      case "request": {
        const status = { fine: colors.dim, rejected: colors.yellow, failed: colors.red }[
          outcomeOfRequest(event)
        ];
        const by =
          event.function === undefined
            ? ""
            : `  ${colors.dim(this.sourceOf(event.function) ?? event.function)}`;
        const time = `${Math.round(event.durationMs)} ms`;
        const reason = event.reason === undefined ? "" : `  ${event.reason}`;
        const request = `${event.method} ${event.path} ${status(String(event.status))} ${time}`;
        return this.collect(`${request}${by}${reason}`);
      }
      case "refusal":
        return this.collect(`${event.at} ${colors.red(String(event.status))}  ${event.reason}`);
      case "denial": {
        const mark = event.enforced ? colors.red("denied") : colors.yellow("AWS would deny this");
        return this.collect(`permissions ${mark}  ${event.text}`);
      }
      case "access-log":
        return this.printsAccessLog ? this.collect(colors.dim(event.line)) : undefined;
      case "log":
        return this.collect(`${colors.dim(this.prefixOf(event))} ${event.line}`);
      case "function-error": {
        this.flush();
        const [first = "", ...others] = errorLines(event);
        this.terminal.error(colors.red(`${this.prefixOf(event)} ${first}`));
        for (const line of others) this.terminal.error(colors.dim(line));
        return;
      }
      case "message": {
        const { medium, to, subject, text } = event;
        const kind = medium === "EMAIL" ? "Mail" : "SMS";
        return this.collect(
          `${colors.cyan(`${kind} to ${to}`)}  ${subject === undefined ? "" : `${subject}: `}${text}`,
        );
      }
      case "delivery":
        return this.collect(event.kind === "batch" ? colors.dim(event.text) : event.text);
      case "fact":
        return;
      case "notice":
        if (this.noticed.has(event.text)) return;
        this.noticed.add(event.text);
        return this.collect(asTyped(event.text));
      case "warning":
        this.flush();
        return this.terminal.warn(asTyped(event.text));
    }
  };

  /** The function as in the panel and in request lines, with the beginning of the request's id. */
  private prefixOf(event: FunctionEvent): string {
    const { requestId = "", timestamp } = event;
    const name = this.sourceOf(event.function) ?? event.function;
    const time = timestamp === undefined ? "" : `${timestamp} `;
    return `${time}[${name}${requestId === "" ? "" : ` ${requestId.slice(0, 8)}`}]`;
  }

  private collect(line: string): void {
    this.lines.push(line);
    this.timer ??= setTimeout(this.flush, collectMs);
  }
}

interface FunctionEvent {
  readonly function: string;
  readonly requestId: string | undefined;
  readonly timestamp?: string;
}

const plainMask = new SecretMask();

/** Whether an event may repeat a secret of a client or a function. Mails are for the developer, who needs their codes. */
function masksEvent(given: LocalEvent): boolean {
  switch (given.event) {
    case "request":
      // Most requests have a short path, and under load each microsecond counts.
      return given.path.length > 40 || given.path.includes("?");
    case "log":
    case "function-error":
    case "access-log":
      return true;
    default:
      return false;
  }
}

/** An error with its code, its stack and its nested errors. */
function errorLines({
  errorType,
  errorMessage,
  code,
  stack,
  cause,
  errors = [],
}: ReportedError): readonly string[] {
  const inner = [
    ...(cause === undefined ? [] : [["cause", cause] as const]),
    ...errors.map((each, index) => [`errors[${index}]`, each] as const),
  ];
  return [
    `${errorType}: ${errorMessage}${code === undefined ? "" : ` (${code})`}`,
    ...stack.map((line) => `  ${line.trim()}`),
    ...inner.flatMap(([name, error]) => {
      const [first = "", ...others] = errorLines(error);
      return [`  ${name}: ${first}`, ...others.map((line) => `  ${line}`)];
    }),
  ];
}

function apiFacts({ gateway, port, urls, socketUrl }: ServedGateway): ReadyApi {
  const { name, kind, routes } = gateway;
  return { name, kind, port, urls, ...(socketUrl !== undefined && { socketUrl }), routes };
}

function routeLines(
  served: readonly ServedGateway[],
  sourceOf: (name: string) => string | undefined,
): readonly string[] {
  return served.flatMap((api) => [
    `${api.gateway.name}  ${addressesOf(api).join("  ")}`,
    ...api.gateway.routes.map(({ method, path, authorizer, target }) =>
      [api.gateway.name, method, path, authorizer, sourceOf(target) ?? target].join("  "),
    ),
  ]);
}

const defined = <Given extends object>(
  given: Given,
): { [Key in keyof Given]: Exclude<Given[Key], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;
