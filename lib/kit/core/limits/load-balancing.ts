import { isAddressRange } from "../checks/address-range";
import { headerNameLimit } from "./http";
import { choice, type ResourceLimits, range, textLimit } from "./limit";

const listenerRules =
  "https://docs.aws.amazon.com/elasticloadbalancing/latest/application/rule-condition-types.html";
const ipv4 = String.raw`(\d{1,3}\.){3}\d{1,3}\/\d{1,2}`;
const ipv6 = String.raw`[0-9A-Fa-f:]+\/\d{1,3}`;

export const listenerConditionLimits = {
  paths: textLimit(
    listenerRules,
    128,
    /^[A-Za-z0-9_.$/~"'@:+*?&-]+$/,
    "up to 128 letters, digits and characters of paths, with * and ?",
  ),
  hosts: textLimit(listenerRules, 128, /^[A-Za-z0-9.*?-]+$/, "a host of up to 128 characters, with * and ?"),
  methods: textLimit(listenerRules, 40, /^[A-Z_-]+$/, 'a method in capitals: "GET"'),
  headers: textLimit(listenerRules, 128, /^[\x20-\x7e]+$/, "up to 128 characters of ASCII"),
  headerNames: { ...headerNameLimit, max: 40 },
  sourceIps: {
    ...textLimit(listenerRules, 49, new RegExp(`^(${ipv4}|${ipv6})$`), 'a range: "203.0.113.0/24"'),
    accepts: isAddressRange,
  },
};

const createTargetGroup =
  "https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_CreateTargetGroup.html";

/** Groups of targets. */
export const loadBalancerLimits = {
  aws_lb_target_group: {
    name: textLimit(
      createTargetGroup,
      32,
      /^(?!internal-)[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$/,
      "up to 32 letters, digits and -, not beginning or ending with -",
    ),
    namePrefix: textLimit(
      createTargetGroup,
      6,
      /^(?!internal-)[A-Za-z0-9][A-Za-z0-9-]*$/,
      "up to 6 letters, digits and -, not beginning with -",
    ),
    "healthCheck.path": textLimit(createTargetGroup, 1024, /^\/\S*$/, 'a path: "/health"'),
    "healthCheck.matcher": {
      ...textLimit(
        createTargetGroup,
        200,
        /^\d{1,3}(-\d{1,3})?(,\d{1,3}(-\d{1,3})?)*$/,
        'codes or ranges of them: "200" or "200-299"',
      ),
      sample: "200-299",
    },
    "healthCheck.protocol": choice(createTargetGroup, "HTTP", "HTTPS", "TCP"),
    "healthCheck.interval": range(createTargetGroup, 5, 300, { unit: "seconds" }),
    "healthCheck.timeout": range(createTargetGroup, 2, 120, { unit: "seconds" }),
    "healthCheck.healthyThreshold": range(createTargetGroup, 2, 10),
    "healthCheck.unhealthyThreshold": range(createTargetGroup, 2, 10),
  },
} satisfies Readonly<Record<string, ResourceLimits>>;
