import {
  S3BucketCorsConfiguration,
  type S3BucketCorsConfigurationCorsRule,
} from "@cdktf/provider-aws/lib/s3-bucket-cors-configuration";
import type { Construct } from "constructs";
import { mapTogether } from "../../facts/errors/problems";
import {
  checkEach,
  checkLiteral,
  checkObject,
  corsRuleIdLimit,
  eachWithin,
  headerNameLimit,
  isUnresolved,
  knownItems,
  nonEmpty,
  originLimit,
  parseDuration,
  parseItems,
  propKeys,
  refuseValue,
  within,
} from "../../kit/core";
import { fail } from "./errors";
import type { BucketCorsRule, BucketProps } from "./props";

const methods = ["GET", "PUT", "HEAD", "POST", "DELETE"] as const;
const everything: BucketCorsRule = { allowedHeaders: ["*"], allowedMethods: methods, allowedOrigins: ["*"] };
const ruleKeys = propKeys<BucketCorsRule>()({
  allowedMethods: "texts",
  allowedOrigins: "texts",
  allowedHeaders: eachWithin(headerNameLimit),
  // S3 does not support patterns here.
  exposedHeaders: eachWithin({ ...headerNameLimit, accepts: (name) => !name.includes("*") }),
  id: within(corsRuleIdLimit),
  maxAge: true,
});

/** Refuses rules that AWS does not accept; creates nothing. */
export function parseCors(
  bucket: Construct,
  cors: BucketProps["cors"] = false,
): readonly S3BucketCorsConfigurationCorsRule[] {
  if (cors === false) return [];
  const rules: unknown = cors === true ? [everything] : cors;
  if (!Array.isArray(rules)) {
    refuseValue(
      bucket,
      "cors",
      cors,
      "true, false or an array of rules: [{ allowedMethods, allowedOrigins }]",
    );
  }
  // Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/cors.html
  if (rules.length > 100)
    fail(bucket, "quota-exceeded", "cors", { what: "rules", count: rules.length, limit: 100 });
  return mapTogether(rules, (rule: unknown, index) => parseRule(bucket, `cors[${index}]`, rule));
}

function parseRule(bucket: Construct, prop: string, rule: unknown): S3BucketCorsConfigurationCorsRule {
  checkObject(bucket, prop, rule, ruleKeys, "{ allowedMethods, allowedOrigins }");
  const { id, maxAge, ...lists } = rule as unknown as BucketCorsRule;
  const itemsOf = (key: keyof typeof lists) => parseItems(bucket, `${prop}.${key}`, lists[key] ?? []);
  const allowedMethods = itemsOf("allowedMethods");
  const allowedOrigins = itemsOf("allowedOrigins");
  const allowedHeaders = itemsOf("allowedHeaders");
  const exposedHeaders = itemsOf("exposedHeaders");
  for (const [key, list] of Object.entries({ allowedMethods, allowedOrigins })) {
    if (list.length > 0) continue;
    fail(bucket, "prop-required", `${prop}.${key}`, {
      remedy: `Write at least one: ${key}: ["${key === "allowedMethods" ? "GET" : "https://www.example.com"}"].`,
    });
  }
  for (const method of knownItems(allowedMethods)) {
    checkLiteral(bucket, `${prop}.allowedMethods`, method, methods);
  }
  for (const [key, list] of Object.entries({ allowedOrigins, allowedHeaders })) {
    for (const each of knownItems<string>(list)) {
      if (isUnresolved(each) || !(each.split("*").length > 2)) continue;
      refuseValue(bucket, `${prop}.${key}`, each, "at most one * in each");
    }
  }
  checkEach(bucket, `${prop}.allowedOrigins`, allowedOrigins, originLimit);
  return {
    id,
    allowedMethods: [...allowedMethods],
    allowedOrigins: [...allowedOrigins],
    allowedHeaders: nonEmpty(allowedHeaders),
    exposeHeaders: nonEmpty(exposedHeaders),
    maxAgeSeconds: maxAge === undefined ? undefined : parseDuration(bucket, `${prop}.maxAge`, maxAge),
  };
}

/** Creates the CORS rules of a bucket, if there are any. */
export function createCors(
  bucket: Construct,
  bucketName: string,
  rules: readonly S3BucketCorsConfigurationCorsRule[],
): void {
  if (rules.length === 0) return;
  new S3BucketCorsConfiguration(bucket, "Cors", { bucket: bucketName, corsRule: [...rules] });
}
