import { interrupted } from "../../../facts/text/given-pattern";
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
    const { text, silent, silencesSet } = this;
    this.ast ??= silenced(
      parse(withArguments(text, ["stop", ...Object.keys(directives ?? {})])),
      silent,
      silencesSet,
    );
    const compiled = new Compile(this.ast, {
      customMethodHandlers: [
        {
          uid: "java",
          match: ({ context: value }: { readonly context: unknown }) => !owned.includes(value),
          resolve: ({ context: value, property, params }) => callMethod(value, property, params),
        },
      ],
    });
    const engine = compiled as unknown as Engine;
    asInJava(engine);
    withLoops(engine);
    const render = () => compiled.render({ ...variables }, directives as never);
    const rendered = interrupted("The template", render, { limitMs, hint: "Let it loop over fewer values." });
    if (rendered.length > longestText) throw new Error("The template makes a text of more than 10 MB.");
    return rendered;
  }
}

/** The parser takes a directive without arguments for a text. */
function withArguments(text: string, directives: readonly string[]): string {
  return text.replace(/#(stop|return)\b(?!\s*\()/g, (whole, name) =>
    directives.includes(name) ? `${whole}()` : whole,
  );
}

/** A gateway waits for a template, as for a handler of AppSync. */
const limitMs = 1000;

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html */
const longestText = 10 * 1024 * 1024;

/** The members of the engine with which it differs from AWS's. */
interface Engine {
  readonly asts: readonly unknown[];
  readonly runState: { break: boolean };
  /** The variables of each loop and macro, by the name of its scope. */
  readonly local: Record<string, object>;
  /** The open scopes, the innermost one first. */
  readonly conditions: string[];
  contextId: string;
  getReferences(ast: unknown, isText?: boolean): unknown;
  getExpression(ast: { readonly operator?: string; readonly expression?: readonly [never, never] }): unknown;
  getLiteral(ast: object): unknown;
  getArray(ast: { readonly isRange?: boolean; readonly value: readonly unknown[] }): unknown;
  getLocal(ast: { readonly id: string }): { readonly isLocal: boolean; readonly value: unknown };
  renderAstList(asts?: readonly unknown[], scope?: string): string;
  getBlockEach(block: readonly [LoopAst, ...unknown[]]): string;
}

interface LoopAst {
  readonly from: object;
  readonly to: string;
  readonly pos: unknown;
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
    if (operator === "&&" || operator === "||") return Boolean(getExpression(ast));
    if ((operator !== "==" && operator !== "!=") || expression === undefined) return getExpression(ast);
    const [left, right] = expression.map((each) => getExpression(each));
    return isEqual(left, right) === (operator === "==");
  };
}

/**
 * The iterations of a loop. Further ones are left out without an error.
 *
 * Sources: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html,
 * https://docs.aws.amazon.com/general/latest/gr/appsync.html, and of the effect `directive.foreach.maxloops` in
 * https://velocity.apache.org/engine/1.7/developer-guide.html
 */
const mostLoops = 1000;
/** A range is a list in memory. */
const longestRange = 100_000;

/**
 * Loops and `#break` as in Velocity: the engine continues after `#break`, skips the loop after one over a map that has ended so, and leaves
 * the variables of such a loop.
 *
 * Source: https://velocity.apache.org/engine/1.7/user-guide.html#loops
 */
function withLoops(engine: Engine): void {
  const getArray = engine.getArray.bind(engine);
  engine.getArray = (ast) => {
    const [from = 0, to = 0] = ast.isRange
      ? ast.value.map((end) => Number(typeof end === "object" ? engine.getReferences(end) : end))
      : [];
    if (Math.abs(to - from) > longestRange) throw new Error(`A range has more than ${longestRange} numbers.`);
    return getArray(ast);
  };
  const renderAstList = engine.renderAstList.bind(engine);
  engine.renderAstList = (asts = engine.asts, scope) => {
    let text = "";
    for (const each of asts) {
      if (engine.runState.break) break;
      text += renderAstList([each], scope);
    }
    return text;
  };
  let loops = 0;
  engine.getBlockEach = ([{ from, to, pos }, ...body]) => {
    const given = engine.getLiteral({ ...from, pos });
    const items = typeof given === "object" && given !== null ? Object.values(given) : [];
    const { isLocal, value: parent } = engine.getLocal({ id: "foreach" });
    loops += 1;
    const scope = `foreach:${loops}`;
    engine.conditions.unshift(scope);
    let text = "";
    for (const [index, item] of items.slice(0, mostLoops).entries()) {
      const [count, hasNext] = [index + 1, index + 1 < items.length];
      const foreach = {
        index,
        count,
        hasNext,
        first: index === 0,
        last: !hasNext,
        ...(isLocal && { parent }),
      };
      engine.local[scope] = { [to]: item, foreach, velocityCount: count };
      text += engine.renderAstList(body, scope);
      if (engine.runState.break) break;
    }
    engine.runState.break = false;
    engine.conditions.splice(engine.conditions.indexOf(scope), 1);
    engine.contextId = engine.conditions[0] ?? "";
    return text;
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
