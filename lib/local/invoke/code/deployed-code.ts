import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { endModuleSearch, unzipInto } from "../../../bundle";
import type { FunctionSettings } from "../function-settings";
import type { Code, CodeProblem, ReadyCode } from "./code";
import { SourcePositions } from "./source-positions";

/** A synthesis without bundling writes this file in place of the code. */
const placeholderFile = "not-bundled.txt";

/** A zip without any file has 22 bytes. */
const emptyZipBytes = 22;

type CodeOwner = Pick<FunctionSettings, "name" | "code">;

/** Code that runs as it was packaged: a folder, or a zip that is extracted to a folder below `unzippedFolder`. */
export function deployedCode(owner: CodeOwner, unzippedFolder: string): Code {
  let current: ReadyCode | CodeProblem | undefined;
  let positions: SourcePositions | undefined;
  const find = (): ReadyCode | CodeProblem => {
    const found = findCode(owner, unzippedFolder);
    if ("folder" in found) positions = new SourcePositions(found);
    return found;
  };
  return {
    get current() {
      return current;
    },
    ready: async () => {
      current ??= find();
      return current;
    },
    onChange: () => () => {},
    position: (line) => positions?.position(line) ?? line,
  };
}

function findCode({ name, code }: CodeOwner, unzippedFolder: string): ReadyCode | CodeProblem {
  const { folder, zip } = code;
  if (folder !== undefined && existsSync(folder)) {
    if (existsSync(join(folder, placeholderFile))) return notBundled(name, folder);
    return { folder: realpathSync(folder) };
  }
  if (zip === undefined) return refusal(`${name} has no code here: only code in a zip or a folder can run.`);
  if (!existsSync(zip)) {
    return refusal(`${name}: its code ${zip} does not exist. Synthesize the app with its bundles first.`);
  }
  return unzip(name, zip, unzippedFolder);
}

/** Each content gets its own folder, so that a new zip does not change the code of running functions. */
function unzip(name: string, zip: string, unzippedFolder: string): ReadyCode | CodeProblem {
  if (!statSync(zip).isFile()) return refusal(`${name}: its code ${zip} is not a file.`);
  const bytes = readFileSync(zip);
  if (bytes.length <= emptyZipBytes) return notBundled(name, zip);
  const folder = join(unzippedFolder, createHash("sha256").update(bytes).digest("hex").slice(0, 16));
  if (!existsSync(folder)) {
    const unfinished = `${folder}.${process.pid}`;
    endModuleSearch(unzippedFolder);
    const problem = unzipInto(bytes, unfinished);
    if (problem === undefined) renameSync(unfinished, folder);
    else rmSync(unfinished, { recursive: true, force: true });
    if (problem !== undefined)
      return refusal(`${name}: its code ${zip} cannot be read as a zip: ${problem}.`);
  }
  return { folder: realpathSync(folder) };
}

const refusal = (problem: string): CodeProblem => ({ problem, isRefusal: true });

const notBundled = (name: string, path: string): CodeProblem =>
  refusal(`${name}: ${path} was synthesized without bundling. Synthesize the app with its bundles first.`);
