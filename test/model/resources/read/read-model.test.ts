import * as path from "node:path";
import { modelOf, onlyOf, outputFolder, read } from "../output";

const provider = { aws: [{ region: "eu-west-1" }] };

describe("references", () => {
  test("a reference becomes the value that it means", () => {
    const model = modelOf({
      provider,
      resource: {
        aws_sqs_queue: { Jobs: { name: "dev-jobs" } },
        aws_lambda_function: {
          Worker: {
            function_name: "worker",
            environment: { variables: { URL: "${aws_sqs_queue.Jobs.url}" } },
          },
        },
        aws_x_mapping: { Mapping: { target: ["a/${aws_lambda_function.Worker.arn}"] } },
      },
    });
    const url = "https://sqs.eu-west-1.amazonaws.com/123456789012/dev-jobs";
    expect(onlyOf(model, "aws_lambda_function").values.environment).toEqual({ variables: { URL: url } });
    expect(onlyOf(model, "aws_x_mapping").values.target).toEqual([
      "a/arn:aws:lambda:eu-west-1:123456789012:function:worker",
    ]);
  });

  test("a text that is one reference keeps the type of the value", () => {
    const model = modelOf({
      resource: {
        terraform_data: {
          A: { input: { list: [1, true] } },
          B: { input: "${terraform_data.A.output.list}" },
        },
      },
    });
    expect(model.find("terraform_data", "name", undefined)).toBeUndefined();
    expect(model.ofType("terraform_data")[1]?.values.output).toEqual([1, true]);
  });

  test("locals, variables, paths and the workspace are known", () => {
    const folder = outputFolder({
      "app/main.tf.json": {
        variable: { stage: { default: "dev" } },
        locals: [{ prefix: "${var.stage}-${terraform.workspace}" }, { full: "${local.prefix}-x" }],
        resource: {
          aws_x: { X: { name: "${local.full}", file: "${path.module}/a.txt", cwd: "${path.cwd}" } },
        },
      },
    });
    const { model, warnings } = read(folder);
    expect(warnings).toEqual([]);
    expect(onlyOf(model, "aws_x").values).toMatchObject({
      name: "dev-default-x",
      file: path.join(folder, "app/a.txt"),
      cwd: path.join(folder, "app"),
    });
  });

  test("comments declare nothing", () => {
    const model = modelOf({ "//": {}, resource: { "//": { A: {} }, aws_x: { "//": {}, A: {} } } });
    expect(model.resources.map(({ address }) => address)).toEqual(["app/aws_x.A"]);
  });

  test("values that are null, metadata or for Terraform alone are left out", () => {
    const model = modelOf({
      resource: {
        terraform_data: {
          A: {
            "//": { metadata: { path: "app/A" } },
            input: { a: null, b: "${null}", "//": "x" },
            depends_on: ["aws_x.y"],
            lifecycle: { precondition: [{ condition: "${unknown}" }] },
            provider: "x",
          },
        },
      },
    });
    const { values, constructPath } = onlyOf(model, "terraform_data");
    expect(Object.keys(values).sort()).toEqual(["id", "input", "output"]);
    expect(values.input).toEqual({});
    expect(constructPath).toBe("app/A");
  });

  test("an expression that is not understood is reported once, and its text stays", () => {
    const { model, warnings } = read(
      outputFolder({
        "app/cdk.tf.json": {
          resource: {
            aws_x: { A: { tags: { k: "${mystery(1)}" } }, B: { name: "${aws_x.A.tags.k}" } },
          },
        },
      }),
    );
    expect(model.ofType("aws_x")[1]?.values.name).toBe("${mystery(1)}");
    expect(warnings).toEqual([
      "app/aws_x.A: tags.k cannot be evaluated here, because the function mystery is not supported. Its text stays: ${mystery(1)}",
    ]);
  });

  test.each([
    ["${aws_y.A.id}", "there is no aws_y"],
    ["${aws_x.B.id}", "there is no aws_x.B"],
    ["${aws_x.A.colour}", "the attribute colour of app/aws_x.A is known only after deployment"],
    ["${var.v}", "the variable v has no default value"],
    ["${local.none}", "there is no local.none"],
    ["${module.net.id}", "modules are not supported (net)"],
    ["${data.terraform_remote_state.R.outputs.x}", "no stack in this folder has this state"],
    ["${data.terraform_remote_state.S.outputs.x}", "the stack app has no output x"],
  ])("%s is reported: %s", (text, reason) => {
    const { warnings } = read(
      outputFolder({
        "app/cdk.tf.json": {
          variable: { v: {} },
          module: { net: { source: "./net" } },
          data: {
            terraform_remote_state: {
              R: { backend: "local", config: { path: "other.tfstate" } },
              S: { backend: "local", config: { path: "terraform.app.tfstate" } },
            },
          },
          resource: { aws_x: { A: { name: "a" } }, aws_z: { Z: { value: text } } },
        },
      }),
    );
    expect(warnings).toEqual([
      `app/aws_z.Z: value cannot be evaluated here, because ${reason}. Its text stays: ${text}`,
    ]);
  });

  test("a circle is reported with all of its addresses", () => {
    const { warnings } = read(
      outputFolder({
        "app/cdk.tf.json": {
          locals: { l: "${aws_x.B.name}" },
          resource: { aws_x: { A: { name: "${local.l}" }, B: { name: "b-${aws_x.A.name}" } } },
        },
      }),
    );
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(
      "it refers to itself: app/aws_x.A.name -> app.local.l -> app/aws_x.B.name -> app/aws_x.A.name",
    );
  });

  test("a circle through attributes that AWS computes is reported too", () => {
    const { model, warnings } = read(
      outputFolder({
        "app/cdk.tf.json": {
          resource: {
            aws_api_gateway_resource: {
              A: { parent_id: "${aws_api_gateway_resource.A.id}", path_part: "a" },
            },
          },
        },
      }),
    );
    expect(warnings).toEqual([
      "app/aws_api_gateway_resource.A: path cannot be evaluated here, because it refers to itself: app/aws_api_gateway_resource.A.path -> app/aws_api_gateway_resource.A.path.",
    ]);
    expect(onlyOf(model, "aws_api_gateway_resource").values).not.toHaveProperty("path");
  });

  test("resources may refer to each other, as long as their attributes do not go in a circle", () => {
    const model = modelOf({
      resource: {
        aws_sqs_queue: {
          A: { name: "a", redrive_policy: "${jsonencode({deadLetterTargetArn = aws_sqs_queue.B.arn})}" },
          B: { name: "b", redrive_allow_policy: '{"sourceQueueArns":["${aws_sqs_queue.A.arn}"]}' },
        },
      },
    });
    expect(model.find("aws_sqs_queue", "name", "b")?.values.redrive_allow_policy).toContain(":a");
  });
});

describe("repetition", () => {
  test("count and for_each make several resources", () => {
    const model = modelOf({
      resource: {
        aws_sqs_queue: {
          C: { count: 2, name: "c${count.index}" },
          E: { for_each: '${toset(["x", "y"])}', name: "e-${each.key}" },
          M: { for_each: { a: { n: "m1" } }, name: "${each.value.n}" },
          None: { count: 0, name: "none" },
        },
        terraform_data: {
          D: {
            input: [
              "${aws_sqs_queue.C[1].name}",
              '${aws_sqs_queue.E["y"].name}',
              '${join(",", aws_sqs_queue.C[*].name)}',
            ],
          },
        },
      },
    });
    expect(model.ofType("aws_sqs_queue").map(({ address, values }) => [address, values.name])).toEqual([
      ["app/aws_sqs_queue.C[0]", "c0"],
      ["app/aws_sqs_queue.C[1]", "c1"],
      ['app/aws_sqs_queue.E["x"]', "e-x"],
      ['app/aws_sqs_queue.E["y"]', "e-y"],
      ['app/aws_sqs_queue.M["a"]', "m1"],
    ]);
    expect(onlyOf(model, "terraform_data").values.output).toEqual(["c1", "e-y", "c0,c1"]);
  });

  test("dynamic blocks are written out", () => {
    const model = modelOf({
      resource: {
        aws_x: {
          X: {
            dynamic: {
              rule: { for_each: ["a", "b"], content: { name: "${rule.value}" } },
              tag: { for_each: { k: "v" }, iterator: "each_tag", content: { key: "${each_tag.key}" } },
            },
          },
        },
      },
    });
    expect(onlyOf(model, "aws_x").values).toMatchObject({
      rule: [{ name: "a" }, { name: "b" }],
      tag: [{ key: "k" }],
    });
  });
});

test("dynamic blocks of a list have its indices as keys, and come after the written blocks", () => {
  const content = { key: "${rule.key}", name: "${rule.value}" };
  const dynamic = { rule: { for_each: ["b", "a"], content } };
  const model = modelOf({
    resource: {
      aws_x: { X: { dynamic, rule: { name: "own" }, outer: { dynamic, rule: [{ name: "own" }] } } },
    },
  });
  const rule = [{ name: "own" }, { key: 0, name: "b" }, { key: 1, name: "a" }];
  expect(onlyOf(model, "aws_x").values).toMatchObject({ rule, outer: { rule } });
});

test("dynamic blocks of a map and of a set are sorted by their keys", () => {
  const content = { key: "${rule.key}", name: "${rule.value}" };
  const of = (each: unknown) => ({ dynamic: { rule: { for_each: each, content } } });
  const model = modelOf({
    resource: { aws_x: { X: { map: of({ b: "1", a: "2" }), set: of('${toset(["b", "a"])}') } } },
  });
  expect(onlyOf(model, "aws_x").values).toMatchObject({
    map: { rule: [{ name: "2" }, { name: "1" }] },
    set: { rule: [{ key: "a" }, { key: "b" }] },
  });
});

test("expressions read attributes that are null", () => {
  const model = modelOf({
    locals: { queue: { name: null } },
    resource: {
      aws_sqs_queue: {
        Q: { for_each: { a: { name: null } }, name: '${coalesce(each.value.name, "given")}' },
      },
      terraform_data: { D: { input: '${local.queue.name == null ? "none" : "some"}' } },
    },
  });
  expect(onlyOf(model, "aws_sqs_queue").values.name).toBe("given");
  expect(onlyOf(model, "terraform_data").values.output).toBe("none");
});

test("a block with an empty for_each is an empty map", () => {
  const model = modelOf({
    resource: {
      aws_sqs_queue: { Q: { for_each: {}, name: "${each.key}" } },
      terraform_data: { D: { input: "${length(keys(aws_sqs_queue.Q))}" } },
    },
  });
  expect(onlyOf(model, "terraform_data").values.output).toBe(0);
});

describe("looking up", () => {
  const model = modelOf({
    resource: {
      aws_sqs_queue: { A: { name: "one" }, B: { name: "two" }, C: { name: "two" } },
      aws_sns_topic: { A: { name: "one" } },
    },
  });

  test("a resource is found by the value of an attribute", () => {
    expect(model.find("aws_sqs_queue", "name", "one")?.name).toBe("A");
    expect(model.find("aws_sqs_queue", "arn", "arn:aws:sqs:us-east-1:123456789012:one")?.name).toBe("A");
  });

  test("of several the first is found", () => {
    expect(model.find("aws_sqs_queue", "name", "two")?.name).toBe("B");
  });

  test("a missing one is not found", () => {
    expect(model.find("aws_sqs_queue", "name", "three")).toBeUndefined();
    expect(model.find("aws_sqs_queue", "colour", undefined)).toBeUndefined();
    expect(model.ofType("aws_kms_key")).toEqual([]);
  });
});
