/** The actions that `serverform console` needs. None of them changes anything. */
export const logRights = ["logs:DescribeLogGroups", "logs:FilterLogEvents"] as const;
export const traceRights = ["xray:GetTraceSummaries", "xray:BatchGetTraces"] as const;
