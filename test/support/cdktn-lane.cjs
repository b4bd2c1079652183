const { existsSync, readFileSync } = require("node:fs");
const { join, relative, sep } = require("node:path");
const { firstComment, groupOf } = require("./fast-lane.cjs");

const root = join(__dirname, "../..");

/**
 * Tests of constructs that create classes of the provider which no sample creates, most of them for existing resources, or that are
 * about facts of the newer provider: rules of domains, 15 minutes for streamed responses, permissions of function URLs.
 */
const ofConstructs = [
  "test/constructs/api/import.test.ts",
  "test/constructs/api/routes/cloud.test.ts",
  "test/constructs/api/routes/function.test.ts",
  "test/constructs/api/routes/load-balancer.test.ts",
  "test/constructs/app-sync-api/data-sources.test.ts",
  "test/constructs/bucket/bucket.test.ts",
  "test/constructs/bucket/encryption-key.test.ts",
  "test/constructs/event-bus/event-bus.test.ts",
  "test/constructs/event-bus/log-group-names.test.ts",
  "test/constructs/interface.test.ts",
  "test/constructs/kinesis-stream/kinesis-stream.test.ts",
  "test/constructs/rest-v1-api/authorizers.test.ts",
  "test/constructs/rest-v1-api/domain/custom-domain.test.ts",
  "test/constructs/rest-v1-api/domain/private-access.test.ts",
  "test/constructs/rest-v1-api/domain/routing-rules.test.ts",
  "test/constructs/rest-v1-api/functions.test.ts",
  "test/constructs/rest-v1-api/import.test.ts",
  "test/constructs/table/consumers.test.ts",
  "test/constructs/table/replicas.test.ts",
  "test/constructs/topic/topic.test.ts",
  "test/constructs/userbase/clients/client.test.ts",
  "test/constructs/userbase/identity-pool/identity-pool.test.ts",
  "test/constructs/userbase/messages/sender-key.test.ts",
  "test/constructs/userbase/sign-in/identity-providers.test.ts",
  "test/constructs/userbase/sign-in/sign-in.test.ts",
  "test/kit/function/function.test.ts",
  "test/kit/function/invocation/url.test.ts",
  "test/kit/function/role.test.ts",
  "test/kit/function/settings/network.test.ts",
];

/** Tests of `test/kit/app` that take most of its time, and are about names, texts and counts of the library. */
const ofLibraryAlone =
  /^test\/kit\/app\/(binding\/types-file|names\/construct-name|notices\/.*|aws-limits|quotas)\.test\.ts$/;

/**
 * The tests of `npm run test:cdktn`: those of the app, of tokens, references, aspects, backends and synthesis, which call the CDK, and
 * some of constructs. Most tests of constructs assert on the library's own work, and need no second run: `test/golden/cdk-terrain.test.ts`
 * compares the JSON of every construct and of the golden apps with both CDKs, and `npm run typecheck` checks every attribute
 * that the library sets with the types of the newer provider.
 *
 * `CDKTN_TESTS=all` runs all that can run with CDK Terrain: the fast and the slow ones. Processes that tests start would load CDKTF, and
 * generated inputs try the checks of the library. A file with `@cdktf only` is about behaviour of the library with CDKTF alone.
 */
module.exports = async (paths) => {
  const gone = ofConstructs.filter((file) => !existsSync(join(root, file)));
  if (gone.length > 0) throw new Error(`cdktn-lane.cjs names files that do not exist: ${gone.join(", ")}`);
  return { filtered: paths.filter((path) => isOfLane(path) && canRun(readFileSync(path, "utf8"))) };
};

const canRun = (source) =>
  [undefined, "slow"].includes(groupOf(source)) && !/@cdktf only\b/.test(firstComment(source));

function isOfLane(path) {
  if (process.env.CDKTN_TESTS === "all") return true;
  const file = relative(root, path).replaceAll(sep, "/");
  return file.startsWith("test/kit/app/") ? !ofLibraryAlone.test(file) : ofConstructs.includes(file);
}
