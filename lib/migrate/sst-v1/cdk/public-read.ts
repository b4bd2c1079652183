import { findMembers } from "../prop-changes";
import type { SstStackFile } from "../stack-source";
import { type SyntaxNode, unwrapped } from "../syntax";
import { assignedTo } from "./rule";

/**
 * `publicReadAccess: true` of a bucket: the statement with which everyone may read its objects.
 *
 * Source: `grantPublicAccess` in https://docs.aws.amazon.com/cdk/api/v2/docs/aws-cdk-lib.aws_s3.Bucket.html
 */
export function addPublicRead(
  file: SstStackFile,
  node: SyntaxNode,
  above: readonly SyntaxNode[],
  props: SyntaxNode | undefined,
): void {
  const isPublic = ["cdk.bucket", "s3Bucket"].some((path) =>
    findMembers({ objectOf: unwrapped }, props, `${path}.publicReadAccess`.split(".")).some(
      (member) => member.value.value === true,
    ),
  );
  if (!isPublic) return;
  const bucket = assignedTo(file, above);
  if (bucket === undefined) {
    file.todo(node, "`publicReadAccess`: allow reading with `addToResourcePolicy` of the bucket.");
    return;
  }
  bucket.insertBehind([
    `${bucket.name}.addToResourcePolicy({`,
    '  actions: ["s3:GetObject"],',
    '  principals: "*",',
    `  resources: [\`\${${bucket.name}.bucketArn}/*\`],`,
    "});",
  ]);
}
