import {
  S3BucketCorsConfiguration,
  type S3BucketCorsConfigurationCorsRule,
} from "@cdktf/provider-aws/lib/s3-bucket-cors-configuration";
import { Token } from "cdktf";
import type { Construct } from "constructs";
import { checkKeys, checkList, checkLiteral, isPlainObject, propKeys } from "../../core/check";
import { parseDuration } from "../../core/duration";
import { fail } from "./errors";
import type { BucketCorsRule, BucketProps } from "./props";

const methods = ["GET", "PUT", "HEAD", "POST", "DELETE"] as const;
const everything: BucketCorsRule = { allowedHeaders: ["*"], allowedMethods: methods, allowedOrigins: ["*"] };
const ruleKeys = propKeys<BucketCorsRule>()({
  allowedMethods: true,
  allowedOrigins: true,
  allowedHeaders: true,
  exposedHeaders: true,
  id: true,
  maxAge: true,
});

/** Refuses rules that AWS refuses; creates nothing. */
export function checkCors(bucket: Construct, cors: BucketProps["cors"]): void {
  if (cors === undefined || typeof cors === "boolean") return;
  if (!Array.isArray(cors)) {
    fail(bucket, "prop-invalid", "cors", {
      value: cors,
      expected: "true, false or a list of rules: [{ allowedMethods, allowedOrigins }]",
    });
  }
  // Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/cors.html
  if (cors.length > 100)
    fail(bucket, "quota-exceeded", "cors", { what: "rules", count: cors.length, limit: 100 });
  for (const [index, rule] of cors.entries()) checkRule(bucket, `cors[${index}]`, rule);
}

function checkRule(bucket: Construct, prop: string, rule: BucketCorsRule): void {
  if (!isPlainObject(rule)) {
    fail(bucket, "prop-invalid", prop, { value: rule, expected: "{ allowedMethods, allowedOrigins }" });
  }
  checkKeys(bucket, prop, rule, ruleKeys);
  const {
    allowedMethods,
    allowedOrigins,
    allowedHeaders = [],
    exposedHeaders = [],
    maxAge,
  } = rule as BucketCorsRule;
  for (const [key, list] of Object.entries({ allowedMethods, allowedOrigins })) {
    if (Token.isUnresolved(list) || (Array.isArray(list) && list.length > 0)) continue;
    fail(bucket, "prop-required", `${prop}.${key}`, {
      remedy: `Name at least one: ${key}: ["${key === "allowedMethods" ? "GET" : "https://www.example.com"}"].`,
    });
  }
  for (const method of allowedMethods) checkLiteral(bucket, `${prop}.allowedMethods`, method, methods);
  for (const [key, list] of Object.entries({ allowedOrigins, allowedHeaders })) {
    checkList(bucket, `${prop}.${key}`, list);
    for (const each of list) {
      if (Token.isUnresolved(each) || !(String(each).split("*").length > 2)) continue;
      fail(bucket, "prop-invalid", `${prop}.${key}`, { value: each, expected: "one * at most in each" });
    }
  }
  checkList(bucket, `${prop}.exposedHeaders`, exposedHeaders);
  if (maxAge !== undefined) parseDuration(bucket, `${prop}.maxAge`, maxAge);
}

/** Creates the CORS rules of a bucket, when there are any. */
export function createCors(bucket: Construct, bucketName: string, cors: BucketProps["cors"] = false): void {
  const rules = typeof cors === "boolean" ? (cors ? [everything] : []) : cors;
  if (rules.length === 0) return;
  const corsRule = rules.map((rule, index) => ruleConfig(bucket, `cors[${index}]`, rule));
  new S3BucketCorsConfiguration(bucket, "Cors", { bucket: bucketName, corsRule });
}

function ruleConfig(
  bucket: Construct,
  prop: string,
  rule: BucketCorsRule,
): S3BucketCorsConfigurationCorsRule {
  const { allowedMethods, allowedOrigins, allowedHeaders, exposedHeaders, id, maxAge } = rule;
  return {
    id,
    allowedMethods: [...allowedMethods],
    allowedOrigins: [...allowedOrigins],
    allowedHeaders: listOf(allowedHeaders),
    exposeHeaders: listOf(exposedHeaders),
    maxAgeSeconds: maxAge === undefined ? undefined : parseDuration(bucket, `${prop}.maxAge`, maxAge),
  };
}

function listOf(list: readonly string[] | undefined): string[] | undefined {
  return list === undefined || list.length === 0 ? undefined : [...list];
}
