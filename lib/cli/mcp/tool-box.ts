import { type Schema, Validator } from "@cfworker/json-schema";
import { maskedText } from "../../facts/errors/secrets/secret-mask";
import { explainFault } from "../ui/explain-fault";
import { printableJson, printableLines } from "../ui/printable-text";
import { type AnswerPage, Pages } from "./pages";
import type { McpTarget } from "./target";
import { type Tool, type ToolAnswer, ToolInput } from "./tool";
import { historyTools } from "./tools/history-tools";
import { projectTools } from "./tools/project-tools";
import { serverTools } from "./tools/server-tools";

/** A tool as the protocol lists it. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly type: "object" } & Schema;
  readonly annotations: { readonly readOnlyHint: boolean; readonly openWorldHint: boolean };
}

/** The result of a call, as the protocol has it. */
export interface ToolResult {
  readonly content: { readonly type: "text"; readonly text: string }[];
  readonly isError?: true;
}

/** The tools of a server, and the answers with further pages. */
export class ToolBox {
  private readonly tools: readonly Tool[];
  private readonly pages = new Pages();

  constructor(
    private readonly target: McpTarget,
    options: { readonly write: boolean },
  ) {
    const all = [...projectTools, ...historyTools, ...serverTools];
    this.tools = [...all.filter(({ changes }) => changes !== true || options.write), this.more];
  }

  get listed(): readonly ListedTool[] {
    return this.tools.map(({ name, description, changes = false, ...tool }) => ({
      name,
      description,
      inputSchema: inputSchemaOf(tool),
      annotations: { readOnlyHint: !changes, openWorldHint: false },
    }));
  }

  /** Calls a tool. Mistakes are answers, so that the agent can correct them. Undefined for a name that is not offered. */
  async call(name: string, given: Readonly<Record<string, unknown>>): Promise<ToolResult | undefined> {
    const tool = this.tools.find((each) => each.name === name);
    if (tool === undefined) return undefined;
    const { valid, errors } = new Validator(inputSchemaOf(tool), "7").validate(given);
    if (!valid) return failure(`The arguments are wrong: ${errors.map(({ error }) => error).join(" ")}`);
    try {
      if (tool === this.more) return this.nextPage(String(given.cursor));
      return resultOf(this.pages.first(textOf(await tool.run(this.target, new ToolInput(given)))));
    } catch (error) {
      return failure(explainFault(error, "serverform mcp").message);
    }
  }

  private readonly more: Tool = {
    name: "more",
    description: "Returns the next page of a long answer.",
    properties: { cursor: { type: "string", description: "at the end of the last page" } },
    required: ["cursor"],
    run: async () => [],
  };

  private nextPage(cursor: string): ToolResult {
    const page = this.pages.next(cursor);
    return page === undefined
      ? failure("The cursor is unknown: its answer is too old. Call the tool again.")
      : resultOf(page);
  }
}

function inputSchemaOf({ properties, required = [] }: Pick<Tool, "properties" | "required">) {
  return { type: "object" as const, properties, required: [...required], additionalProperties: false };
}

/** Text of apps and clients has no characters in it that a person who reads along would not see. */
function textOf(answer: ToolAnswer): string {
  if (typeof answer === "string") return printableLines(answer);
  return answer.length === 0 ? "Nothing." : answer.map((each) => printableJson(each)).join("\n");
}

function resultOf({ text, cursor, bytesLeft }: AnswerPage): ToolResult {
  const note = `${bytesLeft} bytes are left. For the next page: more { "cursor": "${cursor}" }`;
  return {
    content: [text, ...(cursor === undefined ? [] : [note])].map((each) => ({ type: "text", text: each })),
  };
}

/** Errors are short, but one of an app may quote anything. */
function failure(text: string): ToolResult {
  const shown = printableLines(maskedText(text));
  return { content: [{ type: "text", text: new Pages().first(shown).text }], isError: true };
}
