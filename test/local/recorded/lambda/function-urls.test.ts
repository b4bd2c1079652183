import { createFunctionUrls } from "../../../../lib/local/gateways/function-url";
import { testContext } from "../../gateways/support/context";
import { functionArn } from "../../gateways/support/http-api";
import { modelOf } from "../../gateways/support/model";
import { call, closeAll, serve } from "../../gateways/support/serve";
import { expected } from "../placeholders";
import { type RecordedFact, readSuite, testFacts } from "../suite";

interface UrlFact extends RecordedFact {
  readonly returns?: unknown;
  /** The message of an error that the function throws. */
  readonly throws?: string;
  /** Whether the URL is for signed requests; the one of the fact has no signature. */
  readonly isSigned?: true;
  readonly request: {
    readonly method?: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  /** Members of the event. */
  readonly event?: object;
  readonly answer?: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    /** A text, or JSON. */
    readonly body: unknown;
  };
}

afterEach(closeAll);

testFacts(
  readSuite<UrlFact>("lambda/function-urls"),
  async ({ returns, throws, isSigned, request, event, answer }) => {
    const context = testContext({
      web: () => {
        if (throws !== undefined) throw new Error(throws);
        return returns;
      },
    });
    const model = modelOf({
      "aws_lambda_function_url.web": {
        function_name: "web",
        url_id: "web",
        function_url: "https://web.lambda-url.eu-west-1.on.aws/",
        function_arn: functionArn("web"),
        authorization_type: isSigned === true ? "AWS_IAM" : "NONE",
      },
    });
    const [gateway] = createFunctionUrls(model, context);
    if (gateway === undefined) throw new Error("no gateway");
    const { path, ...sent } = request;
    const answered = await call(await serve(gateway), path, sent);
    if (event !== undefined)
      expect(context.functions.events("web")[0]).toMatchObject(expected(event) as object);
    if (answer === undefined) return;
    const { status, headers = {}, body } = answer;
    expect(answered).toMatchObject({ status, headers });
    if (typeof body === "string") expect(answered.text).toBe(body);
    else expect(JSON.parse(answered.text)).toEqual(body);
  },
);
