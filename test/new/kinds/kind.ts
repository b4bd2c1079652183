import type { Plan, Tree } from "../plan";

/** A kind of thing that `npm run new` writes. */
export interface NewKind {
  /** The form of the name. */
  readonly form: RegExp;
  /** The form in words, for the message that refuses another one. */
  readonly formInWords: string;
  /** A name, for the help. */
  readonly example: string;
  readonly summary: string;
  /** Options that it takes. @default - none */
  readonly options?: readonly string[];
  plan(name: string, tree: Tree, options: ReadonlySet<string>): Plan;
}

/** The name that the tests write. It differs from the example, which a developer may have written into this tree. */
export const sampleName = ({ example }: NewKind): string => `${example}x`;
