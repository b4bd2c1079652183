import { createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import type { ServiceResponse } from "../../contract/service";
import { StateFile } from "../../contract/state-file";
import { invalidArgument, noSuchUpload, S3Error } from "../errors";
import type { Checksum } from "./checksums";
import { ContentFiles } from "./object-files";
import { etagOf } from "./stored-object";

/** A part of an upload. */
export interface UploadedPart {
  readonly number: number;
  readonly content: Buffer;
  readonly etag: string;
  readonly changedAt: number;
}

/** An upload that is not complete. */
export interface Upload {
  readonly id: string;
  readonly key: string;
  /** Headers of the object. */
  readonly headers: Readonly<Record<string, string>>;
  readonly startedAt: number;
  /** How often its object had been changed when it began. @default - it began before this run of the server */
  readonly changes?: number;
  readonly parts: Map<number, UploadedPart>;
}

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
export const mostParts = 10_000;
const mostCompletions = 1000;
const leastPartBytes = 5 * 1024 * 1024;

interface KeptUpload extends Omit<Upload, "parts" | "changes"> {
  /** The content of a part is in a file that has its digest as a name. */
  readonly parts: readonly Omit<UploadedPart, "content">[];
}

/** The uploads in parts of one bucket. */
export class Uploads {
  private readonly uploads = new Map<string, Upload>();
  private readonly list: StateFile<{ readonly uploads: readonly KeptUpload[] }>;
  private readonly contents: ContentFiles | undefined;
  /** Answers to the last completions: a client that has not got its answer asks again. */
  private readonly completions = new Map<
    string,
    { readonly key: string; readonly answer: ServiceResponse }
  >();

  /** @param dataFolder - where uploads survive the server */
  constructor(dataFolder: string | undefined, bucket: string) {
    const name = `${bucket}.uploads`;
    this.list = new StateFile(dataFolder, "s3", name);
    this.contents = dataFolder ? new ContentFiles(join(dataFolder, "s3", name)) : undefined;
    for (const { parts, ...upload } of this.list.read()?.uploads ?? []) {
      const found = parts.flatMap((part): readonly UploadedPart[] => {
        const content = this.contents?.read(plain(part.etag));
        return content === undefined ? [] : [{ ...part, content }];
      });
      this.uploads.set(upload.id, { ...upload, parts: new Map(found.map((part) => [part.number, part])) });
    }
  }

  get all(): readonly Upload[] {
    return [...this.uploads.values()];
  }

  start(given: Omit<Upload, "id" | "parts">): Upload {
    const upload = { ...given, id: randomUUID().replaceAll("-", ""), parts: new Map() };
    this.uploads.set(upload.id, upload);
    this.save();
    return upload;
  }

  /** Adds a part, or replaces the one of its number. */
  add(upload: Upload, given: string, content: Buffer, changedAt: number): UploadedPart {
    const number = partNumber(given);
    const part = { number, content, etag: etagOf(content, upload.headers), changedAt };
    upload.parts.set(number, part);
    this.save();
    return part;
  }

  require(key: string, id: string | null): Upload {
    const upload = this.uploads.get(id ?? "");
    if (upload !== undefined && upload.key === key) return upload;
    throw noSuchUpload(id ?? "");
  }

  /** The answer to a request that completed an upload before. */
  completionOf(key: string, id: string | null): ServiceResponse | undefined {
    const known = this.completions.get(id ?? "");
    return known?.key === key ? known.answer : undefined;
  }

  complete(upload: Upload, answer: ServiceResponse): void {
    const [oldest] = this.completions.keys();
    if (oldest !== undefined && this.completions.size >= mostCompletions) this.completions.delete(oldest);
    this.completions.set(upload.id, { key: upload.key, answer });
    this.end(upload);
  }

  end({ id }: Upload): void {
    this.uploads.delete(id);
    this.save();
  }

  settled(): Promise<void> {
    return this.list.settled();
  }

  private save(): void {
    const { contents } = this;
    if (contents === undefined) return;
    this.list.save(() => {
      const files = new Set<string>();
      const uploads = this.all.map(({ parts, changes: _, ...upload }) => ({
        ...upload,
        parts: [...parts.values()].map(({ content, ...part }) => {
          const file = plain(part.etag);
          contents.write(file, content);
          files.add(file);
          return part;
        }),
      }));
      contents.keepOnly(files);
      return { uploads };
    });
  }
}

/** The number of a part that a request names. */
export function partNumber(given: string): number {
  const number = /^-?\d+$/.test(given) ? Number(given) : 0;
  if (number >= 1 && number <= mostParts) return number;
  const message = `Part number must be an integer between 1 and ${mostParts}, inclusive`;
  throw invalidArgument(message, "partNumber", given);
}

/** A part as the request that completes the upload names it. */
export interface NamedPart {
  readonly number: string;
  readonly etag: string;
  readonly checksum: Checksum | undefined;
}

/** A part that becomes a part of the object. */
export type CompletedPart = UploadedPart & Pick<NamedPart, "checksum">;

/** The parts that a client names, their content, and its ETag: the digest of the digests. */
export function joinParts(upload: Upload, given: readonly NamedPart[]) {
  const numbered = given.map((part) => ({ ...part, number: partNumber(part.number) }));
  if (numbered.some(({ number }, index) => index > 0 && number <= (numbered[index - 1]?.number ?? 0))) {
    throw new S3Error(
      "InvalidPartOrder",
      "The list of parts was not in ascending order. Parts must be ordered by part number.",
      400,
      { UploadId: upload.id },
    );
  }
  const named = numbered.map(({ number, etag, checksum }) => {
    const part = upload.parts.get(number);
    if (part === undefined || plain(part.etag) !== plain(etag)) throw invalidPart(upload, number, etag);
    return { ...part, checksum };
  });
  const small = named.slice(0, -1).find(({ content }) => content.length < leastPartBytes);
  if (small !== undefined) {
    throw new S3Error(
      "EntityTooSmall",
      "Your proposed upload is smaller than the minimum allowed size",
      400,
      {
        ETag: plain(small.etag),
        MinSizeAllowed: leastPartBytes,
        PartNumber: small.number,
        ProposedSize: small.content.length,
      },
    );
  }
  const digests = Buffer.concat(named.map(({ etag }) => Buffer.from(plain(etag), "hex")));
  const parts = named.map(({ content }) => content);
  return {
    named,
    parts,
    content: Buffer.concat(parts),
    etag: `"${createHash("md5").update(digests).digest("hex")}-${parts.length}"`,
  };
}

/** The refusal of a part that is missing, or that has another digest or checksum. */
export function invalidPart({ id }: Upload, number: number, etag: string): S3Error {
  return new S3Error(
    "InvalidPart",
    "One or more of the specified parts could not be found.  The part may not have been uploaded, or the specified entity tag may not match the part's entity tag.",
    400,
    { UploadId: id, PartNumber: number, ETag: plain(etag) },
  );
}

function plain(etag: string): string {
  return etag.replaceAll('"', "");
}
