import { counting } from './counting'
import type { replay as english } from '../../english/messages/replay'
import type { Wording } from '../../../messages/spoken'

const { forms } = counting

/** The past read by today's rules, in German. */
export const replay: Wording<typeof english> = {
  title: (days) => `Die letzten ${String(days)} Tage`,
  text: 'Was Claude Code, Codex und Countersign auf diesem Rechner getan haben, mit den Regeln von heute gelesen. Nichts wird ausgeführt, gesendet oder geändert.',
  reading: 'Liest, was Agenten getan haben …',
  takeOver: 'Was Agenten ungefragt dürfen',
  takeOverText:
    'Die Berechtigungslisten von Claude Code und die prefix_rules von Codex aus diesem Konto, jede als Regel mit einem Ende. Geschrieben wird erst danach.',
  takeOverLook: 'Ansehen, was sich übernehmen lässt',
  takeOverNone: 'Es gibt nichts zu übernehmen.',
  takeOverAdd: (count) => `Zu den Regeln hinzufügen: ${count}`,
  takeOverDone: (file) => `Hinzugefügt: ${file}.`,
  takeOverRefused: (count) => `Nicht übernommen: ${count}`,
  more: (count) => `… und ${count} weitere: countersign replay --json nennt mehr davon.`,
  nothing: 'Kein Verlauf eines Agenten gefunden.',
  ofQuestions: (questions, needed) => `Von ${questions} Fragen waren ${needed} nötig.`,
  ofActions: (actions, needed) => `Bei ${needed} von ${actions} Befehlen und Änderungen würde gefragt.`,
  counted: (sessions, actions) => `${sessions} mit ${actions}.`,
  session: { one: 'Sitzung', other: 'Sitzungen' },
  action: { one: 'Befehl oder Änderung', other: 'Befehlen und Änderungen' },
  asked: (count) => `bei ${count} wurde damals gefragt`,
  denied: (count) => `${count} wurden abgelehnt`,
  unknown: (count) => `bei ${count} sagt der Verlauf nicht, ob gefragt wurde und was daraus wurde`,
  byRules: (count) => `davon könnten vorhandene Regeln ${count} beantworten`,
  refused: (count) => `${count} würden verweigert`,
  policy: (approval, sandbox) => `Beurteilt wie in einer neuen Sitzung von heute: ${approval}, ${sandbox}.`,
  words:
    'Nur nach ihrem Wortlaut: Keine Datei von heute wurde angesehen, denn sie ist nicht, was damals dort lag. Was ein Programm von sich aus tat, ist nicht bekannt.',
  unreadable: forms('1 Zeile war nicht lesbar:', (count) => `${count} Zeilen waren nicht lesbar:`),
  torn: (count) => `${count} abgerissen`,
  tooLong: (count) => `${count} zu lang`,
  hidden: (count) => `${count} mit unsichtbaren Zeichen in dem, was gelaufen wäre`,
  unopened: (count) => `${count} nicht zu öffnen`,
  worst: 'Das Schlimmste zuerst:',
  times: (count) => `${count}-mal`,
  byRule: (name) => `„${name}“ könnte das beantworten`,
  deniedThen: 'damals abgelehnt',
  allowedThen: 'damals erlaubt',
  rules:
    'Regeln, die am meisten ersparen würden. Jede gilt nur für diese Befehle, und was sie dürfen, entscheidet weiter die Probe:',
  answers: (count) => `Könnte ${count} davon beantworten.`,
  wrong: (count) => `Hätte falsch gelegen: ${count} davon wurden abgelehnt.`,
  notWrong: 'Davon wurde nichts abgelehnt, soweit der Verlauf es sagt.',
  uncovered: 'Deckt nicht ab:',
  narrower: (count) => `Enger, für genau die Befehle, könnte sie ${count} beantworten:`,
  noRules:
    'Keine Regel würde eine Frage ersparen: Wonach gefragt würde, ist hoch eingestuft oder jedes Mal anders.',
}
