import { decodePart } from "../../wire/query-string";

/** Bucket, key and version in `x-amz-copy-source`. */
export function copiedFrom(headers: Readonly<Record<string, string>>): {
  readonly bucket: string;
  readonly key: string;
  readonly versionId: string | undefined;
} {
  const [path = "", versionId] = (headers["x-amz-copy-source"] ?? "").split("?versionId=");
  const [bucket = "", ...rest] = decodePart(path).replace(/^\//, "").split("/");
  return { bucket, key: rest.join("/"), versionId };
}
