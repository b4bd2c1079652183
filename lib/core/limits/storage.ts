import { arnOf, choice, type ResourceLimits, range, textLimit } from "./limit";

const bucketNames = "https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html";
const tableNames =
  "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html";
const createCluster = "https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_CreateDBCluster.html";
const putParameter = "https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_PutParameter.html";
const createParameterNames =
  "https://docs.aws.amazon.com/systems-manager/latest/userguide/sysman-parameter-name-constraints.html";

const reservedPrefix = /^(?!xn--|sthree-|amzn-s3-demo-)/;
const reservedSuffix = /^(?!.*(-s3alias|--ol-s3|\.mrap|--x-s3|--table-s3)$)/;
const address = /^(?!\d+\.\d+\.\d+\.\d+$)/;
const bucketCharacters = /^(?!.*\.\.)[a-z0-9][a-z0-9.-]+[a-z0-9]$/;

/** All of them must match: none of them takes characters. */
function allOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join(""));
}

/** What stands before the names of parameters. Names with levels begin with a slash. */
export const parameterPrefix = textLimit(
  createParameterNames,
  900,
  /^(?!\/(aws|ssm)(\/|$))(\/[A-Za-z0-9_.-]+)*$/i,
  'levels that begin with /, of letters, digits, . - and _, without aws or ssm as the first: "/team"',
  0,
);

const s3Api = (name: string) => `https://docs.aws.amazon.com/AmazonS3/latest/API/API_${name}.html`;
const storageClasses = [
  "GLACIER",
  "STANDARD_IA",
  "ONEZONE_IA",
  "INTELLIGENT_TIERING",
  "DEEP_ARCHIVE",
  "GLACIER_IR",
] as const;

const attributeName = textLimit(tableNames, 255);

const recovery =
  "https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PointInTimeRecoverySpecification.html";
const warmThroughput =
  "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html";

/** Buckets, tables, databases and parameters. */
export const storageLimits = {
  aws_s3_bucket: {
    acl: choice(
      "https://docs.aws.amazon.com/AmazonS3/latest/userguide/acl-overview.html",
      "private",
      "public-read",
      "public-read-write",
      "aws-exec-read",
      "authenticated-read",
      "log-delivery-write",
    ),
    requestPayer: choice(s3Api("PutBucketRequestPayment"), "BucketOwner", "Requester"),
    accelerationStatus: choice(s3Api("PutBucketAccelerateConfiguration"), "Enabled", "Suspended"),
    "lifecycleRule.transition.storageClass": choice(s3Api("Transition"), ...storageClasses),
    "lifecycleRule.noncurrentVersionTransition.storageClass": choice(
      s3Api("NoncurrentVersionTransition"),
      ...storageClasses,
    ),
    "serverSideEncryptionConfiguration.rule.applyServerSideEncryptionByDefault.sseAlgorithm": choice(
      s3Api("ServerSideEncryptionByDefault"),
      "AES256",
      "aws:kms",
      "aws:kms:dsse",
    ),
    bucket: textLimit(
      bucketNames,
      63,
      allOf(reservedPrefix, reservedSuffix, address, bucketCharacters),
      "3 to 63 lower-case letters, digits and -, beginning and ending with a letter or digit, without a prefix or suffix that S3 reserves (xn--, sthree-, amzn-s3-demo-, -s3alias, --ol-s3, .mrap, --x-s3, --table-s3)",
      3,
    ),
    bucketPrefix: textLimit(
      bucketNames,
      37,
      allOf(reservedPrefix, /^[a-z0-9][a-z0-9.-]*$/),
      "up to 37 lower-case letters, digits and -, beginning with a letter or digit",
    ),
  },
  aws_dynamodb_table: {
    tableClass: choice(
      "https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html",
      "STANDARD",
      "STANDARD_INFREQUENT_ACCESS",
    ),
    "serverSideEncryption.kmsKeyArn": arnOf(
      "https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_SSESpecification.html",
      ["kms"],
      "arn:aws:kms:eu-west-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab",
    ),
    name: textLimit(tableNames, 255, /^[A-Za-z0-9_.-]+$/, "at least 3 letters, digits, -, _ and .", 3),
    readCapacity: range(tableNames, 1, Number.POSITIVE_INFINITY),
    writeCapacity: range(tableNames, 1, Number.POSITIVE_INFINITY),
    "pointInTimeRecovery.recoveryPeriodInDays": range(recovery, 1, 35),
    "warmThroughput.readUnitsPerSecond": range(warmThroughput, 12_000, Number.POSITIVE_INFINITY),
    "warmThroughput.writeUnitsPerSecond": range(warmThroughput, 4_000, Number.POSITIVE_INFINITY),
    "attribute.name": attributeName,
    "ttl.attributeName": attributeName,
    "globalSecondaryIndex.name": textLimit(
      tableNames,
      255,
      /^[A-Za-z0-9_.-]+$/,
      "a name of 3 to 255 letters, digits, -, _ and .",
      3,
    ),
  },
  aws_rds_cluster: {
    clusterIdentifier: textLimit(
      createCluster,
      63,
      /^[a-z](?!.*--)(?!.*-$)[a-z0-9-]*$/,
      "up to 63 lower-case letters, digits and single -, beginning with a letter",
    ),
    masterUsername: textLimit(
      createCluster,
      63,
      /^[A-Za-z]\w*$/,
      "letters, digits and _, beginning with a letter",
    ),
    masterPassword: textLimit(createCluster, 41, /^[^/"@]+$/, '8 to 41 characters other than /, " and @', 8),
    backupRetentionPeriod: range(createCluster, 1, 35),
    port: range(createCluster, 1150, 65_535),
  },
  aws_ssm_parameter: {
    name: textLimit(
      createParameterNames,
      1011,
      /^(?!\/?(aws|ssm)([/]|$))[A-Za-z0-9_./-]+$/i,
      "letters, digits and . - _ /, without aws or ssm as the first level",
    ),
    value: textLimit(putParameter, 4096),
    description: textLimit(putParameter, 1024, /^/, "a text", 0),
  },
} as const satisfies Readonly<Record<string, ResourceLimits>>;

/** The id of a CORS rule. */
export const corsRuleIdLimit = textLimit(
  "https://docs.aws.amazon.com/AmazonS3/latest/API/API_CORSRule.html",
  255,
);
