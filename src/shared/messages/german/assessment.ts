import type { Messages } from '../spoken'

/** Where checks, model and agent differ, why there is no level, and who asks. */
export const assessment: Messages['assessment'] = {
  levels: { low: 'niedrig', medium: 'mittel', high: 'hoch' },
  claims: {
    'read-only': 'nur lesend',
    'only-reads': 'liest nur',
    'no-changes': 'keine Änderungen',
    safe: 'ungefährlich',
  },
  modelHigher: (model, floor) => `Das Modell sagt ${model}; die Prüfungen allein sagen ${floor}.`,
  modelLower: (model, floor) => `Das Modell sagt ${model}, aber die Untergrenze ${floor} bleibt`,
  claim: (claim, found) => `Der Agent sagt „${claim}“, aber ${found}`,
  found: (proof) => `Countersign fand: ${proof}`,
  checks: (level) => `die Prüfungen sagen ${level}`,
  nothing: 'nichts davon',
  missing: {
    waiting: 'keine Regel trifft zu, und das Modell hat noch nicht geantwortet',
    success: 'keine Regel trifft zu',
    parse_error: (why) => `keine Regel trifft zu, und die Antwort des Modells ist nicht lesbar: ${why}`,
    no_output: 'keine Regel trifft zu, und das Modell gab keine Antwort',
    model_error: (why) => `keine Regel trifft zu, und das Modell scheiterte: ${why}`,
    timeout: (seconds) => `keine Regel trifft zu, und das Modell antwortete nicht in ${String(seconds)} s`,
    cancelled: 'keine Regel trifft zu, und die Anfrage war vorbei, ehe das Modell antwortete',
    disabled: (why) => `keine Regel trifft zu, und kein Modell wurde gefragt: ${why}`,
  },
  remoteRun: (program, folder, pid) =>
    `Von „${program}“ in „${folder}“ (Prozess ${String(pid)}), außerhalb dieses Fensters.`,
  askedAtDesk: (agent, session) =>
    `${agent} fragt, in der eigenen Sitzung „${session}“; der Lauf ist außerhalb dieser Sandbox.`,
  refusedAtDesk: 'Der eigene Prüfer hat dies abgelehnt und nennt keinen Grund.',
  refusedAtDeskSaying: (reason) => `Der eigene Prüfer hat dies abgelehnt und sagt: „${reason}“.`,
  askedBy: (child, parent) => `Gefragt vom Agenten „${child}“ von „${parent}“.`,
}
