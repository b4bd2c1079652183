import { TerraformResource, TerraformStack } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import type { ServerformError } from "../../../facts/errors/error";
import { moveWith } from "../../core/terraform/moved";
import { fail, problem } from "../errors";

interface MovedConstruct {
  /** The stack's id, with or without stage and app. */
  readonly stack: string;
  /** The ids below the stack. */
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** Whether the construct that contains it already has its own moves. Such a part may not exist. */
  readonly isPart?: boolean | undefined;
}

interface MovableApp {
  readonly stacks: readonly IConstruct[];
  logicalPrefixedName(name: string): string;
}

/** The moves of an app, which `App.moved` and `moved` of routes add. */
export class MovedConstructs {
  private readonly moves = new Map<string, MovedConstruct>();

  constructor(private readonly app: MovableApp) {}

  add(from: string, to: string): void {
    const [former, present] = [split("from", from), split("to", to)];
    if (former.stack !== present.stack) fail("app", "moved-between-stacks", "moved()", { from, to });
    if (from === to) fail("app", "moved-alike", "moved()", { value: from });
    const known = this.all.find((each) => pathOf(each, "to") === to || pathOf(each, "from") === from);
    if (known !== undefined) {
      fail("app", "moved-twice", "moved()", {
        from,
        to,
        other: `${pathOf(known, "from")} to ${pathOf(known, "to")}`,
      });
    }
    const move = { stack: present.stack, from: former.ids, to: present.ids };
    if (this.find(move.stack, move.to) !== undefined) fail("app", "moved-too-late", "moved()", { to });
    this.moves.set(to, move);
  }

  /**
   * Adds parts of a construct with other former ids below a scope, before they are created. They may never be created.
   *
   * @param parts - the former id of each part, by its id
   * @returns a function that removes them
   */
  addParts(scope: Construct, parts: ReadonlyMap<string, string>): () => void {
    const stack = TerraformStack.of(scope);
    const above = scope.node.scopes.slice(stack.node.scopes.length).map(({ node }) => node.id);
    const added = [...parts].map(([to, from]) => {
      const ids = (last: string) => [...above, last.replaceAll("/", "--")];
      return { stack: stack.node.id, from: ids(from), to: ids(to), isPart: true };
    });
    for (const move of added) this.moves.set(pathOf(move, "to"), move);
    return () => {
      for (const move of added) this.moves.delete(pathOf(move, "to"));
    };
  }

  /** The ids below the stack that a construct had before it was moved; `ids` are the current ones. */
  formerIds(stack: IConstruct, ids: readonly string[]): readonly string[] {
    if (this.moves.size === 0) return ids;
    let former = ids;
    for (let length = ids.length; length > 0; length--) {
      const move = this.moveTo(stack, former.slice(0, length));
      if (move !== undefined) former = [...move.from, ...former.slice(length)];
    }
    return former;
  }

  /** Writes `moved` blocks for each resource of the constructs, after the app is complete. */
  finish(): ServerformError[] {
    const { stacks } = this.app;
    const inner = [...this.all].sort((one, other) => other.to.length - one.to.length);
    return inner.flatMap((move) => {
      const [from, to] = [pathOf(move, "from"), pathOf(move, "to")];
      const target = this.find(move.stack, move.to, stacks);
      const isDeclared = this.find(move.stack, move.from, stacks) !== undefined;
      if (move.isPart) {
        if (target !== undefined && !isDeclared) moveAll(target, move);
        return [];
      }
      if (target === undefined) return [problem("app", "moved-target-missing", "moved()", { from, to })];
      if (isDeclared) return [problem("app", "moved-source-declared", "moved()", { from, to })];
      moveAll(target, move);
      return [];
    });
  }

  private get all(): readonly MovedConstruct[] {
    return [...this.moves.values()];
  }

  private moveTo({ node }: IConstruct, ids: readonly string[]): MovedConstruct | undefined {
    const prefix = this.app.logicalPrefixedName("_").slice(0, -1);
    const short = node.id.startsWith(prefix) ? node.id.slice(prefix.length) : node.id;
    return this.moves.get([node.id, ...ids].join("/")) ?? this.moves.get([short, ...ids].join("/"));
  }

  private find(
    stackId: string,
    ids: readonly string[],
    stacks: readonly IConstruct[] = this.app.stacks,
  ): IConstruct | undefined {
    const stack = stacks.find((each) => this.isStack(each, stackId));
    return ids.reduce<IConstruct | undefined>((scope, id) => scope?.node.tryFindChild(id), stack);
  }

  private isStack({ node }: IConstruct, id: string): boolean {
    return node.id === id || node.id === this.app.logicalPrefixedName(id);
  }
}

function moveAll(target: IConstruct, { from, to }: MovedConstruct): void {
  for (const resource of target.node.findAll()) {
    if (TerraformResource.isTerraformResource(resource)) moveWith(resource, from, to);
  }
}

function split(
  key: "from" | "to",
  path: unknown,
): { readonly stack: string; readonly ids: readonly string[] } {
  const [stack, ...ids] = typeof path === "string" ? path.split("/") : [];
  if (!stack || ids.length === 0 || ids.includes("")) return fail("app", "moved-path", key, { value: path });
  return { stack, ids };
}

function pathOf(move: MovedConstruct, end: "from" | "to"): string {
  return [move.stack, ...move[end]].join("/");
}
