import type { DataAwsS3Bucket } from "@cdktf/provider-aws/lib/data-aws-s3-bucket";
import type { S3Bucket } from "@cdktf/provider-aws/lib/s3-bucket";
import { propKeys } from "../../core/checks/check";

/** A `Bucket`, as far as a trust store needs it. */
export interface ApiTruststoreBucket {
  /** Name of the bucket. */
  readonly bucketName: string;
  /** The provider's object of the bucket. */
  readonly cdk: { readonly bucket: S3Bucket | DataAwsS3Bucket };
}

/** Certificates that clients must present. */
export interface ApiMtlsProps {
  /** Contains the trust store: the certificates of the authorities that sign client certificates. */
  readonly bucket: ApiTruststoreBucket;
  /** Key of the trust store in the bucket, a PEM file. It must exist when the domain is created. */
  readonly key: string;
  /**
   * Version of the object; versioning must be enabled for the bucket.
   *
   * @default - the newest when the domain is created; later versions are not used
   */
  readonly version?: string | undefined;
}

export const mtlsKeys = propKeys<ApiMtlsProps>()({ bucket: true, key: true, version: "text" });
