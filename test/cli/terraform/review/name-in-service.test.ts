import { nameInService } from "../../../../lib/cli/terraform/review/losses";

const origin = [{ domain_name: "dev-notes-web-1.s3.us-east-1.amazonaws.com" }];

test.each<[object, string | undefined]>([
  [{ name: "jobs", id: "1" }, "jobs"],
  [{ bucket: "files", id: "files" }, "files"],
  [{ id: "E1", aliases: ["www.example.com"], origin, domain_name: "d1.cloudfront.net" }, "www.example.com"],
  [
    { id: "E1", aliases: [], origin, domain_name: "d1.cloudfront.net" },
    "dev-notes-web-1.s3.us-east-1.amazonaws.com",
  ],
  [{ id: "x", domain_name: "api.example.com" }, "api.example.com"],
  [{ id: "1" }, "1"],
  [{}, undefined],
])("%j is named %j", (values, name) => expect(nameInService({ ...values })).toBe(name));
