import {
  CognitoIdentityClient,
  GetCredentialsForIdentityCommand,
  GetIdCommand,
} from "@aws-sdk/client-cognito-identity";
import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";

// Set by the build.
declare const USER_POOL_ID: string;
declare const IDENTITY_POOL_ID: string;
declare const BUCKET: string;
declare const REGION: string;
declare const IDENTITY_URL: string;
declare const S3_URL: string;

/** The pictures of a user: the page reads and writes them in the bucket itself, with credentials of the identity pool. */
export class Pictures {
  private constructor(
    private readonly bucket: S3Client,
    private readonly folder: string,
  ) {}

  static async of(idToken: string): Promise<Pictures> {
    const identities = new CognitoIdentityClient({ region: REGION, endpoint: IDENTITY_URL });
    const Logins = { [`cognito-idp.${REGION}.amazonaws.com/${USER_POOL_ID}`]: idToken };
    const { IdentityId } = await identities.send(
      new GetIdCommand({ IdentityPoolId: IDENTITY_POOL_ID, Logins }),
    );
    const { Credentials } = await identities.send(
      new GetCredentialsForIdentityCommand({ IdentityId, Logins }),
    );
    const credentials = {
      accessKeyId: Credentials?.AccessKeyId ?? "",
      secretAccessKey: Credentials?.SecretKey ?? "",
      sessionToken: Credentials?.SessionToken ?? "",
    };
    const bucket = new S3Client({ region: REGION, endpoint: S3_URL, forcePathStyle: true, credentials });
    return new Pictures(bucket, IdentityId ?? "");
  }

  async upload(file: File): Promise<void> {
    const Body = new Uint8Array(await file.arrayBuffer());
    await this.bucket.send(
      new PutObjectCommand({ Bucket: BUCKET, Key: this.keyOf(file.name), Body, ContentType: file.type }),
    );
  }

  /** A picture as a URL of this page. */
  async download(name: string): Promise<string> {
    const { Body, ContentType } = await this.bucket.send(
      new GetObjectCommand({ Bucket: BUCKET, Key: this.keyOf(name) }),
    );
    const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
    return URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: ContentType ?? "" }));
  }

  private keyOf(name: string): string {
    return `${this.folder}/${name}`;
  }
}
