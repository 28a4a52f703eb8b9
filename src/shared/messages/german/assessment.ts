import type { Messages } from '../spoken'
import type { ClaimKind } from '../../domain/assessment'
import type { AssessedLevel } from '../../domain/risk'

/** What an agent claims. */
export const claims: Readonly<Record<ClaimKind, string>> = {
  'read-only': 'nur lesend',
  'only-reads': 'liest nur',
  'no-changes': 'keine Änderungen',
  safe: 'ungefährlich',
}

/** Levels within a sentence. */
export const levels: Readonly<Record<AssessedLevel, string>> = {
  low: 'niedrig',
  medium: 'mittel',
  high: 'hoch',
}

/** Where checks, model and agent differ, why there is no level, and who asks. */
export const assessment = {
  modelHigher: (model: AssessedLevel, floor: AssessedLevel) =>
    `Das Modell sagt ${levels[model]}; die Prüfungen allein sagen ${levels[floor]}.`,
  modelLower: (model: AssessedLevel, floor: AssessedLevel, because: string | undefined) =>
    `Das Modell sagt ${levels[model]}, aber die Untergrenze ${levels[floor]} bleibt${because === undefined ? '.' : `: ${because}`}`,
  claim: (claim: ClaimKind, found: string) => `Der Agent sagt „${claims[claim]}“, aber ${found}`,
  found: (proof: string) => `Countersign fand: ${proof}`,
  checks: (level: AssessedLevel | undefined) =>
    `die Prüfungen sagen ${level === undefined ? 'nichts davon' : levels[level]}`,
  missing: {
    waiting: 'keine Regel trifft zu, und das Modell hat noch nicht geantwortet',
    success: 'keine Regel trifft zu',
    parse_error: (why: string) =>
      `keine Regel trifft zu, und die Antwort des Modells ist nicht lesbar: ${why}`,
    no_output: 'keine Regel trifft zu, und das Modell gab keine Antwort',
    model_error: (why: string) => `keine Regel trifft zu, und das Modell scheiterte: ${why}`,
    timeout: (seconds: number) =>
      `keine Regel trifft zu, und das Modell antwortete nicht in ${String(seconds)} s`,
    cancelled: 'keine Regel trifft zu, und die Anfrage war vorbei, ehe das Modell antwortete',
    disabled: (why: string) => `keine Regel trifft zu, und kein Modell wurde gefragt: ${why}`,
  },
  remoteRun: (program: string, folder: string, pid: number) =>
    `Von „${program}“ in „${folder}“ (Prozess ${String(pid)}), außerhalb dieses Fensters.`,
  askedAtDesk: (agent: string, session: string) =>
    `${agent} fragt, in der eigenen Sitzung „${session}“; der Lauf ist außerhalb dieser Sandbox.`,
  askedBy: (child: string, parent: string) => `Gefragt vom Agenten „${child}“ von „${parent}“.`,
} as const satisfies Messages['assessment']
