import type { FunctionPermissions, GrantUse, PermissionsReport } from "../../local";
import { countOf } from "../ui/amounts";
import type { Terminal } from "../ui/terminal";

/** The maximum number of actions in a line. */
const maxNamed = 6;

export function printPermissions(terminal: Terminal, report: PermissionsReport): void {
  const { bold, dim, red, yellow } = terminal.colors;
  for (const permissions of report.functions) {
    const { function: name, grants, missing, unknownPolicies = [] } = permissions;
    terminal.print();
    terminal.print(`${bold(name)}  ${dim(coverageText(permissions))}`);
    for (const { action, resource, add, count } of missing) {
      terminal.print(`  ${red(`missing  ${action} on ${resource}`)} (${countOf(count, "call")})`);
      if (add !== undefined) terminal.print(`    add      ${add}`);
    }
    if (permissions.coverage === "unknown") continue;
    for (const grant of grants.filter(({ use }) => use !== "unmeasured")) printGrant(terminal, grant);
    for (const policy of unknownPolicies)
      terminal.print(`  ${yellow(`unknown  ${policy} is not in the JSON`)}`);
  }
  terminal.print();
  terminal.print(summaryOf(report));
}

function printGrant(terminal: Terminal, { resource, use, used, unused, code, now }: GrantUse): void {
  const { yellow } = terminal.colors;
  const title = `${use === "partly" ? "partly used" : use}  ${resource}`;
  terminal.print(`  ${code === undefined ? title : yellow(title)}`);
  if (used.length > 0)
    terminal.print(`    used     ${used.map(({ action, count }) => `${action} (${count})`).join(", ")}`);
  if (unused.length > 0) terminal.print(`    unused   ${listed(unused)}`);
  if (code !== undefined) terminal.print(`    write    ${code}   instead of   ${now}`);
}

/**
 * The changes as a patch suggestion: for each function, its current lines and the required lines.
 *
 * The JSON does not contain the place in the code, so the patch is for people and not for programs.
 */
export function permissionsPatch({ functions }: PermissionsReport): string {
  return functions
    .flatMap(({ function: name, coverage, grants, missing }) => {
      const narrowed = coverage === "run" ? grants.filter(({ code }) => code !== undefined) : [];
      const lines = [
        ...narrowed.flatMap(({ now, code }) => [`- ${now}`, `+ ${code}`]),
        ...missing.flatMap(({ add }) => (add === undefined ? [] : [`+ ${add}`])),
      ];
      return lines.length === 0 ? [] : [[`@@ ${name} @@`, ...new Set(lines)].join("\n")];
    })
    .join("\n\n");
}

function coverageText({ coverage, invocations }: FunctionPermissions): string {
  if (coverage === "run") return countOf(invocations, "invocation");
  return invocations === 0 ? "never ran: unknown" : "its role is not in the JSON: unknown";
}

function listed(actions: readonly string[]): string {
  const more = actions.length - maxNamed;
  return more > 0 ? `${actions.slice(0, maxNamed).join(", ")} and ${more} more` : actions.join(", ");
}

function summaryOf({ functions, missing, unused, unknown }: PermissionsReport): string {
  return `${countOf(functions.length, "function")}: ${missing.length} missing, ${unused.length} can be left out, ${unknown.length} unknown.`;
}
