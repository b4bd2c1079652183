import { attempt, attempted, attempts } from "./attempt";
import { bases, rootBases } from "./bases";
import { countMembers, type Place, placesOf, withValue } from "./inputs";
import { type PropType, propType } from "./prop-types";

interface OddText {
  readonly kind: string;
  readonly text: string;
  /** Whether the text is tried in a prop. @default - in each prop that takes a text */
  readonly isFor?: (prop: string | number | undefined, type: PropType) => boolean;
}

const texts: readonly OddText[] = [
  { kind: "empty", text: "" },
  { kind: "odd", text: "!? ä" },
  { kind: "huge", text: "x".repeat(9000) },
  { kind: "long", text: "x".repeat(300), isFor: (prop) => /^id$|name$/i.test(String(prop)) },
  { kind: "zero", text: "0 minutes", isFor: (_, { names }) => names.includes("Duration") },
];

/** Texts that are accepted, each with its reason. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/\.resultsCacheTtl = zero$/, "0 switches the cache off"],
  [/\.cors(\.\d)?\.maxAge = zero$/, "0 tells browsers to keep no preflight response"],
  [/^Pipe\.batchWindow = zero$/, "0 delivers without waiting"],
  [/\.retryGracePeriod = zero$/, "0 gives a rotated token no further use"],
  [
    /^(AppSyncApi|Bucket|Function|RDS|RestV1Api|RestV1Api in private|Trigger)\.cdk\.id = (huge|long)$/,
    "the name is shortened, or AWS documents no limit of it",
  ],
  [/^Pipe\.(template|detailType) = (empty|odd)$/, "a template and a type of events may be any text"],
  [/\.environment\.\w+ = (empty|odd)$/, "a variable may be any text"],
  [/\.defaults\.function\.handler = /, "each function has its own handler"],
  [/\.(authenticator|function|server)\.cdk\.id = /, "the key of the part is the id"],
  [/\.accessLog(\.format)? = odd$/, "a log line may be any text"],
  [/\.schemagen\./, "it is read when the schema is generated"],
  [/^Function\.(nodejs|bundle)\./, "esbuild and the package manager check it when they bundle"],
  [/^(Function|Job)\.srcPath = empty$/, "it is the folder of cdktf.json"],
  [/[dD]escription = (empty|odd)$/, "a description may be any text"],
  [/^Stack\.description = huge$/, "it is not sent to AWS"],
  [/^(App.*|Stack)\.(tags|provider\..*[tT]ags)\.\w+ = empty$/, "the value of a tag may be empty"],
  [
    /^(App.*|Stack)\.provider\.(ignoreTags\.\w+|assumeRole\.0\.transitiveTagKeys)\.0 = odd$/,
    "AWS takes spaces and letters of any script in the key of a tag",
  ],
  [
    /^(App.*|Stack)\.provider\..*(customCaBundle|shared\w+Files\.0|webIdentityTokenFile) = odd$/,
    "a file may have any name",
  ],
  [/^App.*\.(name|ssmPrefix) = empty$/, "names have no such part then"],
  [/^App.*\.outdir = odd$|^App.*\.backend\.directory = /, "a folder may have any name; `.` is the project"],
  [/^App.*\.acknowledgedNotices\.0 = huge$/, "it is compared with notices"],
  [/\.mtls\.key = odd$/, "a key of S3 may be any text"],
  [
    /^(App\.backend\.keyPrefix|Stack\.backend\.key) = /,
    "a key of S3 may be any text; Terraform refuses a long one at init",
  ],
  [
    /^App.*\.backend\.(hostname|organization|project|workspacePrefix) = /,
    "Terraform asks Terraform Cloud at init, before it plans anything",
  ],
  [/parameterMapping\.\w+ = /, "the gateway maps any text"],
  [/\.authorizers\.\w+\.name = odd$|\.authorizer\.name = odd$/, "AWS documents no grammar of the name"],
  [/^RestV1Api\.authorizers\.\w+\.name = (huge|long)$/, "AWS documents no limit of the name"],
  [/^RestV1Api\.authorizers\.token\.validationRegex = /, "it may be any expression"],
  [/\.audience\.0 = /, "the token service chooses its audiences"],
  [/^Script\.(params|version)/, "the function reads it"],
  [/^Parameter\.value = /, "a value may be any text"],
  [/^Table\..*(timeToLiveAttribute|projection\.0) = odd$/, "an attribute may have any name"],
  [/^Userbase\.resourceServers\.notes\.scopes\.read = odd$/, "a description may be any text"],
  [/^Userbase\.(identityPoolFederation|identityProviders)\./, "the provider of identities chooses it"],
  [
    /^Userbase\.threatProtection\..*\.(subject = odd|(html|text) = huge)$/,
    "an email may have any text, up to 20,000 characters",
  ],
  [/^Bucket\.cors\.0\.id = odd$/, "AWS documents no grammar of the id"],
  [
    /\.(allow|expose|allowed|exposed)(Headers|Origins)\.0 = huge$/,
    "AWS documents no limit of headers and origins of HTTP APIs, REST APIs and buckets",
  ],
  [/^RestV1Api\.routes\..*\.requestModels\.some = huge$/, "AWS documents no limit of the name"],
  [
    /^(AppSyncApi\.cdk\.graphqlApi\.apiKeyConfig|EventsApi\.authorization\.apiKey)\.description = huge$/,
    "AWS documents no limit of it",
  ],
  [
    /^\w+StaticSite\.environment\.\w+ = huge$|^StaticSite\.environment\.\w+ = huge$/,
    "only the build reads it",
  ],
  [/^\w*Site\.(buildCommand|dev\.command) = /, "a shell takes any text"],
  [/^\w*Site\.replaceValues\.0\./, "it may be any text"],
  [/^\w*Site\.fileOptions\.0\.(exclude|include)/, "a pattern may be any text"],
  [/^\w*Site\.(indexPage|errorPage) = odd$/, "a file may have any name; synthesis looks for it"],
  [/^\w*Site\.(buildOutput|vite\.types|typesPath) = (odd|huge)$/, "synthesis looks for it, or writes it"],
  [/^\w*Site\.(server\.entry|nextBinPath) = (odd|huge)$/, "a file may have any name; synthesis looks for it"],
  [/^\w*Site\.cdk\.id = (huge|long)$/, "the name is shortened"],
  [/^Job\.environment\.\w+ = huge$/, "AWS documents no limit of variables of a build"],
];

const timesBefore = countMembers();

/** All texts for a member that comes first, and one of them, the next one each time, where it comes again. With `INPUTS=all` all of them. */
function textsFor(place: Place, construct: string): readonly OddText[] {
  const all = texts.filter(({ isFor }) => isFor === undefined || isFor(place.path.at(-1), place.type));
  const time = timesBefore(construct, place);
  return time === 0 || process.env.INPUTS === "all"
    ? all
    : all.filter((_, index) => index === time % all.length);
}

/** The texts that a construct accepts without a reason. */
export function oddTextsOf(name: string): readonly string[] {
  const base = bases[name] ?? rootBases[name];
  if (base === undefined)
    throw new Error(`test/constructs/<name>/samples.ts and test/inputs/bases.ts lack ${name}.`);
  const { props, create: Class, valid } = base;
  if (props === undefined) return [];
  let given: unknown;
  attempt((stack) => {
    given = valid(stack);
  });
  const attemptOne = attempts(valid);
  return placesOf(propType(props), given)
    .filter(({ type }) => type.kinds.has("string") && type.literals === undefined)
    .flatMap((place) =>
      textsFor(place, name).map(({ kind, text }) => ({
        input: `${name}.${place.path.join(".")} = ${kind}`,
        outcome: () =>
          attemptOne(
            (prepared, stack) => new Class(stack, attempted, withValue(prepared, place.path, text) as never),
          ),
      })),
    )
    .filter(({ input }) => !reasons.some(([form]) => form.test(input)))
    .filter(({ outcome }) => outcome().kind === "accepted")
    .map(({ input }) => input);
}
