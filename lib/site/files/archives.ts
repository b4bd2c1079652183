import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LambdaInvocation } from "@cdktf/provider-aws/lib/lambda-invocation";
import { S3Bucket } from "@cdktf/provider-aws/lib/s3-bucket";
import { S3Object } from "@cdktf/provider-aws/lib/s3-object";
import { Lazy, type TerraformResource } from "cdktf";
import { Construct } from "constructs";
import { Stack } from "../../app";
import { zipFiles } from "../../bundle";
import { createPackagedFunction, RolePolicies } from "../../function";
import { jsonTemplate } from "../../iam/json-template";
import { keepPrivate } from "../delivery/bucket";
import { bucketPrefix } from "../delivery/names";
import { contentTypeOf } from "./content-types";
import type { SiteFile } from "./scan";
import type { SiteFilesOptions } from "./site-files";

/** The largest archive, so that the function can unpack it in its memory. */
export const archiveBytes = 200 * 1024 * 1024;

const manifestName = "serverform-files.json";

/**
 * The files of a site in archives, from which a function uploads them: it deletes none that an earlier deployment has uploaded.
 */
export class SiteArchives {
  /** What uploads the files; the caches are dropped after it. */
  readonly publication: LambdaInvocation;
  private readonly bucket: S3Bucket;
  private readonly scope: Construct;
  private groups: readonly (readonly SiteFile[])[] = [];

  constructor(
    private readonly options: SiteFilesOptions,
    triggers: Readonly<Record<string, string>>,
  ) {
    const { site, bucketArn, replacements } = options;
    this.scope = new Construct(site, "Archives");
    this.bucket = new S3Bucket(this.scope, "Bucket", {
      bucketPrefix: bucketPrefix(site, "-archives"),
      forceDestroy: true,
    });
    keepPrivate(this.scope, this.bucket);
    const fn = createPackagedFunction(site, "Publisher", {
      entry: "site-publisher",
      format: "cjs",
      description: "Uploads the files of a site",
      timeout: 900,
      memorySize: 2048,
      enableLiveDev: false,
      permissions: [
        { actions: ["s3:GetObject"], resources: [`${this.bucket.arn}/*`] },
        { actions: ["s3:PutObject"], resources: [`${bucketArn}/*`] },
      ],
    });
    this.publication = new LambdaInvocation(site, "Publication", {
      functionName: fn.cdk.function.functionName,
      lifecycleScope: "CREATE_ONLY",
      triggers: { ...triggers },
      input: jsonTemplate({
        archives: this.bucket.bucket,
        keys: Lazy.anyValue({ produce: () => this.groups.map((group) => keyOf(group)) }),
        bucket: options.bucket,
        replacements: replacements.map(({ search, replace }) => ({ search, replace })),
      }),
    });
    RolePolicies.of(Stack.of(site), fn.role).addInvoker(this.publication);
  }

  /** Declares the archives of these files. The publication waits for the result. */
  declare(files: readonly SiteFile[], folder: string): readonly TerraformResource[] {
    for (const child of this.scope.node.children) {
      if (child.node.id.startsWith("Archive_")) this.scope.node.tryRemoveChild(child.node.id);
    }
    this.groups = groupsOf(files);
    return this.groups.map((group, index) => {
      const key = keyOf(group);
      return new S3Object(this.scope, `Archive_${index + 1}`, {
        bucket: this.bucket.bucket,
        key,
        source: `\${path.module}/assets/${folder}/${key}`,
        sourceHash: key,
        overrideProvider: { defaultTags: { tags: {} } },
      });
    });
  }

  /** Writes the archives to a folder. */
  write(folder: string): void {
    mkdirSync(folder, { recursive: true });
    for (const group of this.groups) {
      const files = group.map(({ key, absolute }) => [key, readFileSync(absolute)] as const);
      const manifest = Buffer.from(JSON.stringify(this.describe(group)));
      writeFileSync(join(folder, keyOf(group)), zipFiles([...files, [manifestName, manifest]]));
    }
  }

  private describe(group: readonly SiteFile[]): object {
    const { cacheControlOf, replacements } = this.options;
    return Object.fromEntries(
      group.map(({ key }) => [
        key,
        {
          contentType: contentTypeOf(key),
          cacheControl: cacheControlOf(key),
          replacements: replacements.flatMap(({ matches }, index) => (matches(key) ? [index] : [])),
        },
      ]),
    );
  }
}

function groupsOf(files: readonly SiteFile[]): readonly (readonly SiteFile[])[] {
  const groups: SiteFile[][] = [];
  let free = 0;
  for (const file of files) {
    const { size } = statSync(file.absolute);
    if (groups.length === 0 || size > free) {
      groups.push([]);
      free = archiveBytes;
    }
    groups.at(-1)?.push(file);
    free -= size;
  }
  return groups;
}

const keyOf = (group: readonly SiteFile[]): string => {
  const facts = group.map(({ key, hash }) => [key, hash]);
  return `${createHash("sha256").update(JSON.stringify(facts)).digest("hex").slice(0, 32)}.zip`;
};
