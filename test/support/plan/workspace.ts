import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../stack";
import { fakeAttribute, type PlannedTemplate, wiringOf } from "./template";

const provider = "registry.terraform.io/hashicorp/aws";
const required = { required_providers: { aws: { source: "hashicorp/aws" } } };
const offline = {
  region: "us-east-1",
  access_key: "none",
  secret_key: "none",
  skip_credentials_validation: true,
  skip_metadata_api_check: "true",
  skip_requesting_account_id: true,
};

/** A resource in Terraform's state, as `terraform show -json` prints it. */
interface StateResource {
  readonly address: string;
  readonly mode: string;
  readonly type: string;
  readonly name: string;
  readonly provider_name: string;
  readonly schema_version: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Values by type that AWS fills in, and that are more than a text. */
const computed: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  aws_acm_certificate: {
    domain_validation_options: [
      {
        domain_name: "api.example.com",
        resource_record_name: "_x.example.com",
        resource_record_type: "CNAME",
        resource_record_value: "_y.example.com",
      },
    ],
  },
  aws_cognito_user_pool: { id: "us-east-1_abcdefghi" },
  aws_rds_cluster: {
    master_user_secret: [
      {
        kms_key_id: "arn:aws:kms:us-east-1:123456789012:key/secrets",
        secret_arn: "arn:aws:secretsmanager:us-east-1:123456789012:secret:rds",
        secret_status: "active",
      },
    ],
  },
  aws_s3_bucket_lifecycle_configuration: {
    transition_default_minimum_object_size: "all_storage_classes_128K",
  },
  // Only FIFO topics have one.
  aws_sns_topic: { fifo_throughput_scope: "" },
};

/** A Terraform configuration with one module per template, and its state. Nothing is downloaded and nothing reaches AWS. */
export class PlanWorkspace {
  private readonly folder = temporaryFolder();
  private isReady = false;

  /** Whether this machine has the AWS provider, in a folder that is configured or that Terraform searches by default. */
  static isPossible(): boolean {
    const workspace = new PlanWorkspace();
    workspace.write({});
    return spawnSync("terraform", ["init", "-input=false"], workspace.options).status === 0;
  }

  private get options() {
    // A proxy that does not answer: only providers on this machine are found.
    const nowhere = "http://127.0.0.1:9";
    const env = { ...process.env, HTTPS_PROXY: nowhere, HTTP_PROXY: nowhere, CHECKPOINT_DISABLE: "1" };
    return { cwd: this.folder, env, encoding: "utf8" as const, maxBuffer: 2 ** 30 };
  }

  /** Makes these templates the configuration, each the module of its name. */
  write(templates: Readonly<Record<string, PlannedTemplate>>): void {
    const module: Record<string, object> = {};
    for (const [name, { resource, locals, moved }] of Object.entries(templates)) {
      module[name] = { source: `./${name}` };
      const of = { terraform: required, resource, locals, ...(moved.length > 0 && { moved }) };
      mkdirSync(join(this.folder, name), { recursive: true });
      writeFileSync(join(this.folder, name, "main.tf.json"), JSON.stringify(of));
    }
    const isEmpty = Object.keys(module).length === 0;
    const main = { terraform: required, provider: { aws: offline }, ...(!isEmpty && { module }) };
    writeFileSync(join(this.folder, "main.tf.json"), JSON.stringify(main));
  }

  /**
   * The state in which a deployment of these templates leaves an account, with made-up answers of AWS.
   *
   * @param rounds - how often defaults of the provider are filled in: a block that reads a resource is known one round later
   */
  deploy(templates: Readonly<Record<string, PlannedTemplate>>, rounds = 1): void {
    rmSync(join(this.folder, "terraform.tfstate"), { force: true });
    this.write(templates);
    const tests = join(this.folder, "tests");
    mkdirSync(tests, { recursive: true });
    const mock_resource = mocksOf(templates);
    const test = { mock_provider: { aws: { mock_resource } }, run: { deployed: { command: "apply" } } };
    writeFileSync(join(tests, "state.tftest.json"), JSON.stringify(test));
    const messages = this.run("test", "-json", "-verbose").trim().split("\n");
    rmSync(tests, { recursive: true });
    const [state] = messages.flatMap((line) => {
      const { test_state } = JSON.parse(line) as { test_state?: { root_module: ShownModule } };
      return test_state === undefined ? [] : [test_state];
    });
    if (state === undefined) throw new Error(messages.join("\n"));
    let deployed = stateOf(resourcesIn(state.root_module), templates);
    this.writeState(deployed);
    for (let round = 0; round < rounds; round += 1) {
      deployed = settled(deployed, this.plan(templates).plan);
      this.writeState(deployed);
    }
  }

  private writeState(state: State): void {
    writeFileSync(join(this.folder, "terraform.tfstate"), JSON.stringify(state));
  }

  /** The plan for these templates, as JSON, and the graph of its operations. */
  plan(templates: Readonly<Record<string, PlannedTemplate>>): {
    readonly plan: unknown;
    readonly graph: string;
  } {
    this.write(templates);
    this.run("plan", "-refresh=false", "-input=false", "-no-color", "-out=plan");
    return {
      plan: JSON.parse(this.run("show", "-json", "plan")),
      graph: this.run("graph", "-plan=plan"),
    };
  }

  private run(...args: readonly string[]): string {
    if (!this.isReady) execFileSync("terraform", ["init", "-input=false"], this.options);
    this.isReady = true;
    const { status, stdout, stderr } = spawnSync("terraform", args, this.options);
    if (status !== 0) throw new Error(`terraform ${args.join(" ")}\n${shortened(stderr || stdout)}`);
    return stdout;
  }
}

/** Terraform quotes the line of an error, which is the whole file. */
function shortened(text: string): string {
  const lines = text.split("\n").map((line) => (line.length > 300 ? `${line.slice(0, 300)} ...` : line));
  return lines.slice(0, 400).join("\n");
}

interface ShownModule {
  readonly resources?: readonly StateResource[];
  readonly child_modules?: readonly ShownModule[];
}

function resourcesIn({ resources = [], child_modules = [] }: ShownModule): readonly StateResource[] {
  return [...resources, ...child_modules.flatMap(resourcesIn)];
}

/** Made-up values of attributes that AWS sets, if an expression reads an ARN or a URL. */
function mocksOf(templates: Readonly<Record<string, PlannedTemplate>>): Record<string, object> {
  const text = JSON.stringify(Object.values(templates).map(({ resource }) => resource));
  const defaults: Record<string, Record<string, unknown>> = {};
  for (const [, type = "", name = ""] of text.matchAll(/\b(aws_[a-z0-9_]+)\.[\w-]+\.([a-z0-9_]+)/g)) {
    if (fakeAttribute(name).startsWith("fake-")) continue;
    defaults[type] = { ...defaults[type], [name]: fakeAttribute(name) };
  }
  for (const [type, values] of Object.entries(computed)) {
    if (text.includes(`"${type}"`)) defaults[type] = { ...defaults[type], ...values };
  }
  return Object.fromEntries(Object.entries(defaults).map(([type, values]) => [type, { defaults: values }]));
}

/**
 * The state with the provider's own defaults. A mocked provider does not fill them in, so that a plan would show each of
 * them as a change.
 */
function settled(state: State, plan: unknown): State {
  const { resource_changes: changes = [] } = plan as {
    resource_changes?: readonly { address: string; change: { after: Record<string, unknown> | null } }[];
  };
  const planned = new Map(changes.map(({ address, change }) => [address, change.after] as const));
  return {
    ...state,
    resources: state.resources.map((resource) => {
      const after = planned.get(`${resource.module}.${resource.type}.${resource.name}`) ?? {};
      const instances = resource.instances.map((instance) => ({
        ...instance,
        attributes:
          resource.type === "terraform_data" ? instance.attributes : { ...instance.attributes, ...after },
      }));
      return { ...resource, instances };
    }),
  };
}

/** Attributes of `terraform_data` take any type, and the state says which. */
function typedValues(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const typed = (value: unknown) => ({ value, type: typeOf(value) });
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      key === "id" || value === null ? value : typed(value),
    ]),
  );
}

function typeOf(value: unknown): unknown {
  if (Array.isArray(value)) return ["tuple", value.map(typeOf)];
  if (typeof value !== "object" || value === null) return value === null ? "dynamic" : typeName(value);
  return ["object", Object.fromEntries(Object.entries(value).map(([key, each]) => [key, typeOf(each)]))];
}

function typeName(value: unknown): string {
  return typeof value === "boolean" ? "bool" : typeof value;
}

interface State {
  readonly [key: string]: unknown;
  readonly resources: readonly {
    readonly module: string;
    readonly mode: string;
    readonly type: string;
    readonly name: string;
    readonly provider: string;
    readonly instances: readonly { readonly attributes: Readonly<Record<string, unknown>> }[];
  }[];
}

function stateOf(
  resources: readonly StateResource[],
  templates: Readonly<Record<string, PlannedTemplate>>,
): State {
  const wirings = new Map(Object.entries(templates).map(([name, each]) => [name, wiringOf(each)] as const));
  return {
    version: 4,
    terraform_version: "1.11.4",
    serial: 1,
    lineage: "edits",
    outputs: {},
    resources: resources.map(({ address, mode, type, name, provider_name, schema_version, values }) => {
      const [, module = ""] = address.split(".");
      const { dependencies = [], isCreatedFirst } = wirings.get(module)?.get(`${type}.${name}`) ?? {};
      const instance = {
        schema_version,
        attributes: type === "terraform_data" ? typedValues(values) : values,
        sensitive_attributes: [],
        dependencies: dependencies.map((each) => `module.${module}.${each}`),
        ...(isCreatedFirst && { create_before_destroy: true }),
      };
      const source = provider_name === provider ? provider : provider_name;
      return {
        module: `module.${module}`,
        mode,
        type,
        name,
        provider: `provider["${source}"]`,
        instances: [instance],
      };
    }),
  };
}
