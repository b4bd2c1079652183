import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "../..");
const folders = [
  "",
  "docs/site",
  ...readdirSync(join(root, "test/packages")).map((name) => `test/packages/${name}`),
];
const locks = folders
  .map((folder) => join(folder, "package-lock.json"))
  .filter((path) => existsSync(join(root, path)));

interface Locked {
  readonly name?: string;
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
}

/** The address of a package in the public registry, in whose place npm puts the registry of the user. */
function addressOf(
  path: string,
  { name = path.split("node_modules/").at(-1) ?? "", version }: Locked,
): string {
  return `https://registry.npmjs.org/${name}/-/${name.split("/").at(-1)}-${version}.tgz`;
}

// Without the addresses, npm reads the documents of all packages with all of their versions, which takes as long as the
// packages themselves. The option omit-lockfile-registry-resolved leaves them out.
test.each(locks)("%s has the address of each package", (lock) => {
  const { packages } = JSON.parse(readFileSync(join(root, lock), "utf8")) as {
    packages: Record<string, Locked>;
  };
  const wrong = Object.entries(packages).flatMap(([path, locked]) =>
    locked.integrity === undefined || locked.resolved === addressOf(path, locked)
      ? []
      : [`${path}: ${locked.resolved} in place of ${addressOf(path, locked)}`],
  );
  expect(wrong).toEqual([]);
});
