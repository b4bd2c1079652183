import { isHousekeeping, permissionText } from "../../model";
import { alignColumns } from "../ui/columns";
import type { Terminal } from "../ui/terminal";
import { markdownText } from "./markdown";
import type { RouteRow } from "./route-rows";

/** Actions of one permission in a line; `--json` has all of them. */
const shownActions = 6;

/** Prints the matrix, API by API. */
export function printRoutes(terminal: Terminal, rows: readonly RouteRow[], total: number): void {
  const { bold, dim, yellow } = terminal.colors;
  for (const [api, own] of byApi(rows)) {
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
  terminal.print(`${rows.length} of ${total} ${total === 1 ? "route" : "routes"}, ${open} open to everyone.`);
}

/** The matrix as a table of Markdown. */
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

function byApi(rows: readonly RouteRow[]): ReadonlyMap<string, readonly RouteRow[]> {
  const groups = new Map<string, RouteRow[]>();
  for (const row of rows) {
    const title = `${row.api} (${row.kind}, ${row.stack})`;
    groups.set(title, [...(groups.get(title) ?? []), row]);
  }
  return groups;
}

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
