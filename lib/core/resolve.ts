import { DefaultTokenResolver, StringConcat, Token, Tokenization } from "cdktf";
import type { IConstruct } from "constructs";

const resolver = new DefaultTokenResolver(new StringConcat());

/** A value as the Terraform JSON of the construct's stack will contain it: `${aws_dynamodb_table.Notes.arn}`. */
export function resolveValue(scope: IConstruct, value: unknown): unknown {
  return Tokenization.resolve(value, { scope, resolver, preparing: false });
}

/** The resource type that a reference points to: `aws_sqs_queue` for a queue's ARN; undefined for a literal. */
export function findReferencedType(scope: IConstruct, value: string): string | undefined {
  if (!Token.isUnresolved(value)) return undefined;
  return /\$\{(?:data\.)?(aws_[a-z0-9_]+)\./.exec(String(resolveValue(scope, value)))?.[1];
}
