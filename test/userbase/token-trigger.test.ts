import type { UserbaseProps } from "../../lib/userbase";
import { type Block, only } from "../support/stack";
import { directory, handler } from "./support";

const lifecycle = (props: UserbaseProps) =>
  only(directory(props).stack, "aws_cognito_user_pool").lifecycle as Block;

describe("preTokenGeneration of a Userbase", () => {
  test("is refused by the plan when it is gone and the pool still has it", () => {
    expect(lifecycle({ triggers: { preSignUp: handler } }).postcondition).toEqual([
      {
        condition: "${try(length(self.lambda_config[0].pre_token_generation), 0) == 0}",
        error_message: expect.stringMatching(
          /Auth: triggers has no preTokenGeneration.*Deploy once without triggers/,
        ),
      },
    ]);
  });

  test.each<[string, UserbaseProps["triggers"]]>([
    ["without triggers, which takes off all of them", undefined],
    ["with undefined triggers", { preSignUp: undefined }],
    ["that is given", { preSignUp: handler, preTokenGeneration: handler }],
  ])("is not looked for %s", (_, triggers) => {
    expect(lifecycle({ triggers })).not.toHaveProperty("postcondition");
  });

  test("is looked for beside the caller's own conditions", () => {
    const own = { condition: "${true}", errorMessage: "never" };
    const { postcondition } = lifecycle({
      triggers: { preSignUp: handler },
      cdk: { userPool: { lifecycle: { postcondition: [own] } } },
    });
    expect(postcondition).toEqual([{ condition: "${true}", error_message: "never" }, expect.anything()]);
  });
});
