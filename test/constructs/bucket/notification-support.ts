import { Bucket, type BucketProps } from "../../../lib/constructs/bucket";
import type { Stack } from "../../../lib/kit/app";
import { only, testStack } from "../../support/stack";

export const fn = "functions/notes.get";
export type Notifications = NonNullable<BucketProps["notifications"]>;

export function bucket(
  notifications: Notifications = {},
  props: BucketProps = {},
): { stack: Stack; bucket: Bucket } {
  const stack = testStack({ account: "111122223333" });
  return { stack, bucket: new Bucket(stack, "Files", { ...props, notifications }) };
}

export const created = (prefix: string) => ({ events: ["object_created"] as const, filters: [{ prefix }] });

export interface Blocks {
  readonly lambda_function?: object[];
  readonly queue?: object[];
  readonly topic?: object[];
  readonly depends_on?: string[];
}

export function notification(stack: Stack): Blocks {
  return only(stack, "aws_s3_bucket_notification");
}
