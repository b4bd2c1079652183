import { type IResolvable, TerraformOutput, Token } from "cdktf";
import { Construct } from "constructs";
import { checkKeys, isPlainObject, propKeys } from "../core/check";
import { fail } from "./errors";
import type { Stack } from "./stack";

/** What an output can hold. */
export type OutputValue = string | number | boolean | IResolvable | readonly (string | number | boolean)[];

/** An output with more than a value. */
export interface OutputProps {
  readonly value: OutputValue | undefined;
  /**
   * Adds a second output of this name with the same value. Terraform has no names that count in the whole account: other
   * configurations read it from this stack's state.
   *
   * @default - only the output named by the key
   */
  readonly exportName?: string;
  /** @default - none */
  readonly description?: string;
  /**
   * Hides the value in the terminal; it is in the state all the same.
   *
   * @default false
   */
  readonly sensitive?: boolean;
}

const outputKeys = propKeys<OutputProps>()({
  value: true,
  exportName: true,
  description: true,
  sensitive: true,
});
const nameGrammar = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** Adds outputs to a stack, each named exactly by its key. */
export function addOutputs(
  stack: Stack,
  outputs: Readonly<Record<string, OutputValue | OutputProps | undefined>>,
): void {
  const entries = Object.entries(outputs).map(([name, given]) => parseOutput(stack, name, given));
  const exported = stack.app.exportNames;
  // A scope of their own: an output may be named as a construct of the stack is.
  const scope = stack.node.tryFindChild("_outputs") ?? new Construct(stack, "_outputs");
  const taken = new Set(scope.node.children.map((child) => child.node.id));
  const take = (prop: string, value: string) => {
    if (taken.has(value)) fail(stack, "output-duplicate", prop, { value });
    taken.add(value);
  };
  for (const { name, value, exportName } of entries) {
    const prop = `addOutputs["${name}"]`;
    if (value === undefined || value === null) {
      fail(stack, "prop-invalid", prop, {
        value,
        expected: "a value, or leave the key out if there is none",
      });
    }
    checkValue(stack, prop, value);
    checkName(stack, prop, name);
    take(prop, name);
    if (exportName === undefined) continue;
    checkName(stack, `${prop}.exportName`, exportName);
    if (exportName !== name) take(`${prop}.exportName`, exportName);
    const other = exported.get(exportName);
    if (other !== undefined)
      fail(stack, "export-name-duplicate", `${prop}.exportName`, { value: exportName, other });
    exported.set(exportName, `${stack.node.path} ${prop}`);
  }
  for (const { name, exportName, ...config } of entries) {
    new TerraformOutput(scope, name, { ...config, staticId: true });
    if (exportName !== undefined && exportName !== name) {
      new TerraformOutput(scope, exportName, { ...config, staticId: true });
    }
  }
}

function parseOutput(
  stack: Stack,
  name: string,
  given: OutputValue | OutputProps | undefined,
): OutputProps & { readonly name: string } {
  if (!isPlainObject(given)) return { name, value: given as OutputValue | undefined };
  checkKeys(stack, `addOutputs["${name}"]`, given, outputKeys);
  return { name, ...(given as unknown as OutputProps) };
}

/** A construct in place of one of its attributes is the usual slip. */
function checkValue(stack: Stack, prop: string, value: unknown): void {
  if (typeof value === "function" || (typeof value === "object" && !Array.isArray(value))) {
    if (Token.isUnresolved(value)) return;
    fail(stack, "prop-invalid", prop, {
      value: `an object of class ${Object(value).constructor?.name ?? "Object"}`,
      expected: "a text, number, boolean or list, or a reference such as table.name",
    });
  }
}

function checkName(stack: Stack, prop: string, value: string): void {
  if (!nameGrammar.test(value)) {
    fail(stack, "prop-invalid", prop, {
      value,
      expected: "a name of letters, digits, _ and -, not beginning with a digit",
    });
  }
}
