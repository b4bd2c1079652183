import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Mutation, mutationsOf } from "./candidates";

/** A change of one file. */
export interface Sample {
  readonly file: string;
  readonly mutation: Mutation;
}

/** Draws as many mutations from each folder; from the first ones one more if the count does not divide. */
export function sampleOf(folders: readonly string[], count: number, seed: number): readonly Sample[] {
  return folders.flatMap((folder, index) => {
    const share = Math.floor(count / folders.length) + (index < count % folders.length ? 1 : 0);
    return drawn(mutationsBelow(folder), share, seed);
  });
}

function mutationsBelow(folder: string): readonly Sample[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !/(^|\/)(index|errors)\.ts$/.test(name))
    .map((name) => join(folder, name))
    .sort()
    .flatMap((file) => mutationsOf(readFileSync(file, "utf8")).map((mutation) => ({ file, mutation })));
}

/** Picks in an order that depends on the seed alone. Source: https://en.wikipedia.org/wiki/Linear_congruential_generator */
export function drawn<T>(all: readonly T[], count: number, seed: number): readonly T[] {
  const rest = [...all];
  let state = seed;
  const chosen: T[] = [];
  while (chosen.length < count && rest.length > 0) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    chosen.push(...rest.splice(state % rest.length, 1));
  }
  return chosen;
}

/** The source with the change in it. */
export function changed(original: Buffer, mutation: Mutation): Buffer {
  return Buffer.concat([
    original.subarray(0, mutation.start),
    Buffer.from(mutation.replacement),
    original.subarray(mutation.end),
  ]);
}
