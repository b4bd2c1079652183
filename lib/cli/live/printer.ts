import { masked, maskedText } from "../../facts/errors/secrets/secret-mask";
import { jsonOf } from "../../facts/text/json";
import type { Fact } from "../../local";
import type { LiveEvent } from "../live-client/report";
import type { ConsoleLine, FactLine } from "../local/json-lines";
import { LocalPrinter } from "../local/printer";
import { handlerOutput, printableJson, printableText } from "../ui/printable-text";
import type { Terminal } from "../ui/terminal";

/** Source: constructs.md 25.4, which cuts results so that a line stays readable. */
const longestResult = 1500;
const longestList = 10;
const longestText = 100;

export class LivePrinter {
  private readonly local: LocalPrinter;

  constructor(
    private readonly terminal: Terminal,
    private readonly json: boolean,
    /** Whether to print only the functions' log, warnings and changes of the connection. */
    private readonly logOnly = false,
  ) {
    this.local = new LocalPrinter(terminal, json);
  }

  readonly report = (event: LiveEvent): void => {
    if (this.logOnly && event.event === "notice") return;
    if (this.json) return this.line(printableJson(masked(event)));
    const { colors } = this.terminal;
    switch (event.event) {
      case "invocation": {
        const { function: name, handler, source } = event;
        const by = printableText(source);
        return this.line(`${id(event)} ${colors.dim("REQUEST")} ${name} [${handler}] invoked by ${by}`);
      }
      case "result": {
        const time = `${Math.round(event.durationMs)} ms`;
        // The error with its stack is a separate event.
        const result = event.status === "ok" ? ` ${printableText(shortened(maskedText(event.payload)))}` : "";
        const kind = event.status === "ok" ? colors.green("RESPONSE") : colors.red("ERROR");
        return this.line(`${id(event)} ${kind} ${time}${result}`);
      }
      case "link": {
        const color = event.state === "live" ? colors.green : colors.yellow;
        return this.line(color(printableText(event.text)));
      }
      case "log":
        return this.local.report({ ...event, line: handlerOutput(event.line) });
      case "warning":
      case "notice":
        // Errors of builds have several lines.
        return this.local.report({ ...event, text: handlerOutput(event.text) });
      default:
        return this.local.report(event);
    }
  };

  console(line: ConsoleLine): void {
    const { colors } = this.terminal;
    this.line(this.json ? printableJson(line) : `Console  ${colors.cyan(line.console)}`);
  }

  readonly fact = (fact: Fact): void => {
    if (fact.isOpen === true) return;
    const line: FactLine = { event: "fact", fact: masked(fact) };
    this.line(printableJson(line));
  };

  flush(): void {
    this.local.flush();
  }

  private line(text: string): void {
    this.local.flush();
    if (this.json) this.terminal.data(text);
    else this.terminal.print(text);
  }
}

const id = ({ requestId }: { readonly requestId: string }): string => printableText(requestId.slice(0, 8));

/** A result as JSON, with short lists and texts. */
export function shortened(payload: string): string {
  const text = shortJson(payload);
  return text.length > longestResult ? `${text.slice(0, longestResult)}...` : text;
}

function shortJson(payload: string): string {
  const result = jsonOf(payload);
  if (result === undefined) return payload;
  return JSON.stringify(result, (_key, value: unknown) => {
    if (typeof value === "string" && value.length > longestText) return `${value.slice(0, longestText)}...`;
    if (!Array.isArray(value) || value.length <= longestList) return value;
    return [...value.slice(0, longestList), `... ${value.length - longestList} more`];
  });
}
