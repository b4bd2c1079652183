import { plainFunctionArn } from "../../facts/aws/arns";
import { groupedBy } from "../../facts/text/grouped";
import {
  type Ability,
  type AccessFacts,
  abilityOf,
  callerNames,
  callersText,
  type FunctionFact,
  isHousekeeping,
  isOpen,
  type Permission,
  permissionsOf,
  permissionText,
  type RouteFact,
} from "../../model";
import { countOf } from "../ui/amounts";
import { alignColumns } from "../ui/columns";
import { markdownText } from "../ui/printable-text";
import type { Terminal } from "../ui/terminal";
import { fail } from "./errors";

/** A line of the matrix: a route, who may call it, and what its function may do. */
export interface RouteRow {
  readonly stack: string;
  readonly address: string;
  readonly kind: RouteFact["kind"];
  readonly api: string;
  readonly route: string;
  /** In words. */
  readonly who: string;
  readonly callers: RouteFact["callers"];
  readonly needsApiKey: boolean;
  readonly networks: readonly string[];
  readonly isOpen: boolean;
  /** The target in words: the name of the function. */
  readonly target: string;
  /** The permissions of the function. Absent for another target, and for a function whose role the JSON does not declare. */
  readonly permissions?: readonly Permission[];
  /** With `--can`: whether the function may do the action. */
  readonly can?: Ability;
}

/** The output of `routes --json`. */
export interface RoutesOutput {
  readonly routes: readonly RouteRow[];
  /** Parts of the app that cannot be read, so that nothing is known about them. */
  readonly problems: readonly string[];
}

export interface RouteFilter {
  /** Only routes that everyone may call. */
  readonly open?: boolean;
  /** Only routes that a caller may call: `anyone`, `iam`, `key`, or the name of an authorizer, scope or group. */
  readonly who?: string;
  /** Only routes whose function may do an action: `s3:DeleteObject`. */
  readonly can?: string;
}

/** The rows of the matrix, in the order of the APIs. */
export function routeRows(facts: AccessFacts, filter: RouteFilter = {}): readonly RouteRow[] {
  const { model, routes, functions } = facts;
  if (filter.who !== undefined) checkWho(filter.who, routes);
  if (filter.can !== undefined && !/^[\w-]+:[\w*?]+$/.test(filter.can))
    fail("serverform routes", "routes-action-invalid", "--can", { value: filter.can });
  const byArn = new Map(functions.map((each) => [each.arn, each]));
  const abilities = new Map<FunctionFact, Ability>();
  const ability = (fn: FunctionFact, action: string): Ability => {
    const known = abilities.get(fn) ?? abilityOf(fn, action);
    abilities.set(fn, known);
    return known;
  };
  return routes.flatMap((route): readonly RouteRow[] => {
    if (filter.open === true && !isOpen(route)) return [];
    if (filter.who !== undefined && !mayCall(route, filter.who)) return [];
    const fn =
      route.target.type === "function"
        ? byArn.get(plainFunctionArn(route.target.arn) ?? route.target.arn)
        : undefined;
    const can = filter.can === undefined || fn === undefined ? undefined : ability(fn, filter.can);
    if (filter.can !== undefined && (can === undefined || can === "no")) return [];
    const permissions = fn && permissionsOf(model, fn);
    return [
      {
        stack: route.stack,
        address: route.address,
        kind: route.kind,
        api: route.api,
        route: route.key,
        who: callersText(route),
        callers: route.callers,
        needsApiKey: route.needsApiKey,
        networks: route.networks,
        isOpen: isOpen(route),
        target: fn?.name ?? (route.target.type === "function" ? route.target.arn : route.target.text),
        ...(permissions !== undefined && { permissions }),
        ...(can !== undefined && { can }),
      },
    ];
  });
}

/** Whether a caller may call a route, by a name of `callerNames`. Everyone may call open routes. */
function mayCall({ callers, needsApiKey }: RouteFact, who: string): boolean {
  const isNamed = (name: string): boolean => name.toLowerCase() === who.toLowerCase();
  if (isNamed("key")) return needsApiKey || callers.some(({ type }) => type === "key" || type === "anyone");
  return callers.some((caller) => {
    if (caller.type === "anyone") return !needsApiKey;
    return callerNames(caller).some(isNamed);
  });
}

function checkWho(who: string, routes: readonly RouteFact[]): void {
  const names = new Set([
    "anyone",
    "iam",
    "key",
    ...routes.flatMap(({ callers }) => callers.flatMap(callerNames)),
  ]);
  if ([...names].some((name) => name.toLowerCase() === who.toLowerCase())) return;
  fail("serverform routes", "routes-caller-unknown", "--who", { value: who, names: [...names] });
}

/** Actions of one permission in a line; `--json` has all of them. */
const shownActions = 6;

export function printRoutes(terminal: Terminal, rows: readonly RouteRow[], total: number): void {
  const { bold, dim, yellow } = terminal.colors;
  for (const [api, own] of groupedBy(rows, titleOf)) {
    terminal.print();
    terminal.print(bold(api));
    const lines = alignColumns(own.map(({ route, who, target }) => [route, who, target]));
    for (const [index, row] of own.entries()) {
      const line = `  ${lines[index] ?? ""}`;
      terminal.print(row.isOpen ? yellow(line) : line);
      for (const text of permissionLines(row)) terminal.print(dim(`      ${text}`));
    }
  }
  if (rows.length > 0) terminal.print();
  const open = rows.filter(({ isOpen }) => isOpen).length;
  terminal.print(`${rows.length} of ${countOf(total, "route")}, ${open} open to everyone.`);
}

export function routesMarkdown(rows: readonly RouteRow[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [
    line(["API", "Route", "Callers", "Target", "Permissions of the target"]),
    line(["---", "---", "---", "---", "---"]),
    ...rows.map((row) => {
      const who = markdownText(row.who);
      return line([
        markdownText(row.api),
        markdownText(row.route),
        row.isOpen ? `**${who}**` : who,
        markdownText(row.target),
        permissionLines(row).map(markdownText).join("<br>"),
      ]);
    }),
  ].join("\n");
}

const titleOf = ({ api, kind, stack }: RouteRow): string => `${api} (${kind}, ${stack})`;

/** The permissions of the function, without the logs and traces that every function writes. */
function permissionLines({ permissions, can }: RouteRow): readonly string[] {
  const told = (permissions ?? []).filter(({ actions, exceptActions }) =>
    exceptActions ? true : actions.some((action) => !isHousekeeping(action)),
  );
  return [
    ...told.map((each) => permissionText(each, shownActions)),
    ...(can === "may" ? ["a condition or an unknown policy decides"] : []),
  ];
}
