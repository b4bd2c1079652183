import type { LocalEvent } from "../../local/report";
import type { ServedGateway } from "../../local/servers";
import type { Terminal } from "../ui/terminal";

/** How long a line may wait for others: nobody sees it, and under load one write serves many requests. */
const collectMs = 10;

/** Prints what a local server tells: lines for people, or one JSON object per line. */
export class LocalPrinter {
  private lines: string[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly terminal: Terminal,
    /** Whether a program reads along. */
    private readonly json: boolean,
  ) {}

  /** The request line says the same as a line of an access log; its format is of interest only to who asks. */
  get printsAccessLog(): boolean {
    return this.json || this.terminal.verbose;
  }

  /** Writes what is waiting. */
  readonly flush = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { lines } = this;
    this.lines = [];
    if (lines.length === 0) return;
    if (this.json) this.terminal.data(lines.join("\n"));
    else this.terminal.print(lines.join("\n"));
  };

  /** The URLs and routes, at the start and after a change of the app. */
  readonly ready = (served: readonly ServedGateway[]): void => {
    if (this.json) {
      this.collect(JSON.stringify({ event: "ready", apis: served.map(apiFacts) }));
      return this.flush();
    }
    this.flush();
    const { colors } = this.terminal;
    for (const { gateway, urls } of served) {
      this.terminal.print();
      this.terminal.print(`${colors.bold(gateway.name)}  ${urls.map((url) => colors.cyan(url)).join("  ")}`);
      for (const line of columns(gateway.routes.map(routeCells))) this.terminal.print(`  ${line}`);
    }
    if (served.length === 0) this.terminal.print("No API to serve.");
    this.terminal.print();
    this.terminal.print("Ready. Stop with Ctrl-C.");
  };

  readonly report = (event: LocalEvent): void => {
    if (this.json) return this.collect(JSON.stringify(event));
    const { colors } = this.terminal;
    switch (event.event) {
      case "request": {
        const status = event.status < 400 ? colors.green : event.status < 500 ? colors.yellow : colors.red;
        const by = event.function === undefined ? "" : `  ${colors.dim(event.function)}`;
        const time = `${Math.round(event.durationMs)} ms`;
        return this.collect(`${event.method} ${event.path} ${status(String(event.status))} ${time}${by}`);
      }
      case "access-log":
        return this.printsAccessLog ? this.collect(colors.dim(event.line)) : undefined;
      case "log":
        return this.collect(`${colors.dim(prefixOf(event))} ${event.line}`);
      case "function-error": {
        this.flush();
        this.terminal.error(colors.red(`${prefixOf(event)} ${event.errorType}: ${event.errorMessage}`));
        for (const line of event.stack) this.terminal.error(colors.dim(`  ${line.trim()}`));
        return;
      }
      case "notice":
        return this.collect(event.text);
      case "warning":
        this.flush();
        return this.terminal.warn(event.text);
    }
  };

  private collect(line: string): void {
    this.lines.push(line);
    this.timer ??= setTimeout(this.flush, collectMs);
  }
}

function prefixOf({
  function: name,
  requestId,
}: {
  function: string;
  requestId: string | undefined;
}): string {
  return requestId === undefined ? `[${name}]` : `[${name} ${requestId.slice(0, 8)}]`;
}

function apiFacts({ gateway, port, urls }: ServedGateway): object {
  const { name, kind, routes } = gateway;
  return { name, kind, port, urls, routes };
}

function routeCells(route: ServedGateway["gateway"]["routes"][number]): readonly string[] {
  return [route.method, route.path, route.authorizer, route.target];
}

/** Lines of equal columns; the last one is not filled up. */
export function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}
