import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { decodeWithPlus } from "../../../facts/text/query-string";
import type { SiteOrigin, StoredFile } from "./config";

/** An answer of the bucket. */
interface FileAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const refusal = (status: number, code: string, message: string): FileAnswer => ({
  status,
  headers: { "content-type": "application/xml" },
  body: Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  ),
});

/** The answer of S3 for a missing file if the requester may not list the bucket. */
const accessDenied = refusal(403, "AccessDenied", "Access Denied");
/** A path that S3 cannot decode. */
const invalidUri = refusal(400, "InvalidURI", "Couldn't parse the specified URI.");

/** Answers a request for a file. */
export async function answerFile(
  { files, localText }: Extract<SiteOrigin, { readonly kind: "files" }>,
  path: string,
  ifNoneMatch: string | undefined,
): Promise<FileAnswer> {
  const key = keyOf(path);
  if (key === undefined) return invalidUri;
  const file = files.get(key);
  const stored = file && (await contentOf(file));
  if (file === undefined || stored === undefined) return accessDenied;
  const isText = /^text\/|json|xml/.test(file.contentType ?? "");
  // A build may have the address of an API or of sign-in pages in its scripts.
  const content = isText ? Buffer.from(localText(stored.toString("utf8"))) : stored;
  const etag = `"${createHash("md5").update(content).digest("hex")}"`;
  const headers = {
    etag,
    ...(file.contentType !== undefined && { "content-type": file.contentType }),
    ...(file.cacheControl !== undefined && { "cache-control": file.cacheControl }),
  };
  if (ifNoneMatch?.split(/,\s*/).includes(etag)) return { status: 304, headers, body: Buffer.alloc(0) };
  return { status: 200, headers, body: content };
}

async function contentOf({ body }: StoredFile): Promise<Buffer | undefined> {
  if ("content" in body) return Buffer.from(body.content);
  try {
    return await readFile(body.path);
  } catch {
    // A synthesis is replacing it.
    return undefined;
  }
}

/** The key of a path; undefined for one that cannot be decoded. */
function keyOf(path: string): string | undefined {
  try {
    decodeURIComponent(path);
  } catch {
    return undefined;
  }
  return decodeWithPlus(path.slice(1));
}
