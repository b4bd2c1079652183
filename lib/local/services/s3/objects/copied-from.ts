import { decodePart } from "../../../../facts/text/query-string";
import { invalidArgument } from "../errors";

const header = "x-amz-copy-source";

/** Bucket, key and version in `x-amz-copy-source`. */
export function copiedFrom(headers: Readonly<Record<string, string>>) {
  // Here a plus sign is a space, and the address of the object will do, too.
  const given = (headers[header] ?? "").replaceAll("+", "%20").replace(/^https?:\/\/[^/]*/, "");
  const [path = "", versionId] = given.split("?versionId=");
  const [bucket = "", ...rest] = decodePart(path).replace(/^\//, "").split("/");
  const key = rest.join("/");
  if (bucket === "" || key === "") throw invalidArgument("Invalid copy source object key", header, header);
  return { bucket, key, versionId };
}
