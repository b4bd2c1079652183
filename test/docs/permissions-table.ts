import { constructDescriptions } from "../../lib/constructs/list";
import { bindingKey } from "../../lib/facts/bindings";
import type { ConstructDescription } from "../../lib/kit/description/construct-description";
import type { Access, Grant } from "../../lib/kit/iam/permissions/row";
import { publicName } from "../../lib/kit/iam/permissions/row";

/** The description of a class that may be named in `permissions` and in `bind`. */
export type NamedClass = ConstructDescription & Required<Pick<ConstructDescription, "row" | "binding">>;

/** The classes that may be named in `permissions` and in `bind`. */
export function namedClasses(descriptions: readonly ConstructDescription[]): readonly NamedClass[] {
  return descriptions.filter(
    (each): each is NamedClass => each.row !== undefined && each.binding !== undefined,
  );
}

/** The actions that a function may perform with a construct of a class when its `permissions` or `bind` name it, as Markdown. */
export function permissionsTables(
  className: string,
  descriptions: readonly ConstructDescription[] = constructDescriptions,
): string {
  const description = namedClasses(descriptions).find((each) => publicName(each) === className);
  if (description === undefined) throw new Error(`no class ${className}`);
  const { row, binding } = description;
  const it = className === "Function" ? "fn" : variableOf(className);
  const named = `\`permissions: [${it}]\``;
  const told = binding.isStored
    ? "`ssm:GetParameters` on `<parameter arn>`"
    : "nothing more: it is told the address";
  const bound = binding.grants ? `as ${named}` : told;
  const hasKeys = [row.byDefault, ...Object.values(row.access)].some(
    ({ keyActions = [] }) => keyActions.length > 0,
  );
  const line = (cells: readonly string[]) => `| ${(hasKeys ? cells : cells.slice(0, 2)).join(" | ")} |`;
  const lines = [
    line(["You write", "The function may", "With your own key also"]),
    line(["---", "---", "---"]).replaceAll(" ", ""),
    line([named, grantsText(row.byDefault), keyText(row.byDefault)]),
    ...Object.entries(row.access).map(([name, access]) =>
      line([`\`[${it}, "${name}"]\``, grantsText(access), keyText(access)]),
    ),
    line([`\`bind: [${it}]\``, bound, binding.grants ? keyText(row.byDefault) : "—"]),
  ];
  return [...lines, "", ...variablesTable(description)].join("\n");
}

function variablesTable({ className, binding }: NamedClass): string[] {
  const { client, variables } = binding;
  const module = `serverform/node/${client}`;
  return [
    `| \`bind\` sets | Read in Node, from \`${module}\` |`,
    "|---|---|",
    ...variables.map((variable) => {
      const key = bindingKey({ className, id: "<id>" }, variable);
      return `| \`${key}\` | \`${className}.<id>.${variable}\` |`;
    }),
  ];
}

function grantsText({ grants }: Access): string {
  return grants.map(grantText).join("; ");
}

function grantText({ actions, on, conditions, ifPresent }: Grant): string {
  const resources = on.map((each) =>
    code(each.replace(/\{(\w+)\}/g, (_, part: string) => `<${partNames[part]}>`)),
  );
  const tests = Object.values(conditions ?? {}).flatMap((each) =>
    Object.entries(each).map(([key, value]) => `${code(key)} is ${code(value)}`),
  );
  const condition = tests.length === 0 ? "" : `, where ${tests.join(" and ")}`;
  return `${actionsText(actions)} on ${resources.join(", ")}${condition}${ifPresent ? ", if there is one" : ""}`;
}

const partNames: Readonly<Record<string, string>> = {
  arn: "arn",
  streamArn: "stream arn",
  secretArn: "secret arn",
  stageName: "stage",
};

/** The service once, then the names of its actions. */
function actionsText(actions: readonly string[]): string {
  const services = new Map<string, string[]>();
  for (const action of new Set(actions)) {
    const [service = "", name = ""] = action.split(":");
    services.set(service, [...(services.get(service) ?? []), name]);
  }
  return [...services]
    .map(([service, [first = "", ...more]]) => [code(`${service}:${first}`), ...more.map(code)].join(", "))
    .join(", ");
}

function keyText({ keyActions = [] }: Access): string {
  return keyActions.length === 0 ? "—" : actionsText(keyActions);
}

const code = (text: string) => `\`${text}\``;

/** As examples call a construct of the class: `table`, `eventBus`, `webSocketApi`, `restV1Api`. */
function variableOf(className: string): string {
  return className === "GraphQLApi" ? "graphQLApi" : className[0]?.toLowerCase() + className.slice(1);
}
