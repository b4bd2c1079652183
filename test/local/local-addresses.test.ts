import { withLocalAddresses } from "../../lib/local/api-hosts";
import { testModel } from "./support/model";

const model = testModel({
  aws_lambda_function: {
    Notes: {
      function_name: "notes",
      environment: {
        variables: {
          API_URL: "https://abc.execute-api.us-east-1.amazonaws.com/v1",
          ALL: "https://abc.execute-api.us-east-1.amazonaws.com,https://other.example.com",
          PLAIN: "abc.execute-api.us-east-1.amazonaws.com",
        },
      },
      layers: ["https://abc.execute-api.us-east-1.amazonaws.com"],
      timeout: 10,
    },
  },
  aws_sqs_queue: { Mails: { url: "https://sqs.us-east-1.amazonaws.com/1/mails" } },
});

const local = withLocalAddresses(model, [
  ["https://abc.execute-api.us-east-1.amazonaws.com", "http://127.0.0.1:4000"],
  ["https://sqs.us-east-1.amazonaws.com", "http://127.0.0.1:5000"],
]);

describe("the addresses of a model on this machine", () => {
  test("URLs of the app's own APIs and queues lead here, wherever they stand", () => {
    expect(local.ofType("aws_lambda_function")[0]?.values).toEqual({
      function_name: "notes",
      environment: {
        variables: {
          API_URL: "http://127.0.0.1:4000/v1",
          ALL: "http://127.0.0.1:4000,https://other.example.com",
          // A name alone is not an address.
          PLAIN: "abc.execute-api.us-east-1.amazonaws.com",
        },
      },
      layers: ["http://127.0.0.1:4000"],
      timeout: 10,
    });
  });

  test("resources are found by the names that they have here", () => {
    expect(local.find("aws_sqs_queue", "url", "http://127.0.0.1:5000/1/mails")?.name).toBe("Mails");
  });

  test("the model itself stays as it was read", () => {
    expect(model.ofType("aws_sqs_queue")[0]?.values.url).toBe("https://sqs.us-east-1.amazonaws.com/1/mails");
  });
});
