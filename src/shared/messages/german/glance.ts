import type { Messages } from '../spoken'
import type { ClaimKind } from '../../domain/assessment'
import type { AssessedLevel } from '../../domain/risk'
import { amounts } from './amounts'
import { claims, levels } from './assessment'

/** Of what goes: what could be brought back, and what not. */
const fate = {
  lost: 'Nicht wiederherstellbar:',
  kept: 'Wiederherstellbar:',
  undoable: 'Lässt sich rückgängig machen:',
  copied: (files: number, days: number) =>
    `${amounts.files(files)} ${files === 1 ? 'wird' : 'werden'} vor dem Lauf kopiert und höchstens ${String(days)} Tage aufgehoben; was sich nicht kopieren lässt, wird dann genannt.`,
  unknown: 'Unbekannt,',
  changes: (files: number) => `Änderungen in ${amounts.files(files)}`,
  untracked: (files: number) => `${String(files)} unversioniert`,
  ignored: (files: number) => `${String(files)} ignoriert`,
  noRepository: 'was in keinem Repository liegt',
  withRepository: 'was mit seinem Repository verloren geht',
  onlyNoRepository: 'in keinem Repository.',
  onlyWithRepository: 'das Repository geht mit verloren.',
  rest: ' Den Rest hat Git.',
  more: ' Es kann mehr sein.',
  whetherAll: 'ob Git alles davon hat.',
  whatOfIt: 'was davon wiederherstellbar ist.',
  has: (files: number) => `Git hat ${amounts.files(files)}.`,
  noFiles: 'es sind keine Dateien darin.',
  sentHead: 'Nicht zurückzunehmen:',
  sent: 'was gesendet ist, bleibt gesendet.',
  remote: 'von hier aus, was dem Remote verloren geht.',
  neverCommitted: 'Git bewahrt keine Änderungen ohne Commit.',
  notKnownToGit: 'Git kennt diese Dateien nicht.',
  whetherAtAll: 'ob es wiederherstellbar ist.',
  replacedThere: 'was dort ersetzt wird.',
  whichOfThem: 'welche dieser Dateien es trifft, und ob Git sie hat.',
  onlyDevice: 'was darauf ist, hat nichts sonst.',
  hard: 'Schwer wiederherstellbar:',
  byHash: 'über den Hash, den Git ausgibt, solange Git ihn noch hat.',
  branchByHash: 'was nur dieser Branch hat, über den Hash, den Git ausgibt.',
  noHashes: 'Git gibt keine Hashes aus, über die es zu finden wäre.',
  notOfOthers: '; über die anderen Wirkungen sagt das nichts.',
} as const satisfies Messages['glance']['fate']

/** What a yes gives. */
const gives = {
  onceOnly: ' Nur einmal: ein Teil war nicht lesbar.',
  unreachable: (target: string) => ` ${target} ist dort ohne Rückfrage nicht erreichbar.`,
  openFiles: 'mit allen Dateien offen',
  sandboxed: 'weiter in der Sandbox',
  outside: 'einen Lauf ohne Sandbox, mit allen eigenen Rechten.',
  openRun: 'einen Lauf mit allen Dateien offen, ohne Netz',
  run: 'einen Lauf in der Sandbox',
  mayFail: ', wo es scheitern kann: der Agent wollte mehr',
  stays: ' (der Ordner selbst bleibt, leer)',
  again: (grants: string, still: string) => `${grants}, in diesem Lauf, ${still}.`,
  apply: (grants: string, still: string) =>
    `diese Änderungen einmal${grants === '' ? '' : `, dazu ${grants}`}, ${still}.`,
  connect: (grants: string) => `${grants}, bis dieser Lauf endet.`,
  inputOutside: 'diesen Text an einen Prozess außerhalb der Sandbox.',
  input: 'diesen Text an den Prozess, in seiner Sandbox.',
  call: 'diesen einen Aufruf mit diesen Argumenten.',
  acpAgent: (agent: string) => `${agent} dies, in der Sandbox der Sitzung.`,
  acpAgentFromNow: (plus: string, conversation: 'kept' | 'lost' | undefined) =>
    `${plus}, ab der nächsten Nachricht.${conversation === undefined ? '' : begunAnew[conversation]}`,
  acpAgentAgain: (plus: string, conversation: 'kept' | 'lost' | undefined) =>
    `${plus}. Der Agent beginnt dafür sofort neu und macht weiter.${conversation === undefined ? '' : begunAnew[conversation]}`,
  serverFromNow: (plus: string) => `${plus}, solange diese Sitzung offen ist. Der Server startet dafür neu.`,
  acpAgentAlways: (always: string) => `was der Agent „${always}“ nennt, in der Sandbox der Sitzung.`,
  answer: (agent: string) => `dies einmal, durch ${agent}, außerhalb dieser Sandbox.`,
} as const satisfies Messages['glance']['gives']

const small = (text: string): string => text.replace(/^\p{Lu}/u, (first) => first.toLowerCase())

/** What is to be doubted. A `clause` is a sentence of the checks without its full stop; `act` is what is done. */
const doubt = {
  modelLower: (model: AssessedLevel, floor: AssessedLevel, clause: string | undefined) =>
    `Das Modell sagt ${levels[model]}; es bleibt bei ${levels[floor]}${clause === undefined ? '' : `: ${small(clause)}`}.`,
  claim: (claim: ClaimKind, found: string) => `Der Agent sagt „${claims[claim]}“; ${found}.`,
  act: (act: string) => `es ${small(act)}`,
  reason: (clause: string) => `aber: ${small(clause)}`,
  checks: (level: AssessedLevel | undefined) =>
    `die Prüfungen sagen ${level === undefined ? 'etwas anderes' : levels[level]}`,
  notAssessed: (why: string) => `Nicht bewertet: ${why}.`,
  noRule: 'keine Regel trifft zu',
  notAnalysed: (why: string) => `Nicht durchschaut: ${why}.`,
  notAll: 'Nicht alles ließ sich in der Zeit ansehen.',
} as const satisfies Messages['glance']['doubt']

const begunAnew = {
  kept: ' Das Gespräch geht weiter.',
  lost: ' Der Agent weiß dann nichts von diesem Gespräch.',
}

/** The few words that a decision is understood from. */
export const glance = { fate, gives, doubt } as const satisfies Messages['glance']
