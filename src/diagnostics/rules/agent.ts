/** Filled in by its owner. */
export const agentRules = {}
