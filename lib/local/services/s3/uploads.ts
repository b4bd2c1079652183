import { createHash, randomUUID } from "node:crypto";
import { ServiceError } from "../contract/define-service";

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

/** The uploads in parts of one bucket. They end with the server. */
export class Uploads {
  private readonly uploads = new Map<string, Upload>();

  get all(): readonly Upload[] {
    return [...this.uploads.values()];
  }

  start(key: string, headers: Readonly<Record<string, string>>, startedAt: number): Upload {
    const upload = { id: randomUUID().replaceAll("-", ""), key, headers, startedAt, parts: new Map() };
    this.uploads.set(upload.id, upload);
    return upload;
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
  }
}

/** Adds a part, or replaces the one of its number. */
export function addPart(upload: Upload, number: number, content: Buffer, changedAt: number): UploadedPart {
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
): { readonly content: Buffer; readonly etag: string } {
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
    etag: `"${createHash("md5").update(digests).digest("hex")}-${parts.length}"`,
  };
}

function plain(etag: string): string {
  return etag.replaceAll('"', "");
}
