import { unzipSync } from "fflate";
import { getPayload, putFile } from "./aws/s3";

/** What becomes of a file of a site. */
export interface PublishedFile {
  readonly contentType: string;
  readonly cacheControl?: string;
  /** Positions in the list of replacements. */
  readonly replacements: readonly number[];
}

/** What a deployment of a site that keeps former files asks for. */
export interface PublicationRequest {
  /** The bucket with the archives. */
  readonly archives: string;
  readonly keys: readonly string[];
  /** The bucket of the site. */
  readonly bucket: string;
  readonly replacements: readonly { readonly search: string; readonly replace: string }[];
}

/** The file of an archive that says what becomes of the others. */
const manifestName = "serverform-files.json";

/** Uploads at a time. */
const concurrency = 16;

/** Uploads the files of a site from its archives. Deletes nothing, so that pages that are open find their scripts. */
export async function handler(request: PublicationRequest): Promise<{ readonly files: number }> {
  const options = { region: process.env.AWS_REGION ?? "us-east-1", timeoutMs: 120_000 };
  let files = 0;
  for (const key of request.keys) {
    const { [manifestName]: manifest, ...contents } = unzipSync(
      await getPayload(request.archives, key, options),
    );
    if (manifest === undefined) throw new Error(`${key} is not an archive of a site.`);
    const described = JSON.parse(Buffer.from(manifest).toString("utf8")) as Record<string, PublishedFile>;
    const waiting = Object.entries(contents);
    const upload = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [name, bytes] = next;
        const file = described[name];
        if (file === undefined) throw new Error(`${key} does not describe ${name}.`);
        await putFile(
          request.bucket,
          name,
          replaced(Buffer.from(bytes), file, request),
          headersOf(file),
          options,
        );
        files += 1;
      }
    };
    await Promise.all(Array.from({ length: concurrency }, upload));
  }
  return { files };
}

function headersOf({ contentType, cacheControl }: PublishedFile): Readonly<Record<string, string>> {
  return {
    "content-type": contentType,
    ...(cacheControl !== undefined && { "cache-control": cacheControl }),
  };
}

function replaced(bytes: Buffer, file: PublishedFile, { replacements }: PublicationRequest): Buffer {
  if (file.replacements.length === 0) return bytes;
  const text = file.replacements.reduce((before, index) => {
    const { search = "", replace = "" } = replacements[index] ?? {};
    return search === "" ? before : before.replaceAll(search, () => replace);
  }, bytes.toString("utf8"));
  return Buffer.from(text);
}
