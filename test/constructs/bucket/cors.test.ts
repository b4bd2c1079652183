import type { BucketProps } from "../../../lib/constructs/bucket";
import { only, resources } from "../../support/stack";
import { bucket } from "./support";

describe("Bucket CORS", () => {
  const rules = (cors: BucketProps["cors"]) =>
    only(bucket({ cors }).stack, "aws_s3_bucket_cors_configuration").cors_rule;
  test("true is one rule for everything", () => {
    expect(rules(true)).toEqual([
      {
        allowed_headers: ["*"],
        allowed_methods: ["GET", "PUT", "HEAD", "POST", "DELETE"],
        allowed_origins: ["*"],
      },
    ]);
  });
  test("rules are written as they are given", () => {
    const origin = "https://www.example.com";
    const rule = { allowedMethods: ["GET"], allowedOrigins: [origin] } as const;
    const more = {
      allowedHeaders: ["x-a"],
      exposedHeaders: ["ETag"],
      id: "read",
      maxAge: "1 day",
    } as const;
    expect(rules([rule, { ...rule, ...more }])).toEqual([
      { allowed_methods: ["GET"], allowed_origins: [origin] },
      {
        id: "read",
        allowed_methods: ["GET"],
        allowed_origins: [origin],
        allowed_headers: ["x-a"],
        expose_headers: ["ETag"],
        max_age_seconds: 86_400,
      },
    ]);
  });
  test.each([undefined, false, []] as const)("%p makes none", (cors) => {
    expect(resources(bucket({ cors }).stack, "aws_s3_bucket_cors_configuration")).toEqual({});
  });
  test.each([
    ["*", /cors is "\*"/],
    [[5], /cors\[0\] is 5/],
    [[{ allowedMethods: ["GET"] }], /cors\[0\]\.allowedOrigins is missing/],
    [[{ allowedOrigins: ["*"], allowedMethods: [] }], /cors\[0\]\.allowedMethods is missing/],
    [[{ allowedOrigins: ["*"], allowedMethods: ["PATCH"] }], /cors\[0\]\.allowedMethods is "PATCH"/],
    [
      [{ allowedOrigins: ["*"], allowedMethods: ["GET"], exposedHeaders: ["x-*"] }],
      /cors\[0\]\.exposedHeaders\[0\] is "x-\*"/,
    ],
    [[{ allowedOrigins: ["*.*"], allowedMethods: ["GET"] }], /cors\[0\]\.allowedOrigins is "\*\.\*"/],
    [[{ allowedOrigins: ["*"], allowedMethods: ["GET"], maxAge: 5 }], /cors\[0\]\.maxAge/],
    [[{ allowedOrigins: ["*"], allowedMethods: ["GET"], headers: [] }], /cors\[0\] has the key "headers"/],
  ])("refuses %p", (cors, message) => {
    expect(() => bucket({ cors: cors as never })).toThrow(message);
  });
  test("100 rules are taken, 101 are not", () => {
    const many = (length: number) =>
      Array.from({ length }, () => ({ allowedMethods: ["GET"], allowedOrigins: ["*"] }) as const);
    expect(() => bucket({ cors: many(100) })).not.toThrow();
    expect(() => bucket({ cors: many(101) })).toThrow(/cors has 101 rules; AWS allows 100/);
  });
});
