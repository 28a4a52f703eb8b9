/** The words of effect rules in the panel; all others come with what shows them (rule-parts). */
export const effectRules = {
  scope: 'These effects from now on',
  scopeHint: 'Only what goes beyond is asked',
  off: 'Off: not all was rehearsed.',
  partOff: 'Off: something is left out.',
  title: 'Rule to be saved',
  save: 'Save the rule and apply',
} as const
