import type { Construct } from "constructs";
import type { Stack } from "../../../lib/kit/app";

/** A change of an app between two deployments. */
export interface Edit {
  before(stack: Stack): void;
  after(stack: Stack): void;
  /**
   * A loss or failure of a deployment, as the plan words it: AWS forces it, and the document of the prop names it.
   *
   * @default - nothing
   */
  readonly known?: readonly string[];
  /** The stack that is planned. @default - the given one */
  planned?(stack: Stack): Stack;
}

/** Edits by name. */
export type Edits = Readonly<Record<string, Edit>>;

export const handler = "functions/notes.get";
export const other = "functions/notes.create";

/** Edits of the props of a class: each from the first props to the second, with the expected plan. */
export function propEdits<Props>(
  make: new (scope: Construct, id: string, props: Props) => unknown,
  edits: Readonly<Record<string, readonly [before: Props, after: Props, known?: readonly string[]]>>,
): Edits {
  return Object.fromEntries(
    Object.entries(edits).map(([name, [before, after, known]]) => [
      `${make.name} ${name}`,
      {
        before: (stack: Stack) => void new make(stack, "It", before),
        after: (stack: Stack) => void new make(stack, "It", after),
        ...(known && { known }),
      },
    ]),
  );
}

/** Edits from the output of one function to the output of another one. */
export function stackEdits(
  edits: Readonly<
    Record<string, readonly [before: Edit["before"], after: Edit["after"], known?: readonly string[]]>
  >,
): Edits {
  return Object.fromEntries(
    Object.entries(edits).map(([name, [before, after, known]]) => [
      name,
      { before, after, ...(known && { known }) },
    ]),
  );
}

/** The same edits in the other direction. */
export function reversed(edits: Edits): Edits {
  return Object.fromEntries(
    Object.entries(edits).map(([name, { before, after }]) => [
      `${name}, back`,
      { before: after, after: before },
    ]),
  );
}
