import { Bucket, type BucketProps } from "../../../lib/constructs/bucket";
import type { Stack } from "../../../lib/kit/app";
import { testStack } from "../../support/stack";

export const fn = "functions/notes.get";

export function bucket(props: BucketProps = {}, id = "My_Files"): { stack: Stack; bucket: Bucket } {
  const stack = testStack({ account: "111122223333" });
  return { stack, bucket: new Bucket(stack, id, props) };
}
