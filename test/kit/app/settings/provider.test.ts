import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { GcsBackend, HttpBackend, RemoteBackend, S3Backend, TerraformStack, Testing } from "cdktf";
import { Construct } from "constructs";
import { App, type ProviderProps, Stack } from "../../../../lib/kit/app";
import { standardErrorOf } from "../../../support/environment";
import { synthesized, testApp, testStack } from "../../../support/stack";

const role = "arn:aws:iam::111122223333:role/deployer";
const other = "arn:aws:iam::444455556666:role/guest";

interface ProvidedJson {
  readonly provider: { readonly aws: readonly Record<string, unknown>[] };
  readonly terraform: { readonly required_providers: { readonly aws: { readonly version: string } } };
}
const json = (stack: Stack): ProvidedJson => {
  if (stack.node.tryFindChild("Queue") === undefined) new SqsQueue(stack, "Queue");
  return synthesized(stack) as unknown as ProvidedJson;
};
const providerOf = (stack: Stack) => json(stack).provider.aws[0];
const withEnvironment = (variables: Readonly<Record<string, string>>, run: () => void) => {
  const before = { ...process.env };
  Object.assign(process.env, variables);
  try {
    run();
  } finally {
    process.env = before;
  }
};

/** The attributes of each prop in Terraform. */
const cases: readonly (readonly [ProviderProps, object])[] = [
  [{ profile: "work" }, { profile: "work" }],
  [{ assumeRole: { roleArn: role } }, { assume_role: [{ role_arn: role }] }],
  [
    {
      assumeRole: [{ roleArn: role }, { roleArn: other, externalId: "e-1", tags: { a: "b", c: undefined } }],
    },
    { assume_role: [{ role_arn: role }, { role_arn: other, external_id: "e-1", tags: { a: "b" } }] },
  ],
  [
    { assumeRoleWithWebIdentity: { roleArn: role, webIdentityTokenFile: "/token", duration: "1h30m" } },
    {
      assume_role_with_web_identity: [
        { role_arn: role, web_identity_token_file: "/token", duration: "1h30m" },
      ],
    },
  ],
  [
    { ignoreTags: { keys: ["a"], keyPrefixes: ["cost:"] } },
    { ignore_tags: [{ keys: ["a"], key_prefixes: ["cost:"] }] },
  ],
  [{ endpoints: { s3: "http://localhost:9000" } }, { endpoints: [{ s3: "http://localhost:9000" }] }],
  [
    { maxRetries: 0, retryMode: "adaptive", tokenBucketRateLimiterCapacity: 5 },
    { max_retries: 0, retry_mode: "adaptive", token_bucket_rate_limiter_capacity: 5 },
  ],
  [{ allowedAccountIds: ["111122223333"] }, { allowed_account_ids: ["111122223333"] }],
  [{ forbiddenAccountIds: ["111122223333"] }, { forbidden_account_ids: ["111122223333"] }],
  [
    { customCaBundle: "ca.pem", httpProxy: "http://p:1", httpsProxy: "http://p:2", noProxy: "a,b" },
    { custom_ca_bundle: "ca.pem", http_proxy: "http://p:1", https_proxy: "http://p:2", no_proxy: "a,b" },
  ],
  [
    { ec2MetadataServiceEndpoint: "http://[::1]", ec2MetadataServiceEndpointMode: "IPv6" },
    { ec2_metadata_service_endpoint: "http://[::1]", ec2_metadata_service_endpoint_mode: "IPv6" },
  ],
  [
    { sharedConfigFiles: ["a"], sharedCredentialsFiles: ["b"], stsRegion: "eu-west-1" },
    { shared_config_files: ["a"], shared_credentials_files: ["b"], sts_region: "eu-west-1" },
  ],
  [
    { s3UsePathStyle: true, s3UsEast1RegionalEndpoint: "legacy", insecure: true },
    { s3_use_path_style: true, s3_us_east_1_regional_endpoint: "legacy", insecure: true },
  ],
  [
    { skipCredentialsValidation: true, skipMetadataApiCheck: false, skipRegionValidation: true },
    { skip_credentials_validation: true, skip_metadata_api_check: "false", skip_region_validation: true },
  ],
  [
    { skipRequestingAccountId: true, useDualstackEndpoint: true, useFipsEndpoint: false },
    { skip_requesting_account_id: true, use_dualstack_endpoint: true, use_fips_endpoint: false },
  ],
  [{ tagPolicyCompliance: "warning" }, { tag_policy_compliance: "warning" }],
];
const tags = { "serverform:app": "notes", "serverform:stage": "dev" };

describe("settings of the provider", () => {
  test.each(cases)("%j", (provider, expected) => {
    expect(providerOf(testStack({ provider }))).toEqual({
      region: "us-east-1",
      default_tags: [{ tags }],
      ...expected,
    });
  });

  test("of a stack override those of the app; tags and endpoints are merged", () => {
    const app = testApp({
      provider: {
        profile: "work",
        maxRetries: 5,
        defaultTags: { cost: "a", team: "red" },
        endpoints: { s3: "http://localhost:1" },
      },
    });
    const stack = new Stack(app, "Main", {
      tags: { team: "blue" },
      provider: {
        maxRetries: 9,
        profile: undefined,
        endpoints: { sqs: "http://localhost:2" },
        defaultTags: { cost: "b" },
      },
    });
    expect(providerOf(stack)).toEqual({
      region: "us-east-1",
      profile: "work",
      max_retries: 9,
      endpoints: [{ s3: "http://localhost:1", sqs: "http://localhost:2" }],
      default_tags: [{ tags: { ...tags, cost: "b", team: "blue" } }],
    });
  });

  test("also hold for the provider in us-east-1", () => {
    const stack = testStack({ region: "eu-west-1", provider: { profile: "work" } });
    stack.getUsEast1Provider();
    expect(json(stack).provider.aws[1]).toMatchObject({ region: "us-east-1", profile: "work" });
  });

  test("say which version Terraform installs", () => {
    const version = (stack: Stack) => json(stack).terraform.required_providers.aws.version;
    expect(version(testStack({ provider: { version: "~> 6.30" } }))).toBe("~> 6.30");
    expect(
      version(
        new Stack(testApp({ provider: { version: "~> 6.30" } }), "Main", {
          provider: { version: ">= 7, < 8" },
        }),
      ),
    ).toBe(">= 7, < 8");
    expect(version(testStack())).toMatch(/^\d+\.\d+\.\d+$/);
  });

  // NOW and BEFORE stand for the minor version that the library writes, and for the one before it.
  test.each<[string, boolean]>([
    ["~> 5.100", true],
    ["~> BEFORE.0", true],
    ["= BEFORE.5", true],
    ["6.0.0", true],
    [">= 5.0, < NOW", true],
    ["<= BEFORE.9", true],
    ["~> 6.0", false],
    ["~> NOW.0", false],
    ["= NOW.0", false],
    [">= 5", false],
    ["!= 6.26.0", false],
    ["<= NOW.0", false],
    ["< 7", false],
  ])(
    "with the version %s are reported as older than the library's configuration: %p",
    (pattern, expected) => {
      const written: string = json(testStack()).terraform.required_providers.aws.version;
      const [major, minor = 0] = written.split(".").map(Number);
      const version = pattern.replace("NOW", `${major}.${minor}`).replace("BEFORE", `${major}.${minor - 1}`);
      const { app } = testStack({ provider: { version } });
      const notice = `allows only versions of the AWS provider before ${written}`;
      expect(standardErrorOf(() => app.synth()).includes(notice)).toBe(expected);
    },
  );

  test("give no version to a stack that needs no provider", () => {
    const stack = testStack({ provider: { version: "~> 6.30" } });
    new Construct(stack, "Nothing");
    const { required_providers } = JSON.parse(Testing.synth(stack)).terraform;
    expect(Object.keys(required_providers)).toEqual(["aws"]);
  });

  test("give way to the role and the profile of the command line", () => {
    withEnvironment({ SERVERFORM_ROLE_ARN: other, SERVERFORM_PROFILE: "cli" }, () => {
      const stack = testStack({ provider: { profile: "work", assumeRole: { roleArn: role } } });
      expect(providerOf(stack)).toEqual({
        region: "us-east-1",
        default_tags: [{ tags }],
        assume_role: [{ role_arn: other }],
      });
    });
  });

  test("with other credentials are in the configuration for the command line", () => {
    const settings = (provider: ProviderProps) => {
      const { "//": comment } = testStack({ provider }).toTerraform() as {
        "//": { serverform: { credentials?: object } };
      };
      return comment.serverform.credentials;
    };
    expect(settings({ maxRetries: 5 })).toBeUndefined();
    expect(settings({ profile: "work", assumeRole: { roleArn: role, externalId: "e-1" } })).toEqual({
      profile: "work",
      roles: [{ roleArn: role, externalId: "e-1" }],
    });
  });
});

describe("the account", () => {
  test.each<[string, ProviderProps, string | undefined]>([
    ["is that of the caller", {}, "999999999999"],
    ["is that of the role", { assumeRole: { roleArn: role } }, "111122223333"],
    ["is that of the last role", { assumeRole: [{ roleArn: role }, { roleArn: other }] }, "444455556666"],
    [
      "is that of the role of the web identity",
      { assumeRoleWithWebIdentity: { roleArn: role, webIdentityTokenFile: "t" } },
      "111122223333",
    ],
    ["is unknown with another profile", { profile: "work" }, undefined],
    ["is unknown with other files", { sharedCredentialsFiles: ["a"] }, undefined],
  ])("%s", (_, provider, account) => {
    withEnvironment({ SERVERFORM_CALLER_ACCOUNT: "999999999999" }, () => {
      expect(testApp({ provider }).account).toBe(account);
    });
  });

  test("that the app names holds, but not in a stack with another role", () => {
    const app = testApp({ account: "999999999999", provider: { assumeRole: { roleArn: role } } });
    const [one, two] = [
      new Stack(app, "One"),
      new Stack(app, "Two", { provider: { assumeRole: { roleArn: other } } }),
    ];
    expect([app.account, one.account, two.account]).toEqual(["999999999999", "999999999999", "444455556666"]);
  });
});

describe("an error names the setting", () => {
  test.each<[object, RegExp]>([
    [
      { region: "eu-west-1" },
      /^app: provider\.region is a setting of the app.*\n.*new App\({ region }\).*\n.*\[provider-setting\]$/,
    ],
    [{ alias: "x" }, /^app: provider\.alias is not a setting.*\n.*new AwsProvider\(stack, id/],
    [{ accessKey: "s3cr3t" }, /^app: provider\.accessKey is a secret.*\n.*AWS_ACCESS_KEY_ID/],
    [{ secretKey: "s3cr3t" }, /^app: provider\.secretKey is a secret/],
    [{ token: "s3cr3t" }, /^app: provider\.token is a secret/],
    [
      { assumeRoleWithWebIdentity: { roleArn: role, webIdentityToken: "s3cr3t" } },
      /^app: provider\.assumeRoleWithWebIdentity\.webIdentityToken is a secret.*\n.*webIdentityTokenFile/,
    ],
    [
      { assumeRoleWithWebIdentity: { roleArn: role } },
      /^app: provider\.assumeRoleWithWebIdentity\.webIdentityTokenFile is /,
    ],
    [{ maxRetry: 5 }, /^app: provider has the key "maxRetry", which does not exist\.\n.*"maxRetries"/],
    [{ maxRetries: 1.5 }, /^app: provider\.maxRetries is 1\.5, which is not a whole number/],
    [{ retryMode: "legacy" }, /^app: provider\.retryMode is "legacy"\.\n.*"standard" or "adaptive"/],
    [{ version: "latest" }, /^app: provider\.version is "latest"\.\n.*"~> 6\.30"/],
    [{ version: "~>" }, /^app: provider\.version is "~>"/],
    [{ profile: "" }, /^app: provider\.profile is ""/],
    [{ assumeRole: {} }, /^app: provider\.assumeRole\.roleArn is /],
    [{ assumeRole: [] }, /^app: provider\.assumeRole is /],
    [
      { assumeRole: [{ roleArn: role }, { roleArn: "deployer" }] },
      /^app: provider\.assumeRole\[1\]\.roleArn is "deployer"/,
    ],
    [{ assumeRole: { roleArn: role, duration: "5 x" } }, /^app: provider\.assumeRole\.duration is "5 x"/],
    [
      { assumeRole: { roleArn: role, sessionName: "a b" } },
      /^app: provider\.assumeRole\.sessionName is "a b"/,
    ],
    [{ assumeRole: { roleArn: role, policy: "none" } }, /^app: provider\.assumeRole\.policy is "none"/],
    [
      { assumeRole: { roleArn: role, policyArns: ["x"] } },
      /^app: provider\.assumeRole\.policyArns\[0\] is "x"/,
    ],
    [{ endpoints: { s33: "http://x" } }, /^app: provider\.endpoints has the key "s33"/],
    [{ endpoints: { s3: "localhost" } }, /^app: provider\.endpoints\.s3 is "localhost"/],
    [
      { defaultTags: [{ tags: { a: "b" } }] },
      /^app: provider\.defaultTags is .*\n.*a plain object of strings/,
    ],
    [{ defaultTags: { "aws:x": "b" } }, /^app: provider\.defaultTags\["aws:x"\] is "aws:x"/],
    [{ allowedAccountIds: [] }, /^app: provider\.allowedAccountIds is \[\]/],
    [{ sharedConfigFiles: [] }, /^app: provider\.sharedConfigFiles is \[\]/],
    [
      { assumeRole: { roleArn: role, duration: "10m" } },
      /^app: provider\.assumeRole\.duration is "10m"\.\n.*15 minutes/,
    ],
    [{ assumeRole: { roleArn: role, duration: "13h" } }, /^app: provider\.assumeRole\.duration is "13h"/],
    [
      { assumeRole: { roleArn: role, tags: { team: "red" }, transitiveTagKeys: ["cost"] } },
      /^app: provider\.assumeRole\.transitiveTagKeys\[0\] is "cost"\.\n.*team/,
    ],
    [{ allowedAccountIds: ["1"] }, /^app: provider\.allowedAccountIds\[0\] is "1"/],
    [
      { allowedAccountIds: ["111122223333"], forbiddenAccountIds: ["111122223333"] },
      /^app: provider\.forbiddenAccountIds is given together with provider\.allowedAccountIds/,
    ],
  ])("%j", (provider, message) => {
    const create = () => testApp({ provider: provider as ProviderProps });
    expect(create).toThrow(message);
    expect(create).not.toThrow(/s3cr3t/);
  });

  test("of a stack, and leaves the app unchanged", () => {
    const app = testApp();
    expect(() => new Stack(app, "Main", { provider: { profile: "" } })).toThrow(
      /^Main: provider\.profile is ""/,
    );
    expect(app.node.children).toEqual([]);
  });

  test("where a provider is given in place of its settings", () => {
    const provider = new AwsProvider(new TerraformStack(testApp(), "dev-Plain"), "Aws", {});
    expect(() => testApp({ provider: provider as never })).toThrow(
      /^app: provider is the AwsProvider "dev-Plain\/Aws", which is a construct.*\n.*maxRetries.*\n.*\[provider-construct\]$/,
    );
  });
});

describe("a second provider", () => {
  test("without an alias is refused by name, with both ways out", () => {
    const stack = testStack();
    expect(stack.region).toBe("us-east-1");
    new AwsProvider(stack, "Frankfurt", { region: "eu-central-1" });
    expect(() => Testing.synth(stack)).toThrow(
      /^dev-notes-Main\/Frankfurt: alias is missing, but the AWS provider "dev-notes-Main\/_aws" .*\n.*new App\({ provider: .*alias.*\n.*\[provider-second\]$/,
    );
  });
  test("with an alias that is taken is refused by name", () => {
    const stack = testStack();
    const scope = new Construct(stack, "Group");
    for (const id of ["One", "Two"]) new AwsProvider(scope, id, { alias: "there", region: "eu-west-1" });
    expect(() => Testing.synth(stack)).toThrow(
      /^dev-notes-Main\/Group\/Two: alias is "there", but the AWS provider "dev-notes-Main\/Group\/One"/,
    );
  });
  test("with the alias of the library's second one is refused, whichever came first", () => {
    const stack = testStack({ region: "eu-west-1" });
    new AwsProvider(stack, "Virginia", { alias: "us_east_1", region: "us-east-1" });
    stack.getUsEast1Provider();
    expect(() => Testing.synth(stack)).toThrow(/^dev-notes-Main\/Virginia: alias is "us_east_1"/);
  });
  test("with an alias of its own is allowed", () => {
    const stack = testStack();
    new AwsProvider(stack, "Frankfurt", { alias: "frankfurt", region: "eu-central-1" });
    expect(json(stack).provider.aws).toHaveLength(2);
  });
  test("in a plain stack is left alone", () => {
    const app = testApp();
    const plain = new TerraformStack(app, "dev-Plain");
    new AwsProvider(plain, "Aws", { region: "eu-central-1" });
    expect(() => app.synth()).not.toThrow();
  });
});

describe("a backend of CDKTF in a stack", () => {
  test.each<[string, (stack: Stack) => unknown, RegExp]>([
    ["S3Backend", (stack) => new S3Backend(stack, { bucket: "states", key: "a" }), /type: "s3"/],
    [
      "RemoteBackend",
      (stack) => new RemoteBackend(stack, { organization: "a", workspaces: {} as never }),
      /type: "cloud"/,
    ],
    [
      "GcsBackend",
      (stack) => new GcsBackend(new Construct(stack, "Group"), { bucket: "states" }),
      /type: "local"/,
    ],
    ["HttpBackend", (stack) => new HttpBackend(stack, { address: "https://a" }), /type: "local"/],
  ])("%s is refused with what to write", (kind, create, remedy) => {
    const stack = testStack({ backend: { type: "local" } });
    create(stack);
    const read = () => Testing.synth(stack);
    expect(read).toThrow(
      new RegExp(
        `^dev-notes-Main/(Group/)?backend: new ${kind}\\(...\\) is a second backend of the stack "dev-notes-Main"`,
      ),
    );
    expect(read).toThrow(remedy);
  });
  test("is reported together with the provider", () => {
    const app = testApp({ backend: { type: "local" }, provider: { maxRetries: 1 } });
    for (const id of ["One", "Two"]) new S3Backend(new Stack(app, id), { bucket: "states", key: "a" });
    new AwsProvider(app.stacks[0] as Stack, "Aws", {});
    expect(() => app.synth()).toThrow(
      expect.objectContaining({
        problems: ["backend-second", "provider-second", "backend-second"].map((code) =>
          expect.objectContaining({ code }),
        ),
      }),
    );
  });
});

test("the app shows its settings", () => {
  expect(
    new App({ name: "a", stage: "dev", outdir: testApp().outdir, provider: { maxRetries: 1 } }).provider,
  ).toEqual({ maxRetries: 1 });
});

test.each([{ allowedAccountIds: ["111122223333"] }, { forbiddenAccountIds: ["444455556666"] }])(
  "%j excludes the account of the app",
  (provider) => {
    const [key = ""] = Object.keys(provider);
    expect(() => testApp({ account: "444455556666", provider })).toThrow(
      expect.objectContaining({ code: "provider-account-foreign", prop: `provider.${key}` }),
    );
  },
);
