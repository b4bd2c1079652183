import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { unzipInto } from "../../bundle";
import type { Model } from "../../local/model/model";
import { text } from "../../local/model/values";
import type { Code, CodeProblem, ReadyCode } from "./code";
import { SourcePositions } from "./source-positions";

/** Left by a synthesis that was told not to bundle. */
const standInFile = "not-bundled.txt";

/** Code that is in the output: the folder that an archive is made of, or a zip. */
export function asItIs(model: Model, owner: string, filename: string | undefined, unzipped: string): Code {
  let current: ReadyCode | CodeProblem | undefined;
  let positions: SourcePositions | undefined;
  const find = (): ReadyCode | CodeProblem => {
    const found = folderOf(model, owner, filename, unzipped);
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

function folderOf(
  model: Model,
  owner: string,
  filename: string | undefined,
  unzipped: string,
): ReadyCode | CodeProblem {
  if (filename === undefined)
    return refusal(`${owner} has no file of code: only code in a zip or folder is run here.`);
  const archive = model.find("data.archive_file", "output_path", filename);
  const sourceDir = archive && text(archive.values, "source_dir");
  const sourceFile = archive && text(archive.values, "source_file");
  const folder = sourceDir ?? (sourceFile === undefined ? undefined : dirname(sourceFile));
  if (folder !== undefined && existsSync(folder)) {
    if (existsSync(join(folder, standInFile))) return notBundled(owner, folder);
    return { folder: realpathSync(folder) };
  }
  if (!existsSync(filename)) {
    return refusal(
      `${owner}: its code ${filename} does not exist. Synthesize the app with its bundles first.`,
    );
  }
  return unzip(owner, filename, unzipped);
}

/** Into a folder of its own for each content, so that a new zip does not change what is running. */
function unzip(owner: string, filename: string, unzipped: string): ReadyCode | CodeProblem {
  if (!statSync(filename).isFile()) return refusal(`${owner}: its code ${filename} is no file.`);
  const bytes = readFileSync(filename);
  if (bytes.length <= emptyZipBytes) return notBundled(owner, filename);
  const folder = join(unzipped, createHash("sha256").update(bytes).digest("hex").slice(0, 16));
  if (!existsSync(folder)) {
    const unfinished = `${folder}.${process.pid}`;
    const problem = unzipInto(bytes, unfinished);
    if (problem === undefined) renameSync(unfinished, folder);
    else rmSync(unfinished, { recursive: true, force: true });
    if (problem !== undefined)
      return refusal(`${owner}: its code ${filename} cannot be read as a zip: ${problem}.`);
  }
  return { folder: realpathSync(folder) };
}

/** A zip with nothing in it is 22 bytes long. */
const emptyZipBytes = 22;

const refusal = (problem: string): CodeProblem => ({ problem, isRefusal: true });

const notBundled = (owner: string, place: string): CodeProblem =>
  refusal(`${owner}: ${place} was synthesized without bundling. Synthesize the app with its bundles first.`);
