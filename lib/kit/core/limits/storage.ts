import { exampleArn } from "../../../facts/aws/arn-patterns";
import { availabilityZoneName, exampleRegion } from "../../../facts/aws/regions";
import { arnOf, choice, description, modelled, type ResourceLimits, range, textLimit, unless } from "./limit";

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

/** All patterns must match: none of them consumes characters. */
function allOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join(""));
}

/** The prefix of the names of parameters. Names with levels begin with a slash. */
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

const dateLimit = (source: string) => ({
  ...textLimit(
    source,
    25,
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T00:00:00Z)?$/,
    'a date: "2030-01-31"',
  ),
  sample: "2030-01-31",
});

const attributeName = textLimit(tableNames, 255);

const onDemand = "https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_OnDemandThroughput.html";
const importTable = "https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ImportTable.html";
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
    "grant.permissions": choice(s3Api("Grant"), "FULL_CONTROL", "READ", "READ_ACP", "WRITE", "WRITE_ACP"),
    "grant.type": choice(s3Api("Grantee"), "CanonicalUser", "AmazonCustomerByEmail", "Group"),
    "objectLockConfiguration.objectLockEnabled": choice(s3Api("ObjectLockConfiguration"), "Enabled"),
    "objectLockConfiguration.rule.defaultRetention.mode": choice(
      s3Api("DefaultRetention"),
      "GOVERNANCE",
      "COMPLIANCE",
    ),
    "lifecycleRule.id": description(s3Api("LifecycleRule"), 255),
    "lifecycleRule.expiration.days": range(s3Api("LifecycleExpiration"), 1, Number.POSITIVE_INFINITY),
    "lifecycleRule.noncurrentVersionExpiration.days": range(
      s3Api("NoncurrentVersionExpiration"),
      1,
      Number.POSITIVE_INFINITY,
    ),
    "lifecycleRule.transition.days": range(s3Api("Transition"), 0, Number.POSITIVE_INFINITY),
    "website.indexDocument": textLimit(
      s3Api("IndexDocument"),
      1024,
      /^[^/]+$/,
      "a file name without a slash",
    ),
    "lifecycleRule.expiration.date": dateLimit(s3Api("LifecycleExpiration")),
    "lifecycleRule.transition.date": dateLimit(s3Api("Transition")),
    "replicationConfiguration.rules.status": choice(s3Api("ReplicationRule"), "Enabled", "Disabled"),
    "replicationConfiguration.rules.deleteMarkerReplicationStatus": choice(
      s3Api("DeleteMarkerReplication"),
      "Enabled",
      "Disabled",
    ),
    "replicationConfiguration.rules.destination.accessControlTranslation.owner": choice(
      s3Api("AccessControlTranslation"),
      "Destination",
    ),
    "corsRule.allowedMethods": choice(s3Api("CORSRule"), "GET", "PUT", "POST", "DELETE", "HEAD"),
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
    ...modelled("tableClass"),
    "serverSideEncryption.kmsKeyArn": arnOf(
      "https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_SSESpecification.html",
      ["kms"],
      exampleArn("kms", "key/1234abcd-12ab-34cd-56ef-1234567890ab"),
    ),
    "onDemandThroughput.maxReadRequestUnits": range(onDemand, 1, Number.POSITIVE_INFINITY, { also: [-1] }),
    "onDemandThroughput.maxWriteRequestUnits": range(onDemand, 1, Number.POSITIVE_INFINITY, { also: [-1] }),
    restoreDateTime: {
      ...textLimit(
        "https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_RestoreTableToPointInTime.html",
        40,
        /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/,
        'a time: "2030-01-31T00:00:00Z"',
      ),
      sample: "2030-01-31T00:00:00Z",
    },
    "importTable.inputCompressionType": choice(importTable, "GZIP", "ZSTD", "NONE"),
    "importTable.inputFormat": choice(importTable, "CSV", "DYNAMODB_JSON", "ION"),
    "replica.consistencyMode": choice(
      "https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html",
      "EVENTUAL",
      "STRONG",
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
    ...modelled("databaseInsightsMode", "clusterScalabilityType"),
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
    preferredBackupWindow: {
      ...textLimit(
        createCluster,
        11,
        /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/,
        'a time of the day: "03:00-03:30"',
      ),
      sample: "03:00-03:30",
    },
    preferredMaintenanceWindow: {
      ...textLimit(
        createCluster,
        19,
        /^(mon|tue|wed|thu|fri|sat|sun):([01]\d|2[0-3]):[0-5]\d-(mon|tue|wed|thu|fri|sat|sun):([01]\d|2[0-3]):[0-5]\d$/i,
        'a time of the week: "sun:03:00-sun:04:00"',
      ),
      sample: "sun:03:00-sun:04:00",
    },
    backtrackWindow: range(createCluster, 0, 259_200, { unit: "seconds" }),
    monitoringInterval: range(createCluster, 0, 1, { also: [5, 10, 15, 30, 60], unit: "second" }),
    performanceInsightsRetentionPeriod: range(createCluster, 7, 7, {
      also: [...Array.from({ length: 23 }, (_, index) => (index + 1) * 31), 731],
      unit: "days",
    }),
    vpcSecurityGroupIds: {
      ...textLimit(
        createCluster,
        255,
        /^sg-[0-9a-z]+$/,
        'the id of a security group: "sg-0123456789abcdef0"',
      ),
      sample: "sg-0123456789abcdef0",
    },
    availabilityZones: {
      ...textLimit(createCluster, 40, availabilityZoneName, `an availability zone: "${exampleRegion}a"`),
      sample: `${exampleRegion}a`,
    },
    iamRoles: arnOf(createCluster, ["iam"], exampleArn("iam", "role/notes")),
    networkType: choice(createCluster, "IPV4", "DUAL"),
    engineLifecycleSupport: choice(
      createCluster,
      "open-source-rds-extended-support",
      "open-source-rds-extended-support-disabled",
    ),
    // A Multi-AZ cluster does not use Aurora.
    storageType: unless(
      choice(createCluster, "aurora", "aurora-iopt1"),
      "engine",
      (engine) => engine === "mysql" || engine === "postgres",
      choice(createCluster, "io1", "io2", "gp3"),
    ),
    enabledCloudwatchLogsExports: choice(
      createCluster,
      "audit",
      "error",
      "general",
      "instance",
      "slowquery",
      "iam-db-auth-error",
      "postgresql",
      "upgrade",
    ),
    finalSnapshotIdentifier: textLimit(
      createCluster,
      255,
      /^[A-Za-z](?!.*--)(?!.*-$)[A-Za-z0-9-]*$/,
      "letters, digits and single -, beginning with a letter",
    ),
    clusterIdentifierPrefix: textLimit(
      createCluster,
      37,
      /^[a-z](?!.*--)[a-z0-9-]*$/,
      "up to 37 lower-case letters, digits and single -, beginning with a letter",
    ),
    "restoreToPointInTime.restoreType": choice(createCluster, "full-copy", "copy-on-write"),
    port: range(createCluster, 1150, 65_535),
  },
  aws_ssm_parameter: {
    ...modelled("description"),
    name: textLimit(
      createParameterNames,
      1011,
      /^(?!\/?(aws|ssm)([/]|$))[A-Za-z0-9_./-]+$/i,
      "letters, digits and . - _ /, without aws or ssm as the first level",
    ),
    value: unless(
      textLimit(putParameter, 4096),
      "tier",
      (tier) => tier === "Advanced" || tier === "Intelligent-Tiering",
      textLimit(putParameter, 8192),
    ),
  },
} as const satisfies Readonly<Record<string, ResourceLimits>>;

export const corsRuleIdLimit = textLimit(
  "https://docs.aws.amazon.com/AmazonS3/latest/API/API_CORSRule.html",
  255,
);
