import { unzipSync } from "fflate";
import { defaultRegion } from "../../facts/aws/partitions";
import { getPayload, putFile } from "../aws/s3";
import { deleteFile, listObjects } from "../aws/s3-objects";

export interface PublishedFile {
  readonly contentType: string;
  readonly cacheControl?: string;
  /** Files of a lower stage are uploaded first. */
  readonly stage: number;
  /** Positions in the list of replacements. */
  readonly replacements: readonly number[];
}

interface SitePlace {
  readonly bucket: string;
  /** The prefix of the keys of all files. No other object of the bucket has it. */
  readonly prefix: string;
}

/** The request of a deployment of a site that keeps former files. */
export interface PublicationRequest extends SitePlace {
  /** The bucket with the archives. */
  readonly archives: string;
  readonly keys: readonly string[];
  readonly replacements: readonly { readonly search: string; readonly replace: string }[];
}

/** The event that Terraform sends when it creates, changes or destroys the resource for all files. */
export interface WithdrawalRequest extends SitePlace {
  readonly tf: { readonly action: "create" | "update" | "delete" };
}

/** The file of an archive that lists keys and headers of the others. */
const manifestName = "serverform-files.json";

const concurrency = 16;

const s3Options = () => ({ region: process.env.AWS_REGION ?? defaultRegion, timeoutMs: 120_000 });

/** Uploads the files of a site that keeps former ones. Removes them when the site is destroyed or no longer keeps former files. */
export async function handler(
  request: PublicationRequest | WithdrawalRequest,
): Promise<{ readonly files: number }> {
  if (!("tf" in request)) return { files: await publish(request) };
  return { files: request.tf.action === "delete" ? await withdraw(request) : 0 };
}

/**
 * Uploads the files of a site from its archives, referenced files before the pages. Deletes nothing, so that open pages find
 * their scripts.
 */
async function publish(request: PublicationRequest): Promise<number> {
  let files = 0;
  for (const key of request.keys) {
    const { [manifestName]: manifest, ...contents } = unzipSync(
      await getPayload(request.archives, key, s3Options()),
    );
    if (manifest === undefined) throw new Error(`${key} is not an archive of a site.`);
    const described = JSON.parse(Buffer.from(manifest).toString("utf8")) as Record<string, PublishedFile>;
    const all = Object.entries(contents).map(([name, bytes]) => {
      const file = described[name];
      if (file === undefined) throw new Error(`${key} does not describe ${name}.`);
      return { name, bytes, file };
    });
    for (const stage of [...new Set(all.map(({ file }) => file.stage))].sort((a, b) => a - b)) {
      const ofStage = all.filter(({ file }) => file.stage === stage);
      await forEach(ofStage, ({ name, bytes, file }) =>
        putFile(
          request.bucket,
          `${request.prefix}${name}`,
          replaced(Buffer.from(bytes), file, request),
          headersOf(file),
          s3Options(),
        ),
      );
      files += ofStage.length;
    }
  }
  return files;
}

async function withdraw({ bucket, prefix }: SitePlace): Promise<number> {
  const keys = await listObjects(bucket, prefix, s3Options());
  await forEach(keys, (key) => deleteFile(bucket, key, s3Options()));
  return keys.length;
}

/** Processes all items, several at a time. Starts no more after an error. */
async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async (): Promise<void> => {
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
    } finally {
      waiting.length = 0;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
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
