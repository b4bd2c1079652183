import { escapeXml } from "../../../wire/escape-xml";
import { invalidArgument } from "../errors";
import { element } from "../protocol/xml";

/** The maximum number of entries on a page. Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
const most = 1000;

/** The parameters that all lists of a bucket have, and how they write keys. */
export interface ListRequest {
  readonly query: URLSearchParams;
  readonly prefix: string;
  readonly delimiter: string;
  readonly limit: number;
  /** An element with a key, a prefix or a delimiter. */
  keyElement(name: string, key: string): string;
  /** Elements of the common prefixes. */
  prefixElements(prefixes: readonly string[]): string;
  /** The elements that repeat the request: the delimiter, and how keys are written. */
  readonly repeated: string;
}

/** @param limitName - the parameter with the most entries of a page: `max-keys` */
export function listRequestOf(query: URLSearchParams, limitName: string): ListRequest {
  const encoding = query.get("encoding-type");
  if (encoding !== null && encoding !== "url") {
    throw invalidArgument("Invalid Encoding Method specified in Request", "encoding-type", encoding);
  }
  const write = encoding === "url" ? urlEncoded : escapeXml;
  const keyElement = (name: string, key: string): string => `<${name}>${write(key)}</${name}>`;
  const delimiter = query.get("delimiter") ?? "";
  return {
    query,
    prefix: query.get("prefix") ?? "",
    delimiter,
    limit: limitIn(query, limitName),
    keyElement,
    prefixElements: (prefixes) =>
      prefixes.map((prefix) => `<CommonPrefixes>${keyElement("Prefix", prefix)}</CommonPrefixes>`).join(""),
    repeated:
      (delimiter === "" ? "" : keyElement("Delimiter", delimiter)) +
      element("EncodingType", encoding ?? undefined),
  };
}

/** Clients that ask for this form decode it only where the answer has the element `EncodingType`. Slashes stay. */
function urlEncoded(text: string): string {
  return encodeURIComponent(text)
    .replaceAll("%2F", "/")
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

function limitIn(query: URLSearchParams, name: string): number {
  const given = query.get(name) ?? "";
  if (given === "") return most;
  if (/^\d{1,10}$/.test(given) && Number(given) < 2 ** 31) return Math.min(most, Number(given));
  const argument = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  throw /^-?\d+$/.test(given)
    ? invalidArgument(`Argument ${argument} must be an integer between 0 and 2147483647`, name, given)
    : invalidArgument(`Provided ${name} not an integer or within integer range`, name, given);
}
