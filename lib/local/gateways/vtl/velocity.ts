import { callMethod } from "./java-methods";

type Velocity = typeof import("velocityjs");
type Ast = ReturnType<Velocity["parse"]>;

/** What a template is rendered with. */
export interface VelocityScope {
  readonly variables: Readonly<Record<string, unknown>>;
  /** Objects whose methods are their own; all other values have Java's methods. */
  readonly owned: readonly unknown[];
  /** Directives beside those of the language. @default - none */
  readonly directives?: Readonly<Record<string, (...args: never[]) => unknown>>;
}

/** A template in the Velocity Template Language. It is parsed on first use, and the engine is loaded then. */
export class VelocityText {
  private ast: Ast | undefined;

  /** @param silent - variables whose unknown members render as empty text; others render as written */
  constructor(
    private readonly text: string,
    private readonly silent: ReadonlySet<unknown>,
  ) {}

  /** Throws for an invalid or failing template. */
  render({ variables, owned, directives }: VelocityScope): string {
    const { parse, Compile } = loadVelocity();
    this.ast ??= silenced(parse(this.text), this.silent);
    return new Compile(this.ast, {
      customMethodHandlers: [
        {
          uid: "java",
          match: ({ context: value }: { readonly context: unknown }) => !owned.includes(value),
          resolve: ({ context: value, property, params }) => callMethod(value, property, params),
        },
      ],
    }).render({ ...variables }, directives as never);
  }
}

let velocity: Velocity | undefined;

/** Loaded on demand, for APIs with templates. */
function loadVelocity(): Velocity {
  velocity ??= require("velocityjs") as Velocity;
  return velocity;
}

function silenced(ast: Ast, silent: ReadonlySet<unknown>): Ast {
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if ("type" in node && node.type === "references" && "id" in node && silent.has(node.id)) {
      (node as { leader?: string }).leader = "$!";
    }
    for (const child of Object.values(node)) walk(child);
  };
  walk(ast);
  return ast;
}
