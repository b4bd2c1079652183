import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The tags of wheels that a machine accepts. */
interface AcceptedTags {
  /** `312` for Python 3.12. */
  readonly python: string;
  readonly platforms: readonly string[];
}

/**
 * Packages that pip has built for this machine: it builds folders and commits with the Python that runs it, regardless of the
 * target platform.
 *
 * Source: https://packaging.python.org/en/latest/specifications/binary-distribution-format/#file-contents
 */
export function foreignPackages(
  folder: string,
  accepted: AcceptedTags,
): readonly { readonly name: string; readonly tag: string }[] {
  return readdirSync(folder).flatMap((entry) => {
    const file = join(folder, entry, "WHEEL");
    if (!entry.endsWith(".dist-info") || !existsSync(file)) return [];
    const tags = [...readFileSync(file, "utf8").matchAll(/^Tag: *(\S+)/gm)].map(([, tag = ""]) => tag);
    const [tag] = tags;
    if (tag === undefined || tags.some((each) => fits(each, accepted))) return [];
    return [{ name: entry.replace(/-.*/, ""), tag }];
  });
}

/** `cp39-abi3-manylinux_2_17_x86_64.manylinux2014_x86_64` has three parts, each with alternatives. */
function fits(tag: string, { python, platforms }: AcceptedTags): boolean {
  const [, abis = "", places = ""] = tag.split("-");
  const abi = abis
    .split(".")
    .some((each) => each === "none" || each === "abi3" || each.startsWith(`cp${python}`));
  const place = places.split(".").some((each) => each === "any" || isAccepted(each, platforms));
  return abi && place;
}

/** Also accepts the older `manylinux1` and `manylinux2010`, and `linux`, which only a build on a machine like the target has. */
function isAccepted(place: string, platforms: readonly string[]): boolean {
  const machine = platforms[0]?.replace(/^manylinux_2_\d+_/, "");
  return (
    platforms.includes(place) ||
    [`manylinux1_${machine}`, `manylinux2010_${machine}`, `linux_${machine}`].includes(place)
  );
}
