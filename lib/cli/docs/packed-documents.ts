import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The folder of the package, in which the documents are. */
const packageFolder = resolve(__dirname, "../../..");

/** A document that comes with the package. */
interface PackedDocument {
  /** Absolute path. */
  readonly file: string;
  readonly text: string;
}

/**
 * The documents that come with the package: the front page, the guides and the README of each part.
 *
 * The pages for agents repeat these, and the changelog is about the past; neither is included.
 */
export function packedDocuments(): readonly PackedDocument[] {
  const guides = ["docs", "docs/coming-from"].flatMap((folder) =>
    readdirSync(join(packageFolder, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => join(folder, name)),
  );
  const readmes = readdirSync(join(packageFolder, "lib"), { recursive: true, encoding: "utf8" })
    .filter((name) => /(?:^|[\\/])README\.md$/.test(name))
    .map((name) => join("lib", name));
  return ["README.md", ...guides.sort(), ...readmes.sort()].map((path) => {
    const file = join(packageFolder, path);
    return { file, text: readFileSync(file, "utf8") };
  });
}
