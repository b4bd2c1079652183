import { graphOf, shortestCircle, tanglesOf } from "./circles";
import type { Import } from "./import-graph";

/** A house of lib: a folder or a file directly in it. */
interface House {
  /** The houses whose entries it may import. */
  readonly sees: readonly string[];
  /** Its rooms, from the top down: a room may import those beside it and below it. Rooms that are not listed have no order. */
  readonly rooms?: readonly (readonly string[])[];
  /** The files through which other houses enter it. @default - its index */
  readonly entries?: RegExp;
}

const houses: Readonly<Record<string, House>> = {
  index: { sees: ["error-codes", "constructs", "kit", "facts"] },
  "error-codes": { sees: ["catalogue", "facts"] },
  // Also the error texts of all houses: see `gathersTexts`.
  catalogue: { sees: ["constructs", "kit"] },
  constructs: { sees: ["kit", "bundle", "facts"], entries: /^constructs\/(list|[^/]+\/index)\.ts$/ },
  kit: {
    sees: ["bundle", "facts"],
    entries: /^kit\/[^/]+\/index\.ts$/,
    rooms: [["site", "gateway", "events", "dns"], ["function"], ["description"], ["iam"], ["app"], ["core"]],
  },
  bundle: { sees: ["facts"] },
  // Each module and program is what a deployed function contains, with all that it imports: an index would be in every function.
  runtime: {
    sees: ["facts"],
    entries: /^runtime\/((aws|live)\/index|(node|programs)\/.*|limited-response)\.ts$/,
  },
  // For the same reason: `runtime` imports the facts that it needs, and no others.
  facts: {
    sees: [],
    entries: /./,
    rooms: [["app-sync", "event-pattern", "errors", "expressions"], ["text"], ["aws"]],
  },
  // `serverform/policy` is what users import.
  model: { sees: ["facts"], entries: /^model\/(policy\/)?index\.ts$/ },
  local: { sees: ["model", "bundle", "runtime", "facts"] },
  // A program looks at the version of Node before an old one reads anything else.
  cli: {
    sees: ["local", "model", "kit", "bundle", "runtime", "facts"],
    entries: /^cli\/(index|supported-node)\.ts$/,
  },
  testing: { sees: ["cli", "local", "model", "facts"] },
  migrate: { sees: ["cli", "facts"] },
};

/** The catalogue is made from the error texts of all folders. */
const gathersTexts = ({ from, to }: Import): boolean => from === "catalogue.ts" && to.endsWith("/errors.ts");

/** A house may take error texts of another one. They stay imports of their file: each `errors.ts` has its own `fail`. */
const isTexts = (file: string): boolean => file.endsWith("/errors.ts");

/** The list of constructs is made from their descriptions. */
const listsConstructs = ({ from, to }: Import): boolean =>
  from === "constructs/list.ts" && to.endsWith("/library.ts");

const anyCdk = /^(cdktf|constructs|@cdktf\/.*)$/;

/** Packages that a house or a room does not use, and why. */
const forbiddenPackages: Readonly<Record<string, { readonly name: RegExp; readonly because: string }>> = {
  "facts/aws": { name: /./, because: "it is facts of AWS, which code of any kind may load" },
  // Errors know the constructs of another CDK, and of another copy of this one.
  facts: { name: /^(cdktf|@cdktf\/.*)$/, because: "facts are read without a CDK" },
  "kit/core": { name: /^@cdktf\//, because: "core builds on cdktf and constructs, without a provider" },
  bundle: { name: anyCdk, because: "bundling knows nothing of constructs" },
  runtime: { name: anyCdk, because: "it is shipped into deployed functions" },
  model: { name: anyCdk, because: "it reads synthesized files, not constructs" },
  local: { name: anyCdk, because: "the local server reads synthesized files, not constructs" },
  cli: { name: anyCdk, because: "commands start without a CDK" },
  migrate: { name: anyCdk, because: "it is a package of its own, which runs without a CDK" },
  testing: { name: anyCdk, because: "tests of any app load it, whatever its CDK" },
};

/** A rule that the import graph breaks. */
export interface BrokenRule {
  /** The cause: an import, or the members of a circle. */
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
    // One arrow that points up would join all rooms between its ends to one circle, and is reported above.
    ...circlesOfFolders(own.filter((each) => brokenLayer(each).length === 0)),
  ];
}

function brokenLayer(each: Import): readonly BrokenRule[] {
  const { from, to } = each;
  const [house, target] = [houseOf(from), houseOf(to)];
  if (gathersTexts(each)) return [];
  const { sees, rooms } = houses[house] ?? {};
  if (house !== target) {
    if (sees?.includes(target)) return [];
    const may = sees?.length ? `it sees ${sees.join(", ")}` : "it sees no other house";
    const rule = `${house} may not import ${target}: ${sees === undefined ? "it is in no list" : may}`;
    return [{ what: `${from} -> ${to}`, rule }];
  }
  const [room = "", below = ""] = [from, to].map((file) => file.split("/", 2)[1]);
  const rankOf = (name: string): number => rooms?.findIndex((row) => row.includes(name)) ?? -1;
  const isListed = rankOf(room) !== -1 && rankOf(below) !== -1;
  if (!isListed || rankOf(room) <= rankOf(below)) return [];
  const order = rooms?.map((row) => row.join(", ")).join(" > ");
  return [
    { what: `${from} -> ${to}`, rule: `${room} may not import ${below}; arrows point down only: ${order}` },
  ];
}

function brokenEntrance(each: Import): readonly BrokenRule[] {
  const { from, to } = each;
  const [house, target] = [houseOf(from), houseOf(to)];
  if (house !== target && houses[house]?.sees.includes(target) && !gathersTexts(each)) {
    const entries = houses[target]?.entries ?? new RegExp(`^${target}(/index)?\\.ts$`);
    if (!entries.test(to) && !isTexts(to))
      return [{ what: `${from} -> ${to}`, rule: `other houses enter ${target} through ${nearestEntry(to)}` }];
  }
  const construct = constructOf(to);
  if (construct === undefined || construct === constructOf(from) || to === `${construct}/index.ts`) return [];
  if (gathersTexts(each) || listsConstructs(each)) return [];
  return [
    { what: `${from} -> ${to}`, rule: `other folders reach a construct through ${construct}/index.ts` },
  ];
}

/** The index through which others enter: of the house, or of the room of a file where the house has none. */
function nearestEntry(file: string): string {
  const house = houseOf(file);
  const { entries = /./ } = houses[house] ?? {};
  const room = file.split("/").slice(0, 2).join("/");
  return `${entries.test(`${house}/index.ts`) ? house : room}/index.ts`;
}

function brokenPackage({ from, to }: Import): readonly BrokenRule[] {
  const room = from.split("/", 2).join("/");
  const forbidden = forbiddenPackages[room] ?? forbiddenPackages[houseOf(from)];
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

/** Types join few files to circles: a part takes only the members of the whole that it needs. */
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

/** The maximum number of files in a folder. */
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
const houseOf = (file: string): string =>
  file
    .split("/", 1)
    .join("")
    .replace(/\.m?ts$/, "");

/** `constructs/queue` of `constructs/queue/queue.ts`; undefined for a file that belongs to no single construct. */
const constructOf = (file: string): string | undefined => /^constructs\/[^/]+(?=\/)/.exec(file)?.[0];

/** Every folder above a file: `["", "local", "local/services"]`. */
function foldersOf(file: string): readonly string[] {
  const parts = file.split("/").slice(0, -1);
  return ["", ...parts.map((_part, index) => parts.slice(0, index + 1).join("/"))];
}

/** The file or folder directly in `parent` that a file is or is in. */
function unitBelow(parent: string, file: string): string | undefined {
  const prefix = parent === "" ? "" : `${parent}/`;
  if (!file.startsWith(prefix)) return undefined;
  return prefix + file.slice(prefix.length).split("/", 1).join("");
}
