import { bindingKey } from "../../lib/app/binding";
import { clients } from "../../lib/app/binding/clients";
import type { RowName } from "../../lib/iam/permissions";
import type { Access, Grant, Row } from "../../lib/iam/permissions/row";
import { rows } from "../../lib/iam/permissions/table";

/** What the tables below tell of a class. */
interface Entry {
  /** Its row in the table of permissions. */
  readonly row: RowName;
  /** What `bind` puts into the environment. */
  readonly variables: readonly [string, ...string[]];
  /** Whether `bind` gives what naming it in `permissions` gives; else it gives no permission. */
  readonly grants: boolean;
}

const api = { row: "Api", variables: ["url"], grants: false } as const;

/** The classes that may be named in `permissions` and in `bind`; test/permissions-matrix.test.ts holds it to the code. */
export const boundClasses = {
  Api: api,
  GraphQLApi: api,
  RestV1Api: api,
  WebSocketApi: { ...api, row: "WebSocketApi" },
  Bucket: { row: "Bucket", variables: ["bucketName"], grants: true },
  EventBus: { row: "EventBus", variables: ["eventBusName"], grants: true },
  Function: { row: "Function", variables: ["functionName"], grants: true },
  KinesisStream: { row: "KinesisStream", variables: ["streamName"], grants: true },
  Queue: { row: "Queue", variables: ["queueUrl"], grants: true },
  Table: { row: "Table", variables: ["tableName"], grants: true },
  Topic: { row: "Topic", variables: ["topicArn"], grants: true },
  Userbase: { row: "Userbase", variables: ["userPoolId", "userPoolClientId"], grants: true },
} as const satisfies Record<string, Entry>;

export type BoundClass = keyof typeof boundClasses;

/** What a function may do with a construct of a class when its `permissions` or `bind` name it, as Markdown. */
export function permissionsTables(className: string): string {
  if (!Object.hasOwn(boundClasses, className)) throw new Error(`no class ${className}`);
  const entry: Entry = boundClasses[className as BoundClass];
  const row: Row = rows[entry.row];
  const it = className === "Function" ? "fn" : variableOf(className);
  const named = `\`permissions: [${it}]\``;
  const bound = entry.grants ? `as ${named}` : "nothing more: it is told the address";
  const hasKeys = [row.byDefault, ...Object.values(row.access)].some(
    ({ keyActions = [] }) => keyActions.length > 0,
  );
  const line = (cells: readonly string[]) => `| ${(hasKeys ? cells : cells.slice(0, 2)).join(" | ")} |`;
  const lines = [
    line(["You write", "The function may", "With a key of your own also"]),
    line(["---", "---", "---"]).replaceAll(" ", ""),
    line([named, grantsText(row.byDefault), keyText(row.byDefault)]),
    ...Object.entries(row.access).map(([name, access]) =>
      line([`\`[${it}, "${name}"]\``, grantsText(access), keyText(access)]),
    ),
    line([`\`bind: [${it}]\``, bound, entry.grants ? keyText(row.byDefault) : "—"]),
  ];
  return [...lines, "", ...variablesTable(className, entry)].join("\n");
}

function variablesTable(className: string, { variables }: Entry): string[] {
  const module = `serverform/node/${clients[className as BoundClass]}`;
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
