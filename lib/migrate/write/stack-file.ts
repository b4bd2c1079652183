import { placeholder } from "../cloudformation/intrinsics";
import type { Application } from "../model/application";
import type { Names } from "../model/names";
import { type Findings, placeText } from "../model/place";
import {
  Call,
  Choice,
  Computed,
  type ComputedPart,
  code,
  type ImportedName,
  isComputed,
  isList,
  isMap,
  mapValue,
  type Value,
  type ValueMap,
  withLiteralText,
} from "../model/value";
import { defaultsName, inOrder, namesIn, type StackObject, stackObjectsOf, usesOf } from "./declarations";
import { importLine, ValuePrinter } from "./print-value";

/** The name of the stack, without that of the application, which is its prefix. */
export const stackName = "Service";

export function stackFile(application: Application, names: Names, findings: Findings): string {
  return new StackFile(application, stackObjectsOf(application, names, findings), findings).text();
}

class StackFile {
  private readonly byName: ReadonlyMap<string, StackObject>;
  private readonly imports = new Map<string, Set<string>>();
  private readonly declared = new Set<string>();
  /** Ids of the constructs in the stack. */
  private readonly ids: Set<string>;
  private readonly printer: ValuePrinter;

  constructor(
    private readonly application: Application,
    private readonly declarations: readonly StackObject[],
    private readonly findings: Findings,
  ) {
    this.byName = new Map(declarations.map((each) => [each.name, each]));
    this.ids = new Set(declarations.map(({ id }) => id));
    this.printer = new ValuePrinter((part) => this.codeOf(part));
  }

  text(): string {
    const body = [
      ...this.constants(),
      ...this.objects(),
      ...this.calls(),
      ...this.outputs(),
      ...this.refusals(),
    ];
    this.import("StackContext", "serverform");
    return [
      ...this.importLines(),
      "",
      `/** The resources of ${this.application.source}. */`,
      `export function ${stackName}({ stack }: StackContext) {`,
      ...body,
      "}",
      "",
    ].join("\n");
  }

  private constants(): readonly string[] {
    return this.application.constants.map(({ name, value: given }) => {
      const value = this.withOwnIds(given);
      this.importsOf(value);
      return `  const ${name} = ${this.printer.print(value, "  ", name.length + 10)};`;
    });
  }

  private defaults({ props: { environment, permissions } }: StackObject): readonly string[] {
    const lines: string[] = [];
    // Values that are computed from the stack, such as an ARN with its region. The others belong to the app.
    const computed = Object.entries(this.application.functionDefaults).filter(([, value]) =>
      isComputed(value),
    );
    if (computed.length > 0)
      lines.push(this.statement(new Call("stack.setDefaultFunctionProps", [Object.fromEntries(computed)])));
    if (isMap(environment) && Object.keys(environment).length > 0)
      lines.push(this.statement(new Call("stack.addDefaultFunctionEnv", [environment])));
    if (isList(permissions) && permissions.length > 0)
      lines.push(this.statement(new Call("stack.addDefaultFunctionPermissions", [permissions])));
    return lines;
  }

  private objects(): readonly string[] {
    const uses = new Map(this.declarations.map((each) => [each.name, usesOf(each)]));
    const order = inOrder(uses);
    const referred = new Set([...uses.values()].flatMap((names) => [...names]));
    for (const { calls, name } of this.declarations) {
      if (calls.length > 0) referred.add(name);
      for (const { args } of calls) for (const used of namesIn(args)) referred.add(used);
    }
    for (const { value } of this.application.outputs) for (const used of namesIn(value)) referred.add(used);
    return order.flatMap((name) => {
      const declaration = this.byName.get(name);
      if (declaration === undefined) return [];
      const lines =
        name === defaultsName
          ? this.defaults(declaration)
          : [this.declaration(declaration, referred.has(name))];
      this.declared.add(name);
      return lines;
    });
  }

  private declaration({ className, from, id, variable, props }: StackObject, isReferred: boolean): string {
    this.import(className, from);
    const cleaned = withoutEmpty(props);
    const own = from.startsWith("@cdktf/") ? withLiteralText(cleaned) : cleaned;
    const args = Object.keys(cleaned).length === 0 ? [] : [this.withOwnIds(own)];
    return this.print(
      new Call(`new ${className}`, [code("stack"), id, ...args]),
      isReferred ? `const ${variable} = ` : "",
    );
  }

  private calls(): readonly string[] {
    return this.declarations.flatMap(({ variable, calls }) =>
      calls.map(({ method, args }) => this.statement(new Call(`${variable}.${method}`, args))),
    );
  }

  private outputs(): readonly string[] {
    const { outputs } = this.application;
    if (outputs.length === 0) return [];
    const values = Object.fromEntries(outputs.map(({ name, value }) => [name, withLiteralText(value)]));
    return [this.statement(new Call("stack.addOutputs", [values]))];
  }

  /** Synthesis errors for untranslated parts that protect a resource, which would otherwise be open. */
  private refusals(): readonly string[] {
    return this.findings.refused.map(({ place, text }) => {
      const message = `${placeText(place)}: ${text} Write it here, then remove this line.`;
      const imports = [{ name: "Annotations", from: "cdktf" }];
      return this.statement(new Call("Annotations.of(stack).addError", [message], imports));
    });
  }

  private statement(value: Value): string {
    return this.print(this.withOwnIds(value));
  }

  /** A value whose data sources and variables have ids that no other construct of the stack has. */
  private withOwnIds(value: Value): Value {
    return mapValue(value, (leaf) => {
      if (leaf instanceof Computed) return new Computed(leaf.parts.map((part) => this.withOwnId(part)));
      if (!(leaf instanceof Call)) return leaf;
      const args = leaf.args.map((each) => this.withOwnIds(each));
      const [scope, id, ...others] = args;
      const isConstruct = leaf.callee.startsWith("new ") && typeof id === "string";
      return new Call(leaf.callee, isConstruct ? [scope, this.freeId(id), ...others] : args, leaf.imports);
    });
  }

  private withOwnId(part: ComputedPart): ComputedPart {
    if (typeof part === "string" || !("code" in part)) return part;
    const text = part.code.replace(/(?<=^new \w+\(stack, ")\w+/, (id) => this.freeId(id));
    return { ...part, code: text };
  }

  private freeId(wanted: string): string {
    const base = wanted.replace(/(?<=\d)$/, "_");
    let id = wanted;
    for (let count = 2; this.ids.has(id); count += 1) id = `${base}${count}`;
    this.ids.add(id);
    return id;
  }

  private print(value: Value, head = ""): string {
    this.importsOf(value);
    return `  ${head}${this.printer.print(value, "  ", 3 + head.length)};`;
  }

  private codeOf(part: Exclude<ComputedPart, string>): string {
    if ("code" in part) return part.code;
    const name = "target" in part ? part.target : part.object;
    const found = this.byName.get(name);
    if (found === undefined) {
      this.findings.todo(part.place, `\`${name}\` is referred to, but was not translated: write its value.`);
      return "target" in part ? JSON.stringify(placeholder(name)) : "stack";
    }
    if (!this.declared.has(name)) {
      this.findings.todo(
        part.place,
        `\`${name}\` refers back to what refers to it: set one of the two afterwards.`,
      );
      return JSON.stringify(placeholder(name));
    }
    if ("object" in part) return found.variable;
    const attribute = found.attributes(part.attribute);
    if (attribute?.includes("%") === true) {
      if (attribute.startsWith("Token.")) this.import("Token", "cdktf");
      return attribute.replace("%", found.variable);
    }
    if (attribute !== undefined) return `${found.variable}${attribute}`;
    this.findings.todo(
      part.place,
      `The attribute \`${part.attribute}\` of \`${name}\` was not translated: write its value.`,
    );
    return JSON.stringify(placeholder(`${name}-${part.attribute}`));
  }

  private importsOf(value: Value): void {
    if (value instanceof Computed) {
      for (const part of value.parts)
        if (typeof part === "object" && "code" in part) this.importAll(part.imports ?? []);
    } else if (value instanceof Call) {
      this.importAll(value.imports);
      for (const each of value.args) this.importsOf(each);
    } else if (value instanceof Choice) {
      this.importsOf(value.yes);
      this.importsOf(value.no);
    } else if (isList(value)) for (const each of value) this.importsOf(each);
    else if (isMap(value)) for (const each of Object.values(value)) this.importsOf(each);
  }

  private importAll(names: readonly ImportedName[]): void {
    for (const { name, from } of names) this.import(name, from);
  }

  private import(name: string, from: string): void {
    const names = this.imports.get(from) ?? new Set();
    this.imports.set(from, names.add(name));
  }

  private importLines(): readonly string[] {
    return [...this.imports]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([from, names]) => {
        const sorted = [...names]
          .sort()
          .map((name) => (name === "StackContext" ? "type StackContext" : name));
        return importLine(sorted, from);
      });
  }
}

function withoutEmpty(props: ValueMap): ValueMap {
  return Object.fromEntries(
    Object.entries(props)
      .map(([key, value]) => [key, isMap(value) ? withoutEmpty(value) : value] as const)
      .filter(
        ([key, value]) =>
          value !== undefined && !(key === "cdk" && isMap(value) && Object.keys(value).length === 0),
      ),
  );
}
