import { type IResolvable, TerraformOutput } from "cdktf";
import { Construct } from "constructs";
import { checkKeys, isPlainObject, propKeys } from "../core/checks/check";
import { refuseValue } from "../core/errors";
import { isUnresolved } from "../core/tokens/unresolved";
import { fail } from "./errors";
import { checkNoMember } from "./names/ids";
import type { OwningStack } from "./scope/owner";

/** The values of outputs. */
export type OutputValue = string | number | boolean | IResolvable | readonly (string | number | boolean)[];

/** An output with options. */
export interface OutputProps {
  /** The value: a string, number, boolean, array or object; references are allowed. */
  readonly value: OutputValue | undefined;
  /**
   * Adds a second output of this name with the same value. Terraform has no exports for the whole account: other
   * configurations read the output from this stack's state.
   *
   * @default - only the output named by the key
   */
  readonly exportName?: string | undefined;
  /** The purpose of the output, for readers of the configuration. @default - none */
  readonly description?: string | undefined;
  /**
   * Hides the value in the terminal. The state still contains it.
   *
   * @default false
   */
  readonly sensitive?: boolean | undefined;
}

const outputKeys = propKeys<OutputProps>()({
  value: true,
  exportName: "text",
  description: "text",
  sensitive: "boolean",
});
const nameGrammar = /^[A-Za-z_][A-Za-z0-9_-]*$/;

export function addOutputs(
  stack: OwningStack,
  outputs: Readonly<Record<string, OutputValue | OutputProps | undefined>>,
): void {
  if (!isPlainObject(outputs)) refuseValue(stack, "addOutputs", outputs, "a plain object: { Name: value }");
  const entries = Object.entries(outputs)
    .map(([name, given]) => parseOutput(stack, name, given))
    .filter(({ value }) => value !== undefined);
  const exported = stack.app.exportNames;
  // Outputs have their own scope, so that one may have the name of a construct.
  const scope = stack.node.tryFindChild("_outputs") ?? new Construct(stack, "_outputs");
  const taken = new Set(scope.node.children.map((child) => child.node.id));
  const take = (prop: string, value: string) => {
    if (taken.has(value)) fail(stack, "output-duplicate", prop, { value });
    taken.add(value);
  };
  for (const { name, value, exportName } of entries) {
    const prop = `addOutputs["${name}"]`;
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
  stack: OwningStack,
  name: string,
  given: OutputValue | OutputProps | undefined,
): OutputProps & { readonly name: string } {
  if (!isPlainObject(given)) return { name, value: given as OutputValue | undefined };
  checkKeys(stack, `addOutputs["${name}"]`, given, outputKeys);
  return { name, ...(given as unknown as OutputProps) };
}

/** Rejects a construct as a value: a common mistake is to pass the construct instead of one of its attributes. */
function checkValue(stack: OwningStack, prop: string, value: unknown): void {
  if (isUnresolved(value) || typeof value === "string" || typeof value === "boolean") return;
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) checkValue(stack, `${prop}[${index}]`, each);
    return;
  }
  if (typeof value === "number" && Number.isFinite(value)) return;
  const expected = "a string, number, boolean or array, or a reference such as table.name";
  refuseValue(stack, prop, value, value === null ? `${expected}, or leave the key out` : expected);
}

function checkName(stack: OwningStack, prop: string, value: string): void {
  if (!nameGrammar.test(value)) {
    refuseValue(stack, prop, value, "a name of letters, digits, _ and -, not beginning with a digit");
  }
  checkNoMember(stack, prop, value, "a name");
}
