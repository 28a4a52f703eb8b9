import { countingIn } from '../../../messages/counting'
import type { LaterStrings } from '../../english/later-window'

const { number } = countingIn('de-DE')

/** The words of what stands beside a session: its decisions, files, plan, use and terminal. */
export const side = {
  title: 'Neben der Sitzung',
  open: 'Entscheidungen, Dateien, Plan, Verbrauch und Terminal zeigen',
  close: 'Schließen, was neben der Sitzung steht',
  tabs: {
    decisions: 'Entscheidungen',
    files: 'Dateien',
    plan: 'Plan',
    use: 'Verbrauch',
    terminal: 'Terminal',
  },
  reading: 'Wird gelesen …',
  again: 'Noch einmal nachsehen',
  decisions: {
    none: 'Noch keine Entscheidung',
    noneText:
      'Hier steht der Reihe nach, was gefragt wird und was eine Erlaubnis oder eine Regel beantwortet.',
    earlier: (n) =>
      n === 1
        ? '1 frühere steht nicht hier. Der Export hat sie.'
        : `${number(n)} frühere stehen nicht hier. Der Export hat sie alle.`,
    lead: 'Zeigt es in der Sitzung',
    outcomes: {
      waiting: 'Wartet auf Antwort',
      allowed: 'Erlaubt',
      changed: 'Mit einem anderen Befehl ausgeführt',
      denied: 'Abgelehnt',
      withdrawn: 'Niemand hat geantwortet',
    },
    outside: 'außerhalb der Sandbox',
    scopes: { turn: 'für diese Runde', session: 'für diese Sitzung', rule: 'als Erlaubnis' },
    said: (text) => `„${text}“`,
    grant: {
      turn: 'Durchgelassen durch ein Ja für die Runde',
      session: 'Durchgelassen durch ein Ja für diese Sitzung',
      rule: 'Durchgelassen durch eine Erlaubnis',
    },
    connects: (hosts) => `Verbindet sich mit ${hosts}`,
    byRule: (name) => `Beantwortet durch die Regel „${name}“`,
    byPolicy: 'Unter „Nach Wirkungen fragen“ ausgeführt: nichts davon brauchte eine Antwort',
    after: (time) => `nach ${time}`,
  },
  files: {
    none: 'Keine Datei ist anders als vorher',
    noneText: 'Hier steht, was seit Beginn der Sitzung im Ordner hinzugekommen, geändert oder gelöscht ist.',
    unknown: 'Nichts zum Vergleichen',
    unknownText:
      'Wie der Ordner war, wird ab der ersten Runde aufbewahrt, die etwas tut. Von dieser Sitzung ist keine aufbewahrt.',
    title: 'Änderungen seit Beginn dieser Sitzung',
    count: (n) => (n === 1 ? '1 Datei, von wem auch immer' : `${number(n)} Dateien, von wem auch immer`),
    here: 'Im Ordner selbst',
  },
  plan: {
    none: 'Noch kein Plan',
    noneText: 'Sobald der Agent sagt, was er vorhat, stehen seine Schritte hier.',
  },
  use: {
    none: 'Noch keine Antwort',
    noneText: 'Hier steht Runde für Runde, was die Antworten des Modells verbrauchen.',
    picture: (turns, tokens) =>
      turns === 1
        ? `1 Runde verbrauchte ${tokens} Tokens`
        : `${number(turns)} Runden verbrauchten ${tokens} Tokens`,
    turn: (turn, tokens) => `Runde ${String(turn)}: ${tokens} Tokens`,
    context: (percent) => `Kontext zu ${String(percent)} % voll`,
    bars: 'Tokens je Runde',
    line: 'Wie voll der Kontext war',
    of: (percent, window) => `${String(percent)} % von ${window} Tokens`,
    total: 'Tokens',
    cost: 'Kosten',
    now: 'Kontext jetzt',
    earlier: (n) =>
      n === 1
        ? '1 frühere Runde steht nicht hier und ist nicht mitgezählt.'
        : `${number(n)} frühere Runden stehen nicht hier und sind nicht mitgezählt.`,
    noPrice: 'Für dieses Modell ist kein Preis bekannt.',
  },
  terminal: {
    none: 'Noch kein Terminal',
    noneText: 'Eine Shell im Ordner und in der Sandbox dieser Sitzung. Der Agent sieht nichts davon.',
    unfit: 'Hier gibt es kein Terminal',
    ofDesk: 'Ihr Agent läuft anderswo, außerhalb dieser Sandbox.',
    ofChild: 'Ein Agent einer anderen Sitzung hat sie begonnen: Ein Terminal ist dort zu öffnen.',
    noSandbox: 'Auf diesem Rechner gibt es keine Sandbox, die es einschließen könnte.',
    confined: (mode) => `In der Sandbox: ${mode}. Was das nicht öffnet, wird ohne Frage abgelehnt.`,
    open: 'Keine Sandbox: Was hier getippt wird, darf alles, was der eigene Benutzer darf.',
    begin: 'Terminal öffnen',
    another: 'Neues öffnen',
    end: 'Beenden',
    keys: 'F6 führt hinaus',
    input: 'Terminal. F6 führt hinaus.',
    tooMuch: 'Zu viel zum Vorlesen: Alles steht in den Zeilen.',
    ended: (code) => `Die Shell ist zu Ende, mit Exit-Code ${String(code)}.`,
    stopped: 'Die Shell wurde beendet.',
    failed: (why) => `Die Shell ließ sich nicht starten: ${why}`,
  },
} as const satisfies LaterStrings['side']
