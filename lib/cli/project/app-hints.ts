import { relative } from "node:path";
import { constructNames, foreignConstructs } from "../../facts/errors/foreign-constructs";
import { replacementOfMethod } from "../../facts/errors/foreign-methods";
import { replacementOf } from "../../facts/errors/foreign-packages";
import { ownValue } from "../../facts/errors/own-value";
import { packageName } from "../../facts/errors/package-name";
import { didYouMean, show } from "../../facts/errors/words";

type Hint = (output: string, root: string) => readonly string[];

const runner = 'Write in cdktf.json "app": "npx tsx main.ts", and install it: npm install --save-dev tsx.';

/** The first group of all matches, each once. */
function found(output: string, pattern: RegExp): readonly string[] {
  return [...new Set([...output.matchAll(pattern)].map(([, first = ""]) => first))];
}

/** A full disk, with the file that could not be written where Node.js names one. */
const disk: Hint = (output) => {
  const [text, file] = /ENOSPC: no space left on device, \w+(?: '([^'\n]+)')?/.exec(output) ?? [];
  if (text === undefined) return [];
  return [
    `The disk is full${file === undefined ? "" : ` (${file})`}. Free some space on it, and repeat the command.`,
  ];
};

/** Modules that Node.js, tsx and the compiler do not find: of SST, of other packages, and of the project. */
const modules: Hint = (output, root) =>
  found(output, /Cannot find (?:module|package) ["']([^"'\n]+)["']/g).flatMap((module) => {
    const replacement = replacementOf(module);
    if (replacement !== undefined) return [`In place of ${JSON.stringify(module)} ${replacement}.`];
    if (module.startsWith(`${root}/`) && !module.includes("/node_modules/"))
      return [`There is no file ${relative(root, module)}. Create it, or correct its name where it is used.`];
    const importer = importerOf(output, module);
    if (module.startsWith(".") && importer !== undefined)
      return [
        `There is no file ${show(module)} for ${relative(root, importer)}. Create it, or correct the path.`,
      ];
    if (/^([./]|node:)/.test(module)) return [];
    const [name = ""] = /^(?:@[^/]+\/)?[^/]+/.exec(module) ?? [];
    return [`Install ${show(name)}: npm install ${name}`];
  });

/** The file that imports a module that Node.js does not find. */
function importerOf(output: string, module: string): string | undefined {
  const after = output.slice(output.indexOf(`'${module}'`));
  return /^\S+(?: imported from (\/\S+)|\s+Require stack:\s+- (\/\S+))/
    .exec(after)
    ?.slice(1)
    .find((each) => each !== undefined);
}

/** Programs that the command of the app needs. */
const programs: Hint = (output) => [
  ...found(output, /^\S*sh: (?:line )?(?:\d+: )?([\w.-]+): (?:command )?not found$/gm).map(
    (name) => `${show(name)} is not installed. ${runner}`,
  ),
  ...found(output, /npx canceled due to missing packages.*\["([\w./@-]+?)@[^"@]+"\]/g).map(
    (name) => `${show(name)} is not installed. ${runner}`,
  ),
  ...found(output, /Unknown file extension "(\.[cm]?tsx?)"/g)
    .slice(0, 1)
    .map((ending) => `Node.js does not run files with ${ending} by itself. ${runner}`),
];

/** Classes that the library does not have. */
const names: Hint = (output) =>
  [
    ...found(
      output,
      /TypeError: \(?(?:0 ?, ?)?import_serverform\d*\.(\w+)\)? is not a (?:constructor|function)/g,
    ),
    ...found(output, /TypeError: \(?(?:0 ?, ?)?serverform_\d+\.(\w+)\)? is not a (?:constructor|function)/g),
    ...found(output, /module '[^'\n]*serverform[^'\n]*' does not provide an export named '(\w+)'/g),
  ].map((name) => {
    const known = ownValue(foreignConstructs, name);
    const instead = known === undefined ? didYouMean(name, constructNames) : ` Use ${known}.`;
    return `${show(packageName)} exports no ${name}.${instead}`;
  });

/** Methods that constructs of other libraries have. */
const methods: Hint = (output) =>
  found(output, /TypeError: \S*?\.(\w+) is not a function/g).flatMap((name) => {
    const replacement = replacementOfMethod(name);
    return replacement === undefined ? [] : [`Constructs have no ${name}. ${replacement}`];
  });

const hints = [modules, programs, names, methods, disk] as const;

/** The remedy for the failure of an app, found in its output, as lines. */
export const appHints: Hint = (output, root) =>
  hints.flatMap((hint) => hint(output, root)).flatMap((line) => ["", line]);
