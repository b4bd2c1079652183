/**
 * The literals for how long a log group keeps its events, with the number of days in CloudWatch.
 *
 * `infinite` has no number: the attribute is left out.
 *
 * Source: https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutRetentionPolicy.html
 */
export const retentionDays = {
  one_day: 1,
  three_days: 3,
  five_days: 5,
  one_week: 7,
  two_weeks: 14,
  one_month: 30,
  two_months: 60,
  three_months: 90,
  four_months: 120,
  five_months: 150,
  six_months: 180,
  one_year: 365,
  thirteen_months: 400,
  eighteen_months: 545,
  two_years: 731,
  three_years: 1096,
  five_years: 1827,
  six_years: 2192,
  seven_years: 2557,
  eight_years: 2922,
  nine_years: 3288,
  ten_years: 3653,
  infinite: undefined,
} as const;

/** How long CloudWatch keeps logs: `one_day` to `ten_years`, or `infinite`. */
export type Retention = keyof typeof retentionDays;

export const retentionLiterals = Object.keys(retentionDays) as readonly Retention[];
