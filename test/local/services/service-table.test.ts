import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { signingNameOf } from "../../../lib/local";
import { endpointVariables } from "../../../lib/local/services/endpoint-variables";
import { routeTargets, serviceOrigins, serviceTable } from "../../../lib/local/services/service-table";
import { testModel } from "../support/model";

const folder = join(__dirname, "../../../lib/local/services");

describe("the table of services", () => {
  test("has an entry for each folder", () => {
    const folders = readdirSync(folder).filter((name) => existsSync(join(folder, name, "index.ts")));
    expect([...serviceTable.keys()].sort()).toEqual(folders.sort());
  });

  test("says which services routes may call", () => {
    expect([...routeTargets()].sort()).toEqual([
      "dynamodb",
      "events",
      "kinesis",
      "rds-data",
      "s3",
      "sns",
      "sqs",
    ]);
  });

  test("gives services the names that users and SDKs have for them", () => {
    expect([signingNameOf("EventBridge"), signingNameOf("sqs")]).toEqual(["events", "sqs"]);
    const given = new Map([
      ["eventbridge", "http://127.0.0.1:1"],
      ["cognito-idp", "http://127.0.0.1:2"],
    ]);
    expect(endpointVariables("http://127.0.0.1:9", given)).toEqual({
      AWS_ENDPOINT_URL: "http://127.0.0.1:9",
      AWS_ENDPOINT_URL_EVENTBRIDGE: "http://127.0.0.1:1",
      AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: "http://127.0.0.1:2",
    });
  });

  test("names the origins in the URLs of queues, and those that pages have in their scripts", () => {
    const url = "https://sqs.us-east-1.amazonaws.com/123456789012/mails";
    expect(serviceOrigins(testModel({ aws_sqs_queue: { Mails: { url } } }))).toEqual([
      "https://cognito-identity.us-east-1.amazonaws.com",
      "https://s3.us-east-1.amazonaws.com",
      "https://sqs.us-east-1.amazonaws.com",
    ]);
  });
});
