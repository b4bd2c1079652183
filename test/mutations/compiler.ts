import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { changed, type Sample } from "./sample";

/**
 * The changes that the compiler refuses, which could not be committed: they count neither as noticed nor as missed.
 *
 * Each run of the compiler looks at one change of each file. Errors of a change in other files are ignored.
 */
export function refusedByCompiler(root: string, samples: readonly Sample[]): ReadonlySet<Sample> {
  const refused = new Set<Sample>();
  for (const round of roundsOf(samples)) {
    const originals = new Map(round.map(({ file }) => [file, readFileSync(file)]));
    try {
      for (const { file, mutation } of round)
        writeFileSync(file, changed(originals.get(file) ?? Buffer.of(), mutation));
      const wrong = filesWithErrors(root);
      for (const each of round) if (wrong.has(relative(root, each.file))) refused.add(each);
    } finally {
      for (const [file, original] of originals) writeFileSync(file, original);
    }
  }
  return refused;
}

/** Splits the changes so that no file is twice in one round. */
export function roundsOf(samples: readonly Sample[]): readonly (readonly Sample[])[] {
  const rounds: Sample[][] = [];
  for (const each of samples) {
    const free = rounds.find((round) => round.every(({ file }) => file !== each.file));
    if (free === undefined) rounds.push([each]);
    else free.push(each);
  }
  return rounds;
}

function filesWithErrors(root: string): ReadonlySet<string> {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  // A call that is left out may leave its function without use, which is not an error of the change.
  const options = [
    "--noEmit",
    "--pretty",
    "false",
    "--noUnusedLocals",
    "false",
    "--noUnusedParameters",
    "false",
  ];
  const { stdout } = spawnSync(process.execPath, [tsc, "-p", "lib", ...options], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  return new Set([...stdout.matchAll(/^([^\s(][^(\n]*)\(\d+,\d+\): error /gm)].map(([, file = ""]) => file));
}
