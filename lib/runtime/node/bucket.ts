import { boundResources, type WrittenAtSynthesis } from "../bindings/resources";

/** Buckets of the app, by id; synthesis writes them. */
export interface BucketResources extends WrittenAtSynthesis {}

/**
 * The buckets that this function is bound to.
 *
 * @example
 * new GetObjectCommand({ Bucket: Bucket.uploads.bucketName, Key: key });
 */
export const Bucket = boundResources<BucketResources>({ className: "Bucket", variables: ["bucketName"] });
