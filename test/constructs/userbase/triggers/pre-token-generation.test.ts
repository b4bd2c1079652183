import type { UserbaseProps } from "../../../../lib/constructs/userbase";
import { type Block, only } from "../../../support/stack";
import { directory, handler } from "../support";

/** The conditions that look at the functions of the pool. */
function conditions(props: UserbaseProps): readonly Block[] {
  const { postcondition } = only(directory(props).stack, "aws_cognito_user_pool").lifecycle as {
    readonly postcondition: readonly Block[];
  };
  return postcondition.filter(({ condition }) => String(condition).includes("lambda_config"));
}

describe("preTokenGeneration of a Userbase", () => {
  test("is refused by the plan when it is gone and the pool still has it", () => {
    expect(conditions({ triggers: { preSignUp: handler } })).toEqual([
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
    expect(conditions({ triggers })).toEqual([]);
  });
});
