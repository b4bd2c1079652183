import type { Schema } from "@cfworker/json-schema";
import { onlyText } from "../../facts/text/record";
import type { McpTarget } from "./target";

/** The answer of a tool: a text, or one JSON object per line. */
export type ToolAnswer = string | readonly object[];

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, Schema>>;
  /** @default - none */
  readonly required?: readonly string[];
  /** Whether it may change the state of the app. Such tools require `--write`. @default false */
  readonly changes?: boolean;
  run(target: McpTarget, input: ToolInput): Promise<ToolAnswer>;
}

/** Arguments that the schema of the tool accepts. */
export class ToolInput {
  constructor(private readonly values: Readonly<Record<string, unknown>>) {}

  text(name: string): string | undefined {
    return onlyText(this.values[name]);
  }

  requireText(name: string): string {
    return this.text(name) ?? "";
  }

  number(name: string): number | undefined {
    const value = this.values[name];
    return typeof value === "number" ? value : undefined;
  }

  isSet(name: string): boolean {
    return this.values[name] === true;
  }

  texts(name: string): readonly string[] {
    const value = this.values[name];
    return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
  }

  /** Any value; undefined if it is not given. */
  value(name: string): unknown {
    return this.values[name];
  }

  /** The given values of some members, for a request to the server. */
  pick(...names: readonly string[]): Readonly<Record<string, unknown>> {
    return Object.fromEntries(
      names.flatMap((name) => (name in this.values ? [[name, this.values[name]]] : [])),
    );
  }
}
