import { isDeepStrictEqual } from "node:util";
import type { Path, Term, UpdateStep, WhereCondition, WireValue } from "./syntax";
import { StatementError } from "./tokens";

/** Writes parts of a statement as expressions of the other operations, with the placeholders that they need. */
export class Expressions {
  private readonly names = new Map<string, string>();
  private readonly values: WireValue[] = [];

  /** The placeholders of the request. */
  get placeholders(): object {
    const names = [...this.names].map(([name, placeholder]) => [placeholder, name]);
    return {
      ...(names.length > 0 && { ExpressionAttributeNames: Object.fromEntries(names) }),
      ...(this.values.length > 0 && {
        ExpressionAttributeValues: Object.fromEntries(
          this.values.map((value, index) => [`:v${index}`, value]),
        ),
      }),
    };
  }

  path(path: Path): string {
    return path
      .map((part, index) => {
        if (typeof part === "number") return `[${part}]`;
        const placeholder = this.names.get(part) ?? `#n${this.names.size}`;
        this.names.set(part, placeholder);
        return index === 0 ? placeholder : `.${placeholder}`;
      })
      .join("");
  }

  condition(condition: WhereCondition): string {
    switch (condition.kind) {
      case "and":
      case "or":
        return `(${this.condition(condition.left)} ${condition.kind.toUpperCase()} ${this.condition(condition.right)})`;
      case "not":
        return `(NOT ${this.condition(condition.of)})`;
      case "compare":
        return `${this.term(condition.left)} ${condition.operator} ${this.term(condition.right)}`;
      case "between":
        return `${this.term(condition.term)} BETWEEN ${this.term(condition.least)} AND ${this.term(condition.most)}`;
      case "in":
        return `${this.term(condition.term)} IN (${condition.among.map((each) => this.term(each)).join(", ")})`;
      case "is":
        return condition.what === "MISSING"
          ? `attribute_not_exists(${this.path(condition.path)})`
          : `attribute_type(${this.path(condition.path)}, ${this.value({ S: "NULL" })})`;
      case "test":
        return this.call(condition);
    }
  }

  /** `SET a = :v REMOVE b` */
  update(steps: readonly UpdateStep[]): string {
    const clauses = {
      SET: [] as string[],
      REMOVE: [] as string[],
      ADD: [] as string[],
      DELETE: [] as string[],
    };
    for (const step of steps) {
      const path = this.path(step.path);
      if (step.kind === "remove") clauses.REMOVE.push(path);
      else if (step.term.kind === "call" && Object.hasOwn(ofSets, step.term.name)) {
        const [of, members] = step.term.terms;
        const isItself = of?.kind === "path" && isDeepStrictEqual(of.path, step.path);
        if (!isItself || members?.kind !== "value") {
          throw new StatementError(`${step.term.name} needs the attribute that it sets, and a set`);
        }
        clauses[ofSets[step.term.name as keyof typeof ofSets]].push(`${path} ${this.value(members.value)}`);
      } else clauses.SET.push(`${path} = ${this.term(step.term)}`);
    }
    return Object.entries(clauses)
      .flatMap(([name, parts]) => (parts.length === 0 ? [] : [`${name} ${parts.join(", ")}`]))
      .join(" ");
  }

  private term(term: Term): string {
    switch (term.kind) {
      case "value":
        return this.value(term.value);
      case "path":
        return this.path(term.path);
      case "call":
        return this.call(term);
      case "sum":
        return `${this.term(term.left)} ${term.operator} ${this.term(term.right)}`;
    }
  }

  private call({ name, terms }: { readonly name: string; readonly terms: readonly Term[] }): string {
    return `${name}(${terms.map((each) => this.term(each)).join(", ")})`;
  }

  private value(value: WireValue): string {
    this.values.push(value);
    return `:v${this.values.length - 1}`;
  }
}

const ofSets = { set_add: "ADD", set_delete: "DELETE" } as const;
