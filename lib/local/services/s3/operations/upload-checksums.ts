import { invalidRequest, S3Error } from "../errors";
import { checksumHeader, checksumIn, computeChecksum, type UploadChecksum } from "../objects/checksums";
import { type CompletedPart, invalidPart, type Upload } from "../objects/uploads";

interface Completion {
  readonly upload: Upload;
  readonly begun: UploadChecksum;
  /** The headers of the request that completes the upload. */
  readonly headers: Readonly<Record<string, string>>;
  /** The checksum of the object, as headers. */
  readonly checksum: Readonly<Record<string, string>>;
  readonly parts: readonly CompletedPart[];
  readonly bytes: number;
}

/**
 * Refuses to complete an upload whose checksums are not those of its parts.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html
 */
export function checkCompletion({ upload, begun, headers, checksum, parts, bytes }: Completion): void {
  const type = headers["x-amz-checksum-type"];
  if (type !== undefined && type !== begun.type) {
    throw invalidRequest(
      `The upload was created using the ${begun.type ?? "null"} checksum mode. The complete request must use the same checksum mode.`,
    );
  }
  for (const part of parts) checkPart(upload, begun, part);
  const { algorithm } = begun;
  const given = checksumIn(headers);
  // Without an algorithm of the upload, S3 does not look at the checksum.
  if (
    algorithm !== undefined &&
    given !== undefined &&
    checksum[checksumHeader(given.algorithm)] !== given.value
  ) {
    const message = `The ${algorithm.toLowerCase()} you specified did not match the calculated checksum.`;
    throw new S3Error("BadDigest", message, 400);
  }
  const size = headers["x-amz-mp-object-size"];
  if (size !== undefined && Number(size) !== bytes) {
    throw invalidRequest(
      `The provided 'x-amz-mp-object-size' header value ${size} does not match what was computed: ${bytes}`,
    );
  }
}

function checkPart(upload: Upload, { algorithm, type }: UploadChecksum, part: CompletedPart): void {
  const { number, content, etag, checksum } = part;
  if (checksum === undefined) {
    if (algorithm === undefined || type !== "COMPOSITE") return;
    throw invalidRequest(
      `The upload was created using a ${algorithm.toLowerCase()} checksum. The complete request must include the checksum for each part. It was missing for part ${number} in the request.`,
    );
  }
  if (algorithm !== undefined && checksum.algorithm !== algorithm) {
    const given = checksum.algorithm.toLowerCase();
    const message = `The ${given} you specified for part ${number} did not match what we received.`;
    throw new S3Error("BadDigest", message, 400);
  }
  const isRight = algorithm !== undefined && computeChecksum(algorithm, content) === checksum.value;
  if (!isRight) throw invalidPart(upload, number, etag);
}
