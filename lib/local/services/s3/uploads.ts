import { createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import { ServiceError } from "../contract/define-service";
import { StateFile } from "../contract/state-file";
import { ContentFiles } from "./content-files";

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
  readonly parts: Map<number, UploadedPart>;
}

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
const mostParts = 10_000;
const leastPartBytes = 5 * 1024 * 1024;

interface KeptUpload extends Omit<Upload, "parts"> {
  /** The content of a part is in a file that has its digest as a name. */
  readonly parts: readonly Omit<UploadedPart, "content">[];
}

/** The uploads in parts of one bucket. */
export class Uploads {
  private readonly uploads = new Map<string, Upload>();
  private readonly list: StateFile<{ readonly uploads: readonly KeptUpload[] }>;
  private readonly contents: ContentFiles | undefined;

  /** @param dataFolder - where uploads outlive the server */
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

  start(key: string, headers: Readonly<Record<string, string>>, startedAt: number): Upload {
    const upload = { id: randomUUID().replaceAll("-", ""), key, headers, startedAt, parts: new Map() };
    this.uploads.set(upload.id, upload);
    this.save();
    return upload;
  }

  /** Adds a part, or replaces the one of its number. */
  add(upload: Upload, number: number, content: Buffer, changedAt: number): UploadedPart {
    const part = addPart(upload, number, content, changedAt);
    this.save();
    return part;
  }

  require(key: string, id: string | null): Upload {
    const upload = this.uploads.get(id ?? "");
    if (upload !== undefined && upload.key === key) return upload;
    throw new ServiceError(
      "NoSuchUpload",
      "The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.",
      404,
    );
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
      const uploads = this.all.map(({ parts, ...upload }) => ({
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

function addPart(upload: Upload, number: number, content: Buffer, changedAt: number): UploadedPart {
  if (!Number.isInteger(number) || number < 1 || number > mostParts) {
    throw new ServiceError(
      "InvalidArgument",
      "Part number must be an integer between 1 and 10000, inclusive",
      400,
    );
  }
  const etag = `"${createHash("md5").update(content).digest("hex")}"`;
  const part = { number, content, etag, changedAt };
  upload.parts.set(number, part);
  return part;
}

/** The content of the parts that a client names, and its ETag: the digest of the digests. */
export function joinParts(
  upload: Upload,
  named: readonly { readonly number: number; readonly etag: string }[],
): { readonly content: Buffer; readonly etag: string; readonly parts: readonly Buffer[] } {
  if (named.length === 0) {
    throw new ServiceError(
      "MalformedXML",
      "The XML you provided was not well-formed or did not validate against our published schema",
      400,
    );
  }
  const parts = named.map(({ number, etag }, index) => {
    if (index > 0 && number <= (named[index - 1]?.number ?? 0)) {
      throw new ServiceError(
        "InvalidPartOrder",
        "The list of parts was not in ascending order. The parts list must be specified in order by part number.",
        400,
      );
    }
    const part = upload.parts.get(number);
    if (part === undefined || plain(part.etag) !== plain(etag)) {
      throw new ServiceError(
        "InvalidPart",
        "One or more of the specified parts could not be found. The part may not have been uploaded, or the specified entity tag may not match the part's entity tag.",
        400,
      );
    }
    return part;
  });
  if (parts.slice(0, -1).some(({ content }) => content.length < leastPartBytes)) {
    throw new ServiceError(
      "EntityTooSmall",
      "Your proposed upload is smaller than the minimum allowed size",
      400,
    );
  }
  const digests = Buffer.concat(parts.map(({ etag }) => Buffer.from(plain(etag), "hex")));
  return {
    content: Buffer.concat(parts.map(({ content }) => content)),
    parts: parts.map(({ content }) => content),
    etag: `"${createHash("md5").update(digests).digest("hex")}-${parts.length}"`,
  };
}

function plain(etag: string): string {
  return etag.replaceAll('"', "");
}
