import { countOf } from "../ui/amounts";
import type { Terminal } from "../ui/terminal";
import type { StackDiff } from "./diff";
import { ErrorsOfStacks, isVisible } from "./report";
import type { ApiTerm } from "./review/api-terms";
import type { Loss } from "./review/losses";
import type { ResourceChange } from "./review/planned-changes";

const signs: Readonly<Record<ResourceChange["action"], string>> = {
  create: "+",
  update: "~",
  replace: "-/+",
  delete: "-",
  forget: "forget",
  import: "import",
  move: "move",
};

/** Prints the planned changes of a deployment by stack. */
export function printDiffs(terminal: Terminal, diffs: readonly StackDiff[]): void {
  const known = new ErrorsOfStacks();
  for (const diff of diffs) {
    terminal.print();
    terminal.print(terminal.colors.bold(`Stack ${diff.id}`));
    for (const line of diffLines(diff, terminal, known)) terminal.print(line === "" ? "" : `  ${line}`);
  }
  const differing = diffs.filter(
    ({ changes, outputs }) => changes.length + outputs.filter(isVisible).length > 0,
  );
  terminal.print();
  const failed = diffs.filter(({ errors }) => errors.length > 0).length;
  terminal.print(
    `${differing.length} of ${countOf(diffs.length, "stack")} would change` +
      `${failed === 0 ? "" : `; ${failed} could not be planned`}.`,
  );
}

function diffLines(diff: StackDiff, terminal: Terminal, known: ErrorsOfStacks): readonly string[] {
  const { id, changes, waitsFor, follows = [] } = diff;
  const errors = diff.errors.map((error) => known.textOf(id, error));
  const outputs = diff.outputs.filter(isVisible);
  if (errors.length > 0) return errors.map((error) => `Error: ${error.replaceAll("\n", "\n    ")}`);
  if (waitsFor !== undefined) {
    return [
      `Cannot be planned yet: the stack reads outputs of ${waitsFor.join(", ")} that are not deployed.`,
    ];
  }
  const note = `The stack reads outputs of ${follows.join(", ")} that would change. The effects on this stack are not shown.`;
  const notes = follows.length > 0 ? [note] : [];
  if (changes.length + outputs.length === 0) return ["No changes.", ...notes];
  return [...planLines({ ...diff, outputs: [...outputs].sort() }, terminal), ...notes];
}

export interface PlanFacts {
  readonly changes: readonly ResourceChange[];
  /** Names of the outputs that would change. */
  readonly outputs: readonly string[];
  readonly losses: readonly Loss[];
  readonly terms: readonly ApiTerm[];
}

/** The lines about a plan: first the losses, then the changes in the words of the app, then the resources. */
export function planLines(
  { changes, outputs, losses, terms }: PlanFacts,
  terminal: Terminal,
): readonly string[] {
  const { red, yellow } = terminal.colors;
  const visible = outputs.filter(isVisible);
  const told = [
    ...losses.map(({ text, address }) => red(`! ${text} (${address})`)),
    ...terms.map(({ text, isOpening }) => (isOpening ? yellow(`! ${text}`) : text)),
  ];
  return [
    ...told,
    ...(told.length > 0 ? [""] : []),
    ...changes.flatMap((change) => changeLines(change, terminal)),
    ...(visible.length > 0 ? [`~ outputs: ${visible.join(", ")}`] : []),
    `Plan: ${planCounts(changes)}.`,
  ];
}

function changeLines({ address, action, attributes }: ResourceChange, terminal: Terminal): readonly string[] {
  return [
    colorOf(action, terminal)(`${signs[action] ?? action} ${address}`),
    ...attributes.map((attribute) => `    ${attribute}`),
  ];
}

function planCounts(changes: readonly ResourceChange[]): string {
  const count = (...actions: ResourceChange["action"][]): number =>
    changes.filter(({ action }) => actions.includes(action)).length;
  const added = count("create", "replace", "import");
  return `${added} to add, ${count("update")} to change, ${count("delete", "replace")} to destroy`;
}

function colorOf(action: ResourceChange["action"], { colors }: Terminal): (text: string) => string {
  if (action === "create" || action === "import") return colors.green;
  return action === "delete" || action === "replace" ? colors.red : colors.yellow;
}
