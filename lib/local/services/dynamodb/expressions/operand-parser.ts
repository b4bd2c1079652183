import { ItemError, Problems } from "../errors";
import { type AttributeValue, typeOf } from "./attribute-values";
import type { Placeholders } from "./placeholders";
import type { Operand, Path } from "./syntax";
import { TokenReader } from "./tokens";

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ReservedWords.html */
const words = `
abort absolute action add after agent aggregate all allocate alter analyze and any archive are array as asc ascii
asensitive assertion asymmetric at atomic attach attribute auth authorization authorize auto avg back backup base
batch before begin between bigint binary bit blob block boolean both breadth bucket bulk by byte call called calling
capacity cascade cascaded case cast catalog char character check class clob close cluster clustered clustering
clusters coalesce collate collation collection column columns combine comment commit compact compile compress
condition conflict connect connection consistency consistent constraint constraints constructor consumed continue
convert copy corresponding count counter create cross cube current cursor cycle data database date datetime day
deallocate dec decimal declare default deferrable deferred define defined definition delete delimited depth deref
desc describe descriptor detach deterministic diagnostics directories disable disconnect distinct distribute do
domain double drop dump duration dynamic each element else elseif empty enable end equal equals error escape escaped
eval evaluate exceeded except exception exceptions exclusive exec execute exists exit explain explode export
expression extended external extract fail false family fetch fields file filter filtering final finish first fixed
flattern float for force foreign format forward found free from full function functions general generate get glob
global go goto grant greater group grouping handler hash have having heap hidden hold hour identified identity if
ignore immediate import in including inclusive increment incremental index indexed indexes indicator infinite
initially inline inner innter inout input insensitive insert instead int integer intersect interval into invalidate
is isolation item items iterate join key keys lag language large last lateral lead leading leave left length less
level like limit limited lines list load local localtime localtimestamp location locator lock locks log loged long
loop lower map match materialized max maxlen member merge method metrics min minus minute missing mod mode modifies
modify module month multi multiset name names national natural nchar nclob new next no none not null nullif number
numeric object of offline offset old on online only opaque open operator option or order ordinality other others out
outer output over overlaps override owner pad parallel parameter parameters partial partition partitioned partitions
path percent percentile permission permissions pipe pipelined plan pool position precision prepare preserve primary
prior private privileges procedure processed project projection property provisioning public put query quit quorum
raise random range rank raw read reads real rebuild record recursive reduce ref reference references referencing
regexp region reindex relative release remainder rename repeat replace request reset resignal resource response
restore restrict result return returning returns reverse revoke right role roles rollback rollup routine row rows
rule rules sample satisfies save savepoint scan schema scope scroll search second section segment segments select
self semi sensitive separate sequence serializable session set sets shard share shared short show signal similar
size skewed smallint snapshot some source space spaces sparse specific specifictype split sql sqlcode sqlerror
sqlexception sqlstate sqlwarning start state static status storage store stored stream string struct style sub
submultiset subpartition substring subtype sum super symmetric synonym system table tablesample temp temporary
terminated text than then throughput time timestamp timezone tinyint to token total touch trailing transaction
transform translate translation treat trigger trim true truncate ttl tuple type under undo union unique unit unknown
unlogged unnest unprocessed unsigned until update upper url usage use user users using uuid vacuum value valued
values varchar variable variance varint varying view views virtual void wait when whenever where while window with
within without work wrapped write year zone
`;

/** Names of attributes that an expression has only by placeholders. */
const reserved: ReadonlySet<string> = new Set(words.trim().split(/\s+/));

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-expression-parameters */
const mostOperators = 300;
const mostLevels = 32;
const largestIndex = 2 ** 31 - 1;
/** Each level of an expression that is deeper has an operator, or is a mistake that AWS reports in other words. */
const deepest = 320;

/** Smaller ones are reported first. */
export const rank = { parentheses: 0, unknown: 1, misused: 2, reserved: 3, section: 4, operands: 5 } as const;

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html */
const ofConditions: ReadonlySet<string> = new Set([
  "attribute_exists",
  "attribute_not_exists",
  "attribute_type",
  "begins_with",
  "contains",
  "size",
]);
const ofUpdates: ReadonlySet<string> = new Set(["if_not_exists", "list_append"]);

/** Reads paths, values and functions, which all expressions have. */
export abstract class OperandParser {
  protected readonly tokens: TokenReader;
  protected readonly problems = new Problems();
  private operators = 0;
  private depth = 0;

  constructor(
    text: string,
    protected readonly placeholders: Placeholders,
    private readonly keywords: readonly string[],
  ) {
    this.tokens = new TokenReader(text);
  }

  protected abstract checkCall(name: string, operands: readonly Operand[]): void;

  protected abstract readonly functions: "conditions" | "updates";

  /** Adds a problem of operands. */
  protected addProblem(order: number, text: string): void {
    this.problems.add(rank.operands + order, text);
  }

  protected factor(): Operand {
    const { kind, text } = this.tokens.next;
    if (kind === "value") return this.value();
    if (this.tokens.symbol("(")) {
      const operand = this.deeper("", () => this.factor());
      this.tokens.require(")");
      return operand;
    }
    if (kind !== "name" || this.tokens.peek(1).text !== "(" || this.isKeyword()) {
      return { kind: "path", path: this.path() };
    }
    this.tokens.take();
    this.tokens.take();
    const operands = this.deeper(text, () => this.tokens.list(() => this.factor()));
    this.tokens.require(")");
    this.checkName(text);
    this.checkCall(text, operands);
    return { kind: "call", name: text, operands };
  }

  protected value(): Operand {
    if (this.tokens.next.kind !== "value") throw this.tokens.unexpected();
    const placeholder = this.tokens.take();
    const value = this.placeholders.value(placeholder);
    if (value === undefined) {
      const what = "An expression attribute value used in expression is not defined";
      this.addProblem(0, `${what}; attribute value: ${placeholder}`);
    }
    return { kind: "value", value: value ?? {} };
  }

  protected path(): Path {
    const path: (string | number)[] = [this.name()];
    for (;;) {
      if (this.tokens.symbol(".")) path.push(this.name());
      else if (this.tokens.symbol("[")) {
        path.push(this.index());
        this.tokens.require("]");
      } else break;
    }
    if (path.length > mostLevels) {
      const what = "The document path has too many nesting levels";
      this.addProblem(0, `${what}; nesting levels: ${path.length}`);
    }
    return path;
  }

  /** Counts an operator. AWS refuses an expression with many at once. */
  protected countOperator(): void {
    this.operators += 1;
    if (this.operators <= mostOperators) return;
    const what = "The expression contains too many operators";
    throw new ItemError(`${what}; operator count: ${this.operators}`);
  }

  /** Reads a part in parentheses, which may have parentheses itself. */
  protected deeper<Part>(call: string, read: () => Part): Part {
    this.depth += 1;
    if (this.depth > deepest) {
      if (call === "") this.problems.add(rank.parentheses, "The expression has redundant parentheses;");
      else {
        this.checkName(call);
        this.incorrectType(call, "N");
      }
      this.problems.refuse();
    }
    const part = read();
    this.depth -= 1;
    return part;
  }

  protected incorrectCount(name: string, operands: readonly Operand[]): void {
    const what = "Incorrect number of operands for operator or function";
    this.addProblem(1, `${what}; operator or function: ${name}, number of operands: ${operands.length}`);
  }

  protected incorrectType(name: string, type: string): void {
    const what = "Incorrect operand type for operator or function";
    this.addProblem(3, `${what}; operator or function: ${name}, operand type: ${type}`);
  }

  protected requirePath(name: string, operand: Operand | undefined): void {
    if (operand?.kind === "path") return;
    const what = "Operator or function requires a document path";
    this.addProblem(3, `${what}; operator or function: ${name}`);
  }

  private checkName(name: string): void {
    const [own, others] =
      this.functions === "conditions" ? [ofConditions, ofUpdates] : [ofUpdates, ofConditions];
    if (others.has(name)) {
      const what = "The function is not allowed in ";
      const where = this.functions === "conditions" ? "a condition expression" : "an update expression";
      this.problems.add(rank.unknown, `${what}${where}; function: ${name}`);
    } else if (!own.has(name)) {
      this.problems.add(rank.unknown, `Invalid function name; function: ${name}`);
    }
  }

  private isKeyword(): boolean {
    return this.keywords.some((word) => this.tokens.isWord(word));
  }

  private name(): string {
    const { kind, text } = this.tokens.next;
    if (kind === "placeholder") {
      this.tokens.take();
      const name = this.placeholders.name(text);
      if (name !== undefined) return name;
      const what = "An expression attribute name used in the document path is not defined";
      this.addProblem(0, `${what}; attribute name: ${text}`);
      return text;
    }
    if (kind !== "name" || this.isKeyword()) throw this.tokens.unexpected();
    if (reserved.has(text.toLowerCase())) {
      const what = "Attribute name is a reserved keyword";
      this.problems.add(rank.reserved, `${what}; reserved keyword: ${text}`);
    }
    return this.tokens.take();
  }

  private index(): number {
    if (this.tokens.next.kind !== "number") throw this.tokens.unexpected();
    const text = this.tokens.take();
    if (Number(text) > largestIndex) {
      this.addProblem(0, `List index is not within the allowable range; index: [${text}]`);
    }
    return Number(text);
  }
}

/** The type of a value of the request; undefined for types that depend on the item. */
export function constantType(operand: Operand | undefined): string | undefined {
  const type = operand?.kind === "value" ? typeOf(operand.value) : "";
  return type === "" ? undefined : type;
}

export function constantOf(operand: Operand): AttributeValue | undefined {
  return constantType(operand) === undefined || operand.kind !== "value" ? undefined : operand.value;
}
