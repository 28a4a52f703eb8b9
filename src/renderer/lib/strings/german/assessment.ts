import { countingIn } from '@shared/messages/counting'
import type { Strings } from '../../strings'

const { number, counted } = countingIn('de-DE')
const seconds = (ms: number): string => `${number(ms / 1000)} s`

/** The words of what was checked of a request, and of a model's view of it. */
export const assessment = {
  read: (ago: string) => `gelesen ${ago}, nichts wurde ausgeführt`,
  notRead: 'nichts wurde ausgeführt',
  notKnown: 'nicht bekannt',
  moreFacts: (n: number) => `${String(n)} weitere zeigen`,
  floor: 'Untergrenze',
  atLeast: { low: 'Mindestens niedrig:', medium: 'Mindestens mittel:', high: 'Mindestens hoch:' },
  atLeastAlone: { low: 'Mindestens niedrig', medium: 'Mindestens mittel', high: 'Mindestens hoch' },
  also: { low: 'Niedrig:', medium: 'Mittel:', high: 'Hoch:' },
  noRule: 'Keine Regel trifft zu, sie geben also keine Stufe.',
  moreRules: (n: number) => `${counted(n, { one: 'weitere Regel', other: 'weitere Regeln' })} zeigen`,
  lookThrough: 'Durchsicht: ',
  moreLines: (n: number) => `${counted(n, { one: 'weitere Zeile', other: 'weitere Zeilen' })} zeigen`,
  lines: (n: number) => counted(n, { one: 'Zeile', other: 'Zeilen' }),
  cut: 'Danach geht es weiter. Was folgt, ist hier nicht gezeigt.',
  decides: 'Entscheidet die Stufe: ',
  asking: 'Das Modell wird gefragt …',
  moreView: 'Alles zeigen',
  retry: 'Noch einmal',
  notAssessed: (reason: string) => `Nicht bewertet: ${reason}.`,
  missing: (reason: string) => `Fehlt: ${reason}.`,
  failed: {
    parse: 'die Antwort war nicht lesbar',
    none: 'das Modell gab keine Antwort',
    timeout: (ms: number) => `keine Antwort in ${seconds(ms)}`,
    error: 'das Modell war nicht zu fragen',
    cancelled: 'die Anfrage war vorbei, ehe die Antwort kam',
  },
  levelStands: 'Die Stufe ist die Untergrenze, die die Prüfungen geben.',
  neither:
    'Weder Prüfungen noch Modell gaben eine Stufe. Nach den Fakten entscheiden, oder noch einmal fragen.',
  neitherNoRetry: 'Weder Prüfungen noch Modell gaben eine Stufe. Nach den Fakten entscheiden.',
  below: (parts: string) => `Darunter: ${parts}`,
  parts: {
    command: 'der Rest des Befehls',
    facts: 'Fakten',
    moreFacts: 'weitere Fakten',
    look: 'Durchsicht',
    view: 'Sicht des Modells',
    claim: 'Behauptung des Agenten',
    differs: 'Widersprüche',
  },
} as const satisfies Strings['assessment']
