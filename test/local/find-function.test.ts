import { findFunction } from "../../lib/local";
import { testModel } from "./support/model";

const fn = (name: string) => ({ function_name: name, arn: `arn:${name}` });
const model = testModel({
  aws_lambda_function: {
    "Tick/Job/Function": fn("dev-tick"),
    "Api/Lambda_GET_--/Function": fn("dev-get"),
    "Api/Lambda_POST_--/Function": fn("dev-post"),
    "Report/Function": fn("dev-report"),
    "Report/Retry/Function": fn("dev-retry"),
  },
});

describe("local invoke finds a function", () => {
  test.each([
    ["by its name", "dev-tick", "arn:dev-tick"],
    ["by its path", "Main/Tick/Job", "arn:dev-tick"],
    ["by the end of its path", "Tick/Job", "arn:dev-tick"],
    ["by a construct with only this function, such as a Cron", "Tick", "arn:dev-tick"],
    ["by its own path before those below it", "Report", "arn:dev-report"],
    ["not by a construct with several", "Api", undefined],
    ["not by a part of a name", "Tic", undefined],
    ["not by nothing", "", undefined],
  ])("%s", (_, name, arn) => {
    expect(findFunction(model, name)).toBe(arn);
  });
});
