/** Where checks, model and agent differ, why there is no level, and who asks. */
export const assessment = {
  /** Levels within a sentence. */
  levels: { low: 'low', medium: 'medium', high: 'high' },
  /** What an agent claims. */
  claims: {
    'read-only': 'read-only',
    'only-reads': 'only reads',
    'no-changes': 'no changes',
    safe: 'safe',
  },
  modelHigher: (model: string, floor: string) => `The model says ${model}; the checks alone say ${floor}.`,
  modelLower: (model: string, floor: string) => `The model says ${model}, but the floor of ${floor} stands`,
  claim: (claim: string, found: string) => `The agent says "${claim}", but ${found}`,
  found: (proof: string) => `Countersign found: ${proof}`,
  checks: (level: string) => `the checks say ${level}`,
  nothing: 'nothing of it',
  missing: {
    waiting: 'no rule applies, and the model has not answered yet',
    success: 'no rule applies',
    parse_error: (why: string) => `no rule applies, and the model's answer cannot be read: ${why}`,
    no_output: 'no rule applies, and the model gave no answer',
    model_error: (why: string) => `no rule applies, and the model failed: ${why}`,
    timeout: (seconds: number) => `no rule applies, and the model timed out after ${String(seconds)} s`,
    cancelled: 'no rule applies, and the request was over before the model answered',
    disabled: (why: string) => `no rule applies, and no model was asked: ${why}`,
  },
  remoteRun: (program: string, folder: string, pid: number) =>
    `From “${program}” in “${folder}” (process ${String(pid)}), outside this window.`,
  askedAtDesk: (agent: string, session: string) =>
    `${agent} asks, in its own session “${session}”; the run is outside this sandbox.`,
  refusedAtDesk: 'Its own reviewer refused this and says no reason.',
  refusedAtDeskSaying: (reason: string) => `Its own reviewer refused this, and says: “${reason}”.`,
  askedBy: (child: string, parent: string) => `Asked by the agent “${child}” of “${parent}”.`,
} as const
