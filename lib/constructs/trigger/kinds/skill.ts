import { isUnresolved, propKeys, requireProp } from "../../../kit/core";
import { fail } from "../errors";
import type { SkillTriggerProps } from "../props";
import type { SourceKind } from "./kind";
import { allow, triggerKeys } from "./kind";

const principals = {
  alexa_skill: "alexa-appkit.amazon.com",
  smart_home_skill: "alexa-connectedhome.amazon.com",
} as const;

/** Source: https://developer.amazon.com/en-US/docs/alexa/custom-skills/host-a-custom-skill-as-an-aws-lambda-function.html */
export const skillTrigger: SourceKind<SkillTriggerProps> = {
  keys: propKeys<SkillTriggerProps>()({ ...triggerKeys, skillId: "text" }),
  waits: true,
  cdkKeys: [],
  plan(trigger, { type, skillId }) {
    const remedy =
      "Copy the id of the skill from the console of Alexa. Without it every skill could call the function.";
    requireProp(trigger, "skillId", skillId, remedy);
    if (!isUnresolved(skillId) && !/^amzn1\.ask\.skill\.[0-9a-zA-Z-]{1,64}$/.test(skillId)) {
      fail(trigger, "trigger-skill-id", "skillId", { value: skillId });
    }
    return (fn) => ({
      permission: allow(trigger, fn, { principal: principals[type], eventSourceToken: skillId }),
    });
  },
};
