import { modelled, type ResourceLimits, range, textLimit } from "./limit";

const createSchedule = "https://docs.aws.amazon.com/scheduler/latest/APIReference/API_CreateSchedule.html";
const createGroup = "https://docs.aws.amazon.com/scheduler/latest/APIReference/API_CreateScheduleGroup.html";
const flexibleWindow =
  "https://docs.aws.amazon.com/scheduler/latest/APIReference/API_FlexibleTimeWindow.html";
const names = "letters, digits, ., - and _";

/** Schedules of EventBridge Scheduler, and their groups. */
export const schedulerLimits = {
  aws_scheduler_schedule: {
    ...modelled("description", "actionAfterCompletion"),
    name: textLimit(createSchedule, 64, /^[.\-_A-Za-z0-9]+$/, names),
    namePrefix: textLimit(createSchedule, 38, /^[.\-_A-Za-z0-9]+$/, names),
    groupName: textLimit(createSchedule, 64, /^[.\-_A-Za-z0-9]+$/, names),
    "flexibleTimeWindow.maximumWindowInMinutes": range(flexibleWindow, 1, 1440, { unit: "minutes" }),
  },
  aws_scheduler_schedule_group: {
    name: textLimit(createGroup, 64, /^[.\-_A-Za-z0-9]+$/, names),
    // The provider adds 26 characters.
    namePrefix: textLimit(createGroup, 38, /^[.\-_A-Za-z0-9]+$/, names),
  },
} satisfies Readonly<Record<string, ResourceLimits>>;
