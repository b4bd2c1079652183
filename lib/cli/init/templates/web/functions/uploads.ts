import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { APIGatewayProxyEventV2WithJWTAuthorizer as Event } from "aws-lambda";
import { ApiHandler, useJsonBody } from "serverform/node/api";
import { Bucket } from "serverform/node/bucket";
import { uploadKey } from "./upload-key.js";

const client = new S3Client({});

/** Returns a URL to which the page may upload one file, for five minutes. */
export const create = ApiHandler(async ({ requestContext }: Event) => {
  const { name } = useJsonBody<{ name?: unknown }>() ?? {};
  const key = uploadKey(String(requestContext.authorizer.jwt.claims.sub), name);
  if (key === undefined) return { statusCode: 400, body: JSON.stringify({ message: "name is missing" }) };
  const command = new PutObjectCommand({ Bucket: Bucket.Uploads.bucketName, Key: key });
  return {
    statusCode: 201,
    body: JSON.stringify({ url: await getSignedUrl(client, command, { expiresIn: 300 }) }),
  };
});
