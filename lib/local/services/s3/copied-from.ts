import { decodePart } from "../../wire/query-string";
import { invalidArgument } from "./errors";

const header = "x-amz-copy-source";

/** Bucket, key and version in `x-amz-copy-source`. */
export function copiedFrom(headers: Readonly<Record<string, string>>): {
  readonly bucket: string;
  readonly key: string;
  readonly versionId: string | undefined;
} {
  const [path = "", versionId] = (headers[header] ?? "").split("?versionId=");
  const [bucket = "", ...rest] = decodePart(path).replace(/^\//, "").split("/");
  const key = rest.join("/");
  if (bucket === "" || key === "") throw invalidArgument("Invalid copy source object key", header, header);
  return { bucket, key, versionId };
}
