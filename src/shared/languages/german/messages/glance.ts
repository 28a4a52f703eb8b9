import { counting } from './counting'
import type { Messages } from '../../../messages/spoken'

const { forms, number } = counting

/** Of what goes: what could be brought back, and what not. */
const fate: Messages['glance']['fate'] = {
  lost: 'Nicht wiederherstellbar:',
  kept: 'Wiederherstellbar:',
  undoable: 'Hier rückgängig zu machen,',
  forDays: forms('1 Tag lang.', (count) => `${count} Tage lang.`),
  adds: 'Nichts geht verloren:',
  onlyAdds: 'es kommt nur etwas hinzu.',
  beyond: 'Hier nicht rückgängig zu machen:',
  ofServer: 'was der Server tut.',
  ofProcess: 'was der Prozess damit tut.',
  copied: {
    one: (files, days) =>
      `${files} wird vor dem Lauf kopiert und höchstens ${String(days)} Tage aufgehoben; was sich nicht kopieren lässt, wird dann genannt.`,
    other: (files, days) =>
      `${files} werden vor dem Lauf kopiert und höchstens ${String(days)} Tage aufgehoben; was sich nicht kopieren lässt, wird dann genannt.`,
  },
  keptWithFolder: forms(
    'Der Ordner bleibt so aufgehoben, wie er vor dieser Runde war, höchstens 1 Tag.',
    (days) => `Der Ordner bleibt so aufgehoben, wie er vor dieser Runde war, höchstens ${days} Tage.`,
  ),
  unknown: 'Unbekannt,',
  changes: (files) => `Änderungen in ${files}`,
  untracked: (files) => `${number(files)} unversioniert`,
  ignored: (files) => `${number(files)} ignoriert`,
  noRepository: 'was in keinem Repository liegt',
  withRepository: 'was mit seinem Repository verloren geht',
  onlyNoRepository: 'in keinem Repository.',
  onlyWithRepository: 'das Repository geht mit verloren.',
  rest: ' Den Rest hat Git.',
  more: ' Es kann mehr sein.',
  whetherAll: 'ob Git alles davon hat.',
  whatOfIt: 'was davon wiederherstellbar ist.',
  whetherUndone: 'ob sich hier alles rückgängig machen lässt.',
  elseUndoable: ' Was sonst verloren geht, ist hier rückgängig zu machen.',
  has: (files) => `Git hat ${files}.`,
  noFiles: 'es sind keine Dateien darin.',
  sentHead: 'Nicht zurückzunehmen:',
  sent: 'was gesendet ist, bleibt gesendet.',
  sentThere: 'was dorthin gesendet wird.',
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
}

/** What a yes gives. */
const gives: Messages['glance']['gives'] = {
  onceOnly: ' Nur einmal: ein Teil war nicht lesbar.',
  unreachable: (target) => ` ${target} ist dort ohne Rückfrage nicht erreichbar.`,
  openFiles: 'mit allen Dateien offen',
  sandboxed: 'weiter in der Sandbox',
  outside: 'einen Lauf ohne Sandbox, mit allen eigenen Rechten.',
  openRun: 'einen Lauf mit allen Dateien offen, ohne Netz',
  run: 'einen Lauf in der Sandbox',
  mayFail: ', wo es scheitern kann: der Agent wollte mehr',
  lacks: ', wo es wieder angehalten wird: nicht alles, was es tut, lässt sich geben',
  stays: ' (der Ordner selbst bleibt, leer)',
  again: (grants, still) => `${grants}, in diesem Lauf, ${still}.`,
  apply: (grants, still) => `diese Änderungen einmal${grants}, ${still}.`,
  withGrants: (grants) => `, dazu ${grants}`,
  connect: (grants) => `${grants}, bis dieser Lauf endet.`,
  inputOutside: 'diesen Text an einen Prozess außerhalb der Sandbox.',
  input: 'diesen Text an den Prozess, in seiner Sandbox.',
  call: 'nur diesen Aufruf.',
  acpAgent: (agent) => `${agent} dies, in der Sandbox der Sitzung.`,
  acpAgentFromNow: (plus, anew) => `${plus}, ab der nächsten Nachricht.${anew}`,
  acpAgentAgain: (plus, anew) => `${plus}. Der Agent beginnt dafür sofort neu und macht weiter.${anew}`,
  begunAnew: {
    kept: ' Das Gespräch geht weiter.',
    lost: ' Der Agent weiß dann nichts von diesem Gespräch.',
  },
  serverFromNow: (plus) => `${plus}, solange diese Sitzung offen ist. Der Server startet dafür neu.`,
  acpAgentAlways: (always) => `was der Agent „${always}“ nennt, in der Sandbox der Sitzung.`,
  answer: 'dies einmal, außerhalb dieser Sandbox.',
}

/** What is to be doubted. A `clause` is a sentence of the checks without its full stop; `act` is what is done. */
const doubt: Messages['glance']['doubt'] = {
  beginning: /^\p{Lu}/u,
  because: (clause) => `: ${clause}`,
  modelLower: (model, floor, clause) => `Das Modell sagt ${model}; es bleibt bei ${floor}${clause}.`,
  against: (claim) => `Der Agent sagt aber „${claim}“.`,
  claim: (claim, found) => `Der Agent sagt „${claim}“; ${found}.`,
  act: (act) => `es ${act}`,
  reason: (clause) => `aber: ${clause}`,
  checks: (level) => `die Prüfungen sagen ${level}`,
  otherwise: 'etwas anderes',
  notAssessed: (why) => `Nicht bewertet: ${why}.`,
  noRule: 'keine Regel trifft zu',
  notAnalysed: (why) => `Nicht analysiert: ${why}.`,
  notAll: 'Nicht alles ließ sich in der Zeit ansehen.',
}

/** The few words that a decision is understood from. */
export const glance: Messages['glance'] = { fate, gives, doubt }
