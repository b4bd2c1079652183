import { randomBytes } from "node:crypto";
import { type Schema, Validator } from "@cfworker/json-schema";
import { maskedText } from "../../facts/errors/secrets/secret-mask";
import { explainFault } from "../ui/print-error";
import { printableJson, printableLines } from "../ui/printable-text";
import type { McpTarget } from "./target";
import { type Tool, type ToolAnswer, ToolInput } from "./tool";
import { historyTools } from "./tools/history-tools";
import { projectTools } from "./tools/project-tools";
import { serverTools } from "./tools/server-tools";

/** The maximum number of tokens of an answer. */
export const maxTokens = 2000;
/**
 * Bytes of UTF-8 per token, a low estimate.
 *
 * Tokenizers need a token for about four bytes of English, and for three of JSON with ids. In scripts with more bytes per
 * character, a character is about a token.
 */
const bytesPerToken = 3;
/** The note with the cursor at the end of a page. */
const noteBytes = 300;
const pageBytes = maxTokens * bytesPerToken - noteBytes;

/** The number of answers whose further pages are kept. */
const maxKept = 50;

interface AnswerPage {
  readonly text: string;
  /** For the next page; undefined on the last one. */
  readonly cursor: string | undefined;
  /** The remaining bytes. */
  readonly bytesLeft: number;
}

export const tokensOf = (text: string): number => Math.ceil(Buffer.byteLength(text) / bytesPerToken);

/**
 * Pages of long answers. A cursor belongs to one answer, so that its pages are consistent while the app runs.
 *
 * Only the last answers are kept; cursors of older ones are unknown.
 */
export class Pages {
  private readonly kept = new Map<string, string>();

  first(text: string): AnswerPage {
    const page = pageOf(text);
    if (page.length === text.length) return { text, cursor: undefined, bytesLeft: 0 };
    return this.withRest(page, text.slice(page.length));
  }

  /** The page of a cursor; undefined for an unknown one. */
  next(cursor: string): AnswerPage | undefined {
    const text = this.kept.get(cursor);
    return text === undefined ? undefined : this.first(text);
  }

  private withRest(text: string, rest: string): AnswerPage {
    const cursor = randomBytes(6).toString("base64url");
    this.kept.set(cursor, rest);
    for (const old of [...this.kept.keys()].slice(0, -maxKept)) this.kept.delete(old);
    return { text, cursor, bytesLeft: Buffer.byteLength(rest) };
  }
}

/** As many whole lines as fit into a page; part of the first line if it is longer. */
function pageOf(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= pageBytes) return text;
  const newline = bytes.lastIndexOf("\n", pageBytes - 1);
  if (newline >= 0) return bytes.subarray(0, newline + 1).toString();
  let end = pageBytes;
  // Not within a character: its continuation bytes begin with the bits 10.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString();
}

export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly type: "object" } & Schema;
  readonly annotations: { readonly readOnlyHint: boolean; readonly openWorldHint: boolean };
}

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

  /** Calls a tool. Mistakes are returned as answers, so that the agent can correct them. Undefined for an unknown tool. */
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

/** Removes invisible characters from text of apps and clients, which a person who reads along would not see. */
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

/** Errors are short, but an app's error may quote any text. */
function failure(text: string): ToolResult {
  const shown = printableLines(maskedText(text));
  return { content: [{ type: "text", text: new Pages().first(shown).text }], isError: true };
}
