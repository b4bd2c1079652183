import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../stack";

/** A `terraform_data` resource in place of one of AWS: what it refers to, and its lifecycle. */
export interface Shape {
  /** Names of the shapes that it refers to. */
  readonly names: readonly string[];
  readonly isCreatedFirst: boolean;
  /** Whether another value replaces it, as with arguments that AWS cannot change. @default - it is updated */
  readonly isReplacedByNames?: boolean;
  /** Another value replaces it. @default 1 */
  readonly version?: number;
  /** Another value updates it. @default - none */
  readonly note?: string;
}

/** The start or the end of an operation. */
export interface ShapeEvent {
  readonly name: string;
  readonly action: string;
  readonly step: "start" | "complete";
}

/** The state of a shape in Terraform. */
export interface KeptShape {
  readonly isCreatedFirst: boolean;
  readonly dependencies: readonly string[];
}

/** A Terraform configuration of shapes. The real Terraform orders and applies it; it needs only Terraform's own provider. */
export class ShapeWorkspace {
  private readonly folder = temporaryFolder();
  private isReady = false;

  /** Applies the shapes, and returns the operations in the order in which Terraform has made them. */
  apply(shapes: ReadonlyMap<string, Shape>, ...options: readonly string[]): readonly ShapeEvent[] {
    this.write(shapes);
    return this.messages("apply", "-auto-approve", ...options).flatMap(({ type, hook }) => {
      const step = /^apply_(start|complete)$/.exec(type)?.[1];
      if (hook === undefined || step === undefined) return [];
      return [{ name: hook.resource.resource_name, action: hook.action, step: step as ShapeEvent["step"] }];
    });
  }

  /**
   * Plans the shapes, and returns the action for each name that would change. Fails if the operations wait for one another in
   * a circle: Terraform orders them as it would to apply them. Applying takes ten times as long with hundreds of shapes.
   */
  plan(shapes: ReadonlyMap<string, Shape>): ReadonlyMap<string, string> {
    this.write(shapes);
    const messages = this.messages("plan", "-out=plan");
    const { status, stderr } = this.run(["graph", "-plan=plan"]);
    if (status !== 0) throw new Error(stderr);
    return new Map(
      messages.flatMap(({ type, change }) =>
        type === "planned_change" && change !== undefined
          ? [[change.resource.resource_name, change.action] as const]
          : [],
      ),
    );
  }

  /** The state of each shape. */
  state(): ReadonlyMap<string, KeptShape> {
    const { resources } = JSON.parse(readFileSync(join(this.folder, "terraform.tfstate"), "utf8")) as {
      readonly resources: readonly {
        readonly name: string;
        readonly instances: readonly {
          readonly create_before_destroy?: boolean;
          readonly dependencies?: readonly string[];
        }[];
      }[];
    };
    return new Map(
      resources.flatMap(({ name, instances }) =>
        instances.map(({ create_before_destroy: isCreatedFirst = false, dependencies = [] }) => [
          name,
          { isCreatedFirst, dependencies: dependencies.map((each) => each.replace(/^terraform_data\./, "")) },
        ]),
      ),
    );
  }

  private write(shapes: ReadonlyMap<string, Shape>): void {
    const terraform_data = Object.fromEntries(
      [...shapes].map(([name, { names, isCreatedFirst, isReplacedByNames, version = 1, note }]) => {
        const values = names.map((each) => `\${terraform_data.${each}.id}`);
        return [
          name,
          {
            ...(!isReplacedByNames && { input: [...values, note ?? ""] }),
            triggers_replace: isReplacedByNames ? [version, ...values] : [version],
            ...(isCreatedFirst && { lifecycle: { create_before_destroy: true } }),
          },
        ];
      }),
    );
    writeFileSync(join(this.folder, "main.tf.json"), JSON.stringify({ resource: { terraform_data } }));
  }

  /** Runs a command that reports in JSON. Fails if it fails. */
  private messages(command: string, ...options: readonly string[]): readonly TerraformMessage[] {
    const { stdout, stderr, status } = this.run([
      command,
      "-json",
      "-input=false",
      "-parallelism=200",
      ...options,
    ]);
    const messages = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as TerraformMessage);
    if (status !== 0) throw new Error(`${stderr}\n${messages.map((each) => each["@message"]).join("\n")}`);
    return messages;
  }

  private run(args: readonly string[]) {
    const options = { cwd: this.folder, encoding: "utf8" as const, maxBuffer: 2 ** 28 };
    if (!this.isReady) execFileSync("terraform", ["init", "-input=false"], options);
    this.isReady = true;
    return spawnSync("terraform", args, options);
  }
}

interface TerraformMessage {
  readonly "@message": string;
  readonly type: string;
  readonly hook?: ResourceAction;
  readonly change?: ResourceAction;
}

interface ResourceAction {
  readonly resource: { readonly resource_name: string };
  readonly action: string;
}
