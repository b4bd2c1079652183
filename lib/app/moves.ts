import { TerraformResource, TerraformStack } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import { moveFrom } from "../core/moved";
import type { ServerformError } from "../errors/error";
import type { App } from "./app";
import { fail, problem } from "./errors";

/** A construct that had another path in an earlier version of the app. */
interface MovedConstruct {
  /** The stack's id, with or without stage and app. */
  readonly stack: string;
  /** The ids below the stack. */
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** The moves of an app, which `App.moved` adds. */
export class MovedConstructs {
  private readonly moves: MovedConstruct[] = [];

  constructor(private readonly app: App) {}

  add(from: string, to: string): void {
    const [former, present] = [split("from", from), split("to", to)];
    if (former.stack !== present.stack) fail("app", "moved-between-stacks", "moved()", { from, to });
    if (from === to) fail("app", "moved-alike", "moved()", { value: from });
    const known = this.moves.find((each) => pathOf(each, "to") === to || pathOf(each, "from") === from);
    if (known !== undefined) {
      fail("app", "moved-twice", "moved()", {
        from,
        to,
        other: `${pathOf(known, "from")} to ${pathOf(known, "to")}`,
      });
    }
    const move = { stack: present.stack, from: former.ids, to: present.ids };
    if (this.find(move.stack, move.to) !== undefined) fail("app", "moved-too-late", "moved()", { to });
    this.moves.push(move);
  }

  /** The ids below the stack that a construct had before it was moved; `ids` are those that it has. */
  formerIds(stack: IConstruct, ids: readonly string[]): readonly string[] {
    const [move] = this.moves
      .filter((each) => this.isStack(stack, each.stack) && each.to.every((id, index) => ids[index] === id))
      .sort((one, other) => other.to.length - one.to.length);
    return move === undefined ? ids : [...move.from, ...ids.slice(move.to.length)];
  }

  /** Writes a `moved` block for each resource of the constructs. The app is complete. */
  finish(): ServerformError[] {
    return this.moves.flatMap((move) => {
      const [from, to] = [pathOf(move, "from"), pathOf(move, "to")];
      const target = this.find(move.stack, move.to);
      if (target === undefined) return [problem("app", "moved-target-missing", "moved()", { from, to })];
      if (this.find(move.stack, move.from) !== undefined) {
        return [problem("app", "moved-source-declared", "moved()", { from, to })];
      }
      moveAll(target, move);
      return [];
    });
  }

  private find(stackId: string, ids: readonly string[]): IConstruct | undefined {
    const stack = this.app.stacks.find((each) => this.isStack(each, stackId));
    return ids.reduce<IConstruct | undefined>((scope, id) => scope?.node.tryFindChild(id), stack);
  }

  private isStack({ node }: IConstruct, id: string): boolean {
    return node.id === id || node.id === this.app.logicalPrefixedName(id);
  }
}

function moveAll(target: IConstruct, { from, to }: MovedConstruct): void {
  const stack = TerraformStack.of(target);
  const depth = stack.node.scopes.length + to.length;
  for (const resource of target.node.findAll()) {
    if (!TerraformResource.isTerraformResource(resource)) continue;
    const below = resource.node.scopes.slice(depth).map(({ node }) => node.id);
    // A compound that both have stays: only what is below it has other ids.
    let scope: Construct = stack;
    let ids = [...from, ...below];
    for (;;) {
      const [first = "", ...rest] = ids;
      const child = scope.node.tryFindChild(first);
      if (child === undefined || rest.length === 0) break;
      [scope, ids] = [child as Construct, rest];
    }
    moveFrom(resource, scope, ids as [string, ...string[]]);
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
