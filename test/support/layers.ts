import { graphOf, shortestCircle, tanglesOf } from "./circles";
import type { Import } from "./import-graph";

/**
 * The rooms of lib, from the top down: a room may import what comes after it in one of these lists.
 *
 * A room is a folder or a file directly in lib. Rooms in one entry are side by side: they may import one another, as
 * long as they form no circle.
 */
const lists: readonly (readonly (readonly string[])[])[] = [
  [
    ["index"],
    ["error-codes"],
    ["catalogue"],
    ["constructs"],
    ["site", "gateway", "events", "dns"],
    ["function"],
    ["description"],
    ["iam"],
    ["app"],
    ["core"],
    ["errors"],
  ],
  [["constructs"], ["site"], ["function"], ["app"], ["bundle"], ["errors"]],
  [["testing"], ["cli"], ["policy", "proof"], ["local"], ["invoke"], ["bundle"], ["errors"]],
  [["cli"], ["local"], ["runtime"]],
  [["constructs"], ["app-sync"]],
  [["cli"], ["local"], ["app-sync"]],
  [["events"], ["core"], ["event-pattern"]],
  [["cli"], ["local"], ["event-pattern"]],
  [["cli"], ["live"], ["invoke"]],
  [["cli"], ["live"], ["runtime"]],
  [["cli"], ["app"], ["core"], ["errors"]],
  [["runtime"]],
];

/** Facts of AWS are below all rooms, and import nothing. */
const layers = lists.map((rows) => [...rows, ["aws"]]);

/** The catalogue is made from the error texts of all folders. */
const gathersTexts = ({ from, to }: Import): boolean => from === "catalogue.ts" && to.endsWith("/errors.ts");

/** The list of constructs is made from their descriptions. */
const listsConstructs = ({ from, to }: Import): boolean =>
  from === "constructs/list.ts" && to.endsWith("/library.ts");

/** The parser of Terraform's expressions reads texts and loads no CDK. A synthesis checks what the local server evaluates. */
const readsExpressions = ({ from, to }: Import): boolean =>
  from.startsWith("local/model/") && to.startsWith("core/terraform/expressions/");

const anyCdk = /^(cdktf|constructs|@cdktf\/.*)$/;

/** Packages that a room does without, and why. */
const forbiddenPackages: Readonly<Record<string, { readonly name: RegExp; readonly because: string }>> = {
  aws: { name: /./, because: "it is facts of AWS, which code of any kind may load" },
  core: { name: /^@cdktf\//, because: "core builds on cdktf and constructs, without a provider" },
  errors: { name: /^(cdktf|@cdktf\/.*)$/, because: "errors are reported without a CDK" },
  bundle: { name: anyCdk, because: "bundling knows nothing of constructs" },
  runtime: { name: anyCdk, because: "it is shipped into deployed functions" },
  live: { name: anyCdk, because: "handlers run here without constructs" },
  invoke: { name: anyCdk, because: "handlers run here without constructs" },
  proof: { name: anyCdk, because: "it compares and checks synthesized files, not constructs" },
  policy: { name: anyCdk, because: "it checks synthesized files, not constructs" },
  local: { name: anyCdk, because: "the local server reads synthesized files, not constructs" },
  cli: { name: anyCdk, because: "commands start without a CDK" },
  testing: { name: anyCdk, because: "tests of any app load it, whatever its CDK" },
};

/** A rule that the import graph breaks. */
export interface BrokenRule {
  /** What breaks it: an import, or the members of a circle. */
  readonly what: string;
  readonly rule: string;
}

/** Everything in an import graph of lib that the layers forbid. */
export function brokenRules(imports: readonly Import[]): readonly BrokenRule[] {
  const own = imports.filter(({ isPackage }) => !isPackage);
  return [
    ...own.flatMap((each) => [...brokenLayer(each), ...brokenEntrance(each)]),
    ...imports.filter(({ isPackage }) => isPackage).flatMap(brokenPackage),
    ...circlesOfFiles(own),
    ...circlesOfTypes(own),
    // One arrow that points up would join all rooms between its ends to one circle, and is told above.
    ...circlesOfFolders(own.filter((each) => brokenLayer(each).length === 0)),
  ];
}

function brokenLayer(each: Import): readonly BrokenRule[] {
  const { from, to } = each;
  const [room, target] = [roomOf(from), roomOf(to)];
  if (room === target || gathersTexts(each) || readsExpressions(each)) return [];
  if (layers.some((rows) => isAbove(rows, room, target))) return [];
  const own = layers.filter((rows) => rankOf(rows, room) !== -1).map(listed);
  const rule = `${room} may not import ${target}; arrows point down only: ${own.join("; ") || `${room} is in no list`}`;
  return [{ what: `${from} -> ${to}`, rule }];
}

function brokenEntrance(each: Import): readonly BrokenRule[] {
  const { from, to } = each;
  const construct = constructOf(to);
  if (construct === undefined || construct === constructOf(from) || to === `${construct}/index.ts`) return [];
  if (gathersTexts(each) || listsConstructs(each)) return [];
  return [
    { what: `${from} -> ${to}`, rule: `other folders reach a construct through ${construct}/index.ts` },
  ];
}

function brokenPackage({ from, to }: Import): readonly BrokenRule[] {
  const forbidden = forbiddenPackages[roomOf(from)];
  const what = `${from} -> ${to}`;
  return [
    ...(forbidden?.name.test(to) ? [{ what, rule: forbidden.because }] : []),
    ...(/^@cdktf\/provider-[a-z]+(\/lib(\/index(\.js)?)?)?$/.test(to)
      ? [{ what, rule: "a provider is imported module by module; its index costs seconds at start-up" }]
      : []),
  ];
}

/** Files of one folder may name each other's types, but not load one another. */
function circlesOfFiles(imports: readonly Import[]): readonly BrokenRule[] {
  const graph = graphOf(imports.filter((each) => !each.isTypeOnly).map(({ from, to }) => [from, to]));
  return tanglesOf(graph).map((members) => ({
    what: `circle: ${members.join(", ")}`,
    rule: `files do not load one another: ${shortestCircle(graph, members[0] ?? "").join(" -> ")}`,
  }));
}

/** So many files may name one another in circles: a class, what makes its parts, and the parts that take it. */
const largestTangle = 5;

/** Types join few files to circles: a part takes what it needs of the whole, not the whole. */
function circlesOfTypes(imports: readonly Import[]): readonly BrokenRule[] {
  const arrows = imports.filter((each) => !namesItsProps(each));
  const graph = graphOf(arrows.map(({ from, to }) => [from, to]));
  return tanglesOf(graph)
    .filter((members) => members.length > largestTangle)
    .map((members) => ({
      what: `circles through ${members.length} files: ${members.join(", ")}`,
      rule: `types join at most ${largestTangle} files: ${shortestCircle(graph, members[0] ?? "").join(" -> ")}`,
    }));
}

/** So many files may lie beside one another in a folder. */
const largestFolder = 25;

/** The folders with more files beside one another than a reader overlooks. */
export function crowdedFolders(files: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    const folder = file.split("/").slice(0, -1).join("/");
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].flatMap(([folder, count]) =>
    count > largestFolder ? `${folder} has ${count} files; give them rooms by idea` : [],
  );
}

/** `props.ts` declares the props of a folder from those of its parts, and each part names the whole by its type. */
const namesItsProps = ({ from, to, isTypeOnly }: Import): boolean =>
  isTypeOnly && /(^|\/)props\.ts$/.test(to) && from.startsWith(to.slice(0, -"props.ts".length));

/** At every level: what lies side by side in a folder forms no circle that leads through a folder, types included. */
function circlesOfFolders(imports: readonly Import[]): readonly BrokenRule[] {
  const below = new Map<string, Import[]>();
  for (const each of imports) {
    if (namesItsWhole(each)) continue;
    for (const parent of foldersOf(each.from)) {
      const known = below.get(parent);
      if (known === undefined) below.set(parent, [each]);
      else known.push(each);
    }
  }
  return [...below].sort().flatMap(([parent, inside]) => {
    const arrows = inside.flatMap((each) => {
      const [from, to] = [unitBelow(parent, each.from), unitBelow(parent, each.to)];
      return from === undefined || to === undefined ? [] : [{ ...each, unit: { from, to } }];
    });
    const graph = graphOf(arrows.map(({ unit }) => [unit.from, unit.to]));
    return tanglesOf(graph).flatMap((members) => {
      const folders = members.filter((member) => !isFile(member));
      const [folder] = folders;
      if (folder === undefined) return [];
      const beside = folders.length === members.length ? "" : ` and files of ${parent || "lib"}`;
      const circle = shortestCircle(graph, folder);
      const examples = circle.slice(1).map((to, index) => {
        const example = arrows.find(({ unit }) => unit.from === circle[index] && unit.to === to);
        return `${example?.from} -> ${example?.to}`;
      });
      return [
        {
          what: `circle: ${folders.join(", ")}${beside}`,
          rule: `no circle leads through a folder: ${examples.join(", ")}`,
        },
      ];
    });
  });
}

/** A room may name a type of the folder that it is part of: what the rooms of a construct have in common. */
const namesItsWhole = ({ from, to, isTypeOnly }: Import): boolean => {
  const folder = to.split("/").slice(0, -1).join("/");
  return isTypeOnly && folder !== "" && from.startsWith(`${folder}/`);
};

const isFile = (path: string): boolean => /\.m?ts$/.test(path);

/** `cli` of `cli/main.ts`, `index` of `index.ts`. */
const roomOf = (file: string): string =>
  file
    .split("/", 1)
    .join("")
    .replace(/\.m?ts$/, "");

/** `constructs/queue` of `constructs/queue/queue.ts`; undefined for a file that belongs to no single construct. */
const constructOf = (file: string): string | undefined => /^constructs\/[^/]+(?=\/)/.exec(file)?.[0];

const rankOf = (rows: readonly (readonly string[])[], room: string): number =>
  rows.findIndex((row) => row.includes(room));

function isAbove(rows: readonly (readonly string[])[], room: string, target: string): boolean {
  const rank = rankOf(rows, room);
  return rank !== -1 && rank <= rankOf(rows, target);
}

const listed = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.join(", ")).join(" > ");

/** Every folder above a file: `["", "local", "local/services"]`. */
function foldersOf(file: string): readonly string[] {
  const parts = file.split("/").slice(0, -1);
  return ["", ...parts.map((_part, index) => parts.slice(0, index + 1).join("/"))];
}

/** The file or folder directly in `parent` that a file is, or lies in. */
function unitBelow(parent: string, file: string): string | undefined {
  const prefix = parent === "" ? "" : `${parent}/`;
  if (!file.startsWith(prefix)) return undefined;
  return prefix + file.slice(prefix.length).split("/", 1).join("");
}
