import type { Overview, ServedGateway, ServedUserPool } from "../../local";
import { fitColumns, withoutMiddle } from "../ui/columns";
import type { Terminal } from "../ui/terminal";

export interface PanelContent {
  readonly served: readonly ServedGateway[];
  readonly userPools: readonly ServedUserPool[];
  /** The tables, queues and other parts of the app. @default - they are not known */
  readonly overview?: Overview | undefined;
  sourceOf(functionName: string): string | undefined;
  /** The address of the console. @default - there is none */
  readonly consoleUrl?: string | undefined;
  /** Whether the key `c` opens the console. */
  readonly hasKeys: boolean;
  /** The command that runs this command line in the project, for commands to copy: `npx serverform`. */
  readonly program: string;
}

interface PanelForm {
  readonly colors: Terminal["colors"];
  /** Characters of a line. */
  readonly width: number;
}

/** The lines of the panel: APIs with their routes, pools with their clients, and the rest in groups. Lines fit the width. */
export function panelLines(content: PanelContent, form: PanelForm): readonly string[] {
  const { served, userPools, overview, program } = content;
  return [
    ...served.flatMap((each) => apiLines(each, content, form)),
    ...userPools.flatMap((each) => poolLines(each, form)),
    ...(overview?.groups ?? []).flatMap(({ title, rows }) => groupLines(title, rows, form)),
    ...secretLines(overview?.secretsWithoutValue ?? [], program, form),
  ];
}

/** The addresses of an API, with that of WebSocket clients last. */
export function addressesOf({ urls, socketUrl }: ServedGateway): readonly string[] {
  return socketUrl === undefined ? urls : [...urls, socketUrl];
}

function apiLines(api: ServedGateway, { sourceOf }: PanelContent, form: PanelForm): readonly string[] {
  const { name, routes } = api.gateway;
  const rows = routes.map(({ method, path, authorizer, target }) => [
    method,
    path,
    authorizer,
    sourceOf(target) ?? target,
  ]);
  return [...headLines(name, addressesOf(api), form), ...indented(rows, form)];
}

function poolLines({ name, id, clients, pages }: ServedUserPool, form: PanelForm): readonly string[] {
  const { colors } = form;
  const address = pages === undefined ? [] : [pages];
  const rows = clients.map((client) => ["client", client.name, client.id]);
  const [head = "", ...others] = headLines(name, [id, ...address], { ...form, colors });
  return [head, ...others, ...indented(rows, form)];
}

/** A blank line, the name, and the addresses: next to it, or below it if they do not fit. */
function headLines(
  name: string,
  addresses: readonly string[],
  { colors, width }: PanelForm,
): readonly string[] {
  const plain = [name, ...addresses].join("  ");
  const colored = addresses.map((each) => (each.includes("://") ? colors.cyan(each) : each));
  if (plain.length <= width) return ["", [colors.bold(name), ...colored].join("  ")];
  return ["", colors.bold(withoutMiddle(name, width)), ...colored.map((each) => `  ${each}`)];
}

function groupLines(title: string, rows: readonly (readonly string[])[], form: PanelForm): readonly string[] {
  return ["", form.colors.bold(title), ...indented(rows, form)];
}

function secretLines(names: readonly string[], program: string, form: PanelForm): readonly string[] {
  const rows = names.map((name) => [name, `${program} secrets set ${name} --local`]);
  return rows.length === 0 ? [] : groupLines("Secrets without a value", rows, form);
}

const indented = (rows: readonly (readonly string[])[], { width }: PanelForm): readonly string[] =>
  fitColumns(rows, width - 2).map((line) => `  ${line}`);

/** The maximum length of the line with next steps, also in a file. */
const longestNext = 160;

/** A line with next steps; undefined without steps. */
export function nextLine(content: PanelContent, { colors, width }: PanelForm): string | undefined {
  const separator = "  ";
  const head = "Next:";
  let line = head;
  for (const each of nextSteps(content)) {
    if (line.length + separator.length + each.length <= Math.min(width, longestNext))
      line += `${separator}${each}`;
  }
  return line === head ? undefined : colors.dim(line);
}

/** Steps that work while this server runs: a second server would find its ports in use. */
function nextSteps({ served, userPools, consoleUrl, hasKeys, program }: PanelContent): readonly string[] {
  const open = served.flatMap(({ urls, gateway }) =>
    gateway.routes.flatMap(({ method, path, authorizer }) =>
      method === "GET" && authorizer === "none" && !/[{$]/.test(path) && urls[0] !== undefined
        ? [`curl ${urls[0].replace(/\/$/, "")}${path}`]
        : [],
    ),
  );
  const pages = userPools.find((each) => each.pages !== undefined)?.pages;
  const [pool, another] = userPools;
  const ofPool = another === undefined ? "" : ` --pool ${pool?.name}`;
  return [
    ...open.slice(0, 1),
    ...(consoleUrl !== undefined && hasKeys ? ["c: console"] : []),
    ...(pages === undefined ? [] : [`${pages}/inbox`]),
    ...(pool === undefined ? [] : [`${program} local token --user ada@example.com${ofPool}`]),
  ];
}
