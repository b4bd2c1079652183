import { App, Queue, Stack } from "../../../../lib";
import type { SynthesizedStack } from "../../../../lib/cli/project/synthesized-stack";
import { lossProblem } from "../../../../lib/cli/terraform/approval";
import { plannedResources, plannedValues } from "../../../../lib/cli/terraform/review/planned-changes";
import { foreignState } from "../../../../lib/cli/terraform/review/state-owner";
import { synthesized, temporaryFolder } from "../../../support/stack";

const tagsOf = (app: string, stage: string) => ({ "serverform:app": app, "serverform:stage": stage });

const stackOf = (app: string, stage: string, template: object = {}): SynthesizedStack => ({
  id: "dev-shop-admin-Queue",
  folder: "",
  dependencies: [],
  annotations: [],
  template: template as SynthesizedStack["template"],
  settings: { app, stage },
});

const resource = (tags: object | undefined) => ({ values: { name: "it", ...(tags && { tags_all: tags }) } });

describe("The state of a stack", () => {
  test("has the same key for two apps, and for two stages, whose names join to the same text", () => {
    const idOf = (name: string, stage: string, id: string) => {
      const stack = new Stack(new App({ name, stage, outdir: temporaryFolder() }), id);
      new Queue(stack, "It");
      return stack.stackName;
    };
    expect(idOf("shop", "dev", "admin-Queue")).toBe(idOf("shop-admin", "dev", "Queue"));
    expect(idOf("shop", "dev-eu", "Queue")).toBe(idOf("eu-shop", "dev", "Queue"));
  });

  test.each([
    ["another app", tagsOf("shop-admin", "dev")],
    ["another stage", tagsOf("shop", "dev-eu")],
  ])("is foreign if it belongs to %s", (_, tags) => {
    const found = foreignState(stackOf("shop", "dev"), [resource(undefined), resource(tags)]);
    expect(found).toContain(
      `belongs to the stage ${tags["serverform:stage"]} of the app ${tags["serverform:app"]}, and this is the stage dev of shop`,
    );
    expect(found).toContain("keyPrefix");
  });

  test.each<[string, readonly { readonly values: object }[]]>([
    ["is empty", []],
    ["has no tags", [resource(undefined)]],
    ["has tags of others only", [resource({ team: "a" })]],
    ["belongs to the app", [resource(tagsOf("shop", "dev"))]],
    [
      "belongs to the app except for adopted resources",
      [resource(tagsOf("old", "dev")), resource(tagsOf("shop", "dev"))],
    ],
  ])("is the app's if it %s", (_, resources) => {
    expect(foreignState(stackOf("shop", "dev"), resources as never)).toBeUndefined();
  });

  test("is the app's if the app has replaced the library's tags", () => {
    const stack = new Stack(
      new App({
        name: "shop",
        stage: "dev",
        outdir: temporaryFolder(),
        provider: { defaultTags: tagsOf("Shop", "Development") },
      }),
      "Main",
    );
    new Queue(stack, "It");
    const template = synthesized(stack);
    expect(
      foreignState(stackOf("shop", "dev", template), [resource(tagsOf("Shop", "Development"))]),
    ).toBeUndefined();
  });

  const planOf = (change: object) => {
    const json = { resource_changes: [{ address: "aws_sqs_queue.It", mode: "managed", change }] };
    return { changes: plannedResources(json), values: plannedValues(json), outputs: [] };
  };
  const before = { tags_all: tagsOf("shop-admin", "dev") };

  test.each([["update"], ["create"], ["no-op"]])(
    "of another app stops every deployment (%s), until it is taken over",
    (action) => {
      const plan = planOf({ actions: [action], before, after: {} });
      expect(lossProblem(stackOf("shop", "dev"), plan, [])).toContain(
        "belongs to the stage dev of the app shop-admin",
      );
      expect(lossProblem(stackOf("shop", "dev"), plan, ["dev-shop-admin-Queue"])).toBeUndefined();
    },
  );

  test("of the app may import resources of another one", () => {
    const plan = planOf({ actions: ["update"], before, after: {}, importing: { id: "it" } });
    expect(lossProblem(stackOf("shop", "dev"), plan, [])).toBeUndefined();
  });
});
