import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installEvaluator } from "../../../../lib/local/services/dynamodb/evaluation/install";
import {
  checkPackage,
  supportedVersions,
} from "../../../../lib/local/services/dynamodb/evaluation/package-version";
import { temporaryFolder } from "../../../support/stack";

/** A package with these modules. */
function packageWith(modules: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  const all = { "package.json": '{ "name": "dynalite", "version": "9.1.0" }', "index.js": "", ...modules };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return join(folder, "index.js");
}

const known = {
  "db/index.js": "",
  "validations/index.js": "",
  "validations/scan.js": "exports.types = {}",
  "actions/updateItem.js": "",
  "actions/batchWriteItem.js": "",
};

describe("the version of the package that stores tables", () => {
  test("is that of the peer dependency", () => {
    const { peerDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(peerDependencies.dynalite).toBe(supportedVersions);
    expect(() => checkPackage(require.resolve("dynalite"))).not.toThrow();
  });

  test("is refused where its modules have moved", () => {
    const { "db/index.js": _, ...others } = known;
    expect(() => checkPackage(packageWith(others))).toThrow(
      /version 9\.1\.0 of dynalite.* has no module \.\/db\.\s+Install.* dynalite@"\^4\.0\.0".*\[local-tables-package-version\]/s,
    );
  });

  test("is refused where a function has another name, which would never be called", () => {
    expect(() => installEvaluator(packageWith(known))).toThrow(
      /has no db\.checkConditional,.*Versions that are supported: \^4\.0\.0\./,
    );
  });
});
