import { textLimit } from "./limit";

const listenerRules =
  "https://docs.aws.amazon.com/elasticloadbalancing/latest/application/rule-condition-types.html";
const ipv4 = String.raw`(\d{1,3}\.){3}\d{1,3}\/\d{1,2}`;
const ipv6 = String.raw`[0-9A-Fa-f:]+\/\d{1,3}`;

/** Values in the conditions of a listener's rule. */
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
  sourceIps: textLimit(listenerRules, 49, new RegExp(`^(${ipv4}|${ipv6})$`), 'a range: "203.0.113.0/24"'),
};
