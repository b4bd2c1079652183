import { basename, dirname } from "node:path";
import type { Model } from "../../model/resources/model";
import { text } from "../../model/resources/values";
import type { CodeSource } from "../invoke";

/** Where the code of a function is, by the path of its zip. Terraform writes that zip; here it may not exist yet. */
export function codeSourceOf(model: Model, filename: string | undefined): CodeSource {
  if (filename === undefined) return {};
  return { artifact: artifactOf(filename), folder: archivedFolder(model, filename), zip: filename };
}

/** The output folder of this library holds a zip at `stacks/<stack>/assets/<name>.zip`. */
function artifactOf(filename: string): CodeSource["artifact"] {
  return { stack: basename(dirname(dirname(filename))), name: basename(filename, ".zip") };
}

/** The folder that the archive provider packs into the zip. */
function archivedFolder(model: Model, filename: string): string | undefined {
  const archive = model.find("data.archive_file", "output_path", filename);
  if (archive === undefined) return undefined;
  const file = text(archive.values, "source_file");
  return text(archive.values, "source_dir") ?? (file && dirname(file));
}
