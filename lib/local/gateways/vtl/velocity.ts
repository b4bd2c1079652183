import { callMethod } from "./java-methods";
import { javaText } from "./java-text";

type Velocity = typeof import("velocityjs");
type Ast = ReturnType<Velocity["parse"]>;

/** The variables of a template. */
interface VelocityScope {
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
    /** Whether variables that the template sets are silent, too. */
    private readonly silencesSet = false,
  ) {}

  /** Throws for an invalid or failing template. */
  render({ variables, owned, directives }: VelocityScope): string {
    const { parse, Compile } = loadVelocity();
    this.ast ??= silenced(parse(this.text), this.silent, this.silencesSet);
    const compiled = new Compile(this.ast, {
      customMethodHandlers: [
        {
          uid: "java",
          match: ({ context: value }: { readonly context: unknown }) => !owned.includes(value),
          resolve: ({ context: value, property, params }) => callMethod(value, property, params),
        },
      ],
    });
    asInJava(compiled as unknown as Engine);
    return compiled.render({ ...variables }, directives as never);
  }
}

/** The methods of the engine that differ from AWS's. */
interface Engine {
  getReferences(ast: unknown, isText?: boolean): unknown;
  getExpression(ast: { readonly operator?: string; readonly expression?: readonly [never, never] }): unknown;
}

/** Texts and comparisons of values are those of Java, not of JavaScript. */
function asInJava(engine: Engine): void {
  const getReferences = engine.getReferences.bind(engine);
  engine.getReferences = (ast, isText) => {
    const value = getReferences(ast, isText);
    return isText ? javaText(value) : value;
  };
  const getExpression = engine.getExpression.bind(engine);
  engine.getExpression = (ast) => {
    const { operator, expression } = ast;
    if ((operator !== "==" && operator !== "!=") || expression === undefined) return getExpression(ast);
    const [left, right] = expression.map((each) => getExpression(each));
    return isEqual(left, right) === (operator === "==");
  };
}

/** A missing value equals a missing value and an empty text; a list or map equals only itself. */
function isEqual(left: unknown, right: unknown): boolean {
  const isNone = (value: unknown): boolean => value === undefined || value === null;
  if (isNone(left) || isNone(right)) return [left, right].every((each) => isNone(each) || each === "");
  if (typeof left === "object" || typeof right === "object") return left === right;
  // biome-ignore lint/suspicious/noDoubleEquals: the language compares numbers and their texts
  return left == right;
}

let velocity: Velocity | undefined;

/** Loaded on demand, for APIs with templates. */
function loadVelocity(): Velocity {
  velocity ??= require("velocityjs") as Velocity;
  return velocity;
}

function silenced(ast: Ast, silent: ReadonlySet<unknown>, silencesSet: boolean): Ast {
  const isSilent = (id: unknown): boolean => silent.has(id) || set.has(id);
  const set = new Set<unknown>();
  const findSet = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { type, equal } = node as { readonly type?: unknown; readonly equal?: readonly { id?: unknown }[] };
    if (type === "set") set.add(equal?.[0]?.id);
    for (const child of Object.values(node)) findSet(child);
  };
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if ("type" in node && node.type === "references" && "id" in node && isSilent(node.id)) {
      (node as { leader?: string }).leader = "$!";
    }
    for (const child of Object.values(node)) walk(child);
  };
  if (silencesSet) findSet(ast);
  walk(ast);
  return ast;
}
