import { isRecord } from "../../text/record";

/** AWS's refusal of values that a handler passes to the module. */
export class RefusedStatement extends Error {}

export function refusedInput(message: string): RefusedStatement {
  return new RefusedStatement(message);
}

const hintNames: readonly string[] = ["DECIMAL", "JSON", "TIMESTAMP", "TIME", "UUID", "DATE"];

const isTyped = (value: unknown): value is { readonly type: string; readonly value: unknown } =>
  isRecord(value) && "value" in value && hintNames.includes(String(value.type));

/** `typeHint`: each function gives a value with the name of its type. */
export const typeHint = Object.fromEntries(
  hintNames.map((type) => [type, (value: unknown) => ({ type, value })]),
);

export class Aggregate {
  constructor(
    readonly name: string,
    readonly isDistinct: boolean,
    readonly column: unknown,
  ) {}
}

/** A statement. It is written when the database is known. */
export class SqlStatement {
  constructor(
    readonly write: (writer: Writer) => string,
    /** Whether it is text of `sql`, which may be a part of another statement. */
    readonly isText = false,
  ) {}
}

/** Writes statements for one kind of database, and collects their parameters. */
export class Writer {
  readonly variables: Record<string, unknown> = {};
  readonly hints: Record<string, string> = {};

  constructor(
    readonly database: "PostgreSQL" | "MySQL",
    /** Receives a line for each valid statement that is likely a mistake. */
    readonly warn: (text: string) => void,
  ) {}

  value(given: unknown): string {
    const name = `:P${Object.keys(this.variables).length}`;
    this.variables[name] = isTyped(given) ? given.value : given;
    if (isTyped(given)) this.hints[name] = given.type;
    return name;
  }

  /** A placeholder; `NULL` for a missing value. */
  valueOrNull(given: unknown): string {
    return given === undefined || given === null ? "NULL" : this.value(given);
  }

  /** `notes.id` becomes `"notes"."id"`; a single `*` is kept. */
  name(given: unknown): string {
    if (given === "*") return given;
    const quote = this.database === "MySQL" ? "`" : '"';
    const parts = String(given).split(".");
    return parts.map((part) => quote + part.replaceAll(quote, quote + quote) + quote).join(".");
  }

  /** A column, table, aggregate or statement, with an alias if it is an object. */
  source(given: unknown): string {
    if (given instanceof SqlStatement) return `(${given.write(this)})`;
    if (given instanceof Aggregate) {
      return `${given.name}(${given.isDistinct ? "DISTINCT " : ""}${this.name(given.column)})`;
    }
    const [[alias, aliased] = []] = Object.entries(isRecord(given) ? given : {});
    return alias === undefined ? this.name(given) : `${this.source(aliased)} as ${this.name(alias)}`;
  }

  /** A table by its name, or by an object: the key is its alias. */
  table(given: unknown): string {
    if (typeof given === "string" || given instanceof SqlStatement) return this.source(given);
    if (!isRecord(given)) throw refusedInput("table name is expected to be a string or alias.");
    const [aliased, ...more] = Object.values(given);
    if (more.length > 0) throw refusedInput("table alias is allowed only one key-value pair.");
    // AWS returns this error of its own code.
    if (aliased === undefined) throw refusedInput("java.util.NoSuchElementException");
    if (typeof aliased !== "string" && !(aliased instanceof SqlStatement)) {
      throw refusedInput("Table alias value is expected to be a string.");
    }
    return this.source(given);
  }

  columns(given: unknown): string {
    if (given === "*") return given;
    if (!Array.isArray(given)) throw refusedInput("Expected column to be * or an array.");
    return given
      .map((each: unknown) => {
        if (typeof each !== "string" && !isRecord(each)) throw refusedInput("Invalid type in column array.");
        return this.source(each);
      })
      .join(", ");
  }
}
