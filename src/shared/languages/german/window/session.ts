import { countingIn } from '../../../messages/counting'
import type { Wording } from '../../../messages/spoken'
import type { session as english } from '../../english/window/session'
import type { Strings } from '../../english/window'

const { counted, number, scaled } = countingIn('de-DE')

const composer = {
  label: 'Nachricht an den Agenten',
  placeholder: 'Nachricht an den Agenten',
  send: 'Senden',
  running: 'Eine Runde läuft. Das lässt sich senden, wenn sie zu Ende ist.',
  queue: 'Anstellen',
  queueHint: 'Wird gesendet, wenn die laufende Runde von selbst zu Ende ist.',
  queued: 'Wird gesendet, wenn die Runde zu Ende ist',
  held: 'Angestellt und nicht gesendet: die Runde endete nicht von selbst',
  sendNow: 'Senden',
  sendNowOf: (text: string) => `Senden: ${text}`,
  given: 'Der Agent liest das vor seinem nächsten Schritt',
  steer: 'Jetzt senden',
  steerOf: (text: string) => `Jetzt senden: ${text}`,
  steerHint:
    'Der Agent liest es vor seinem nächsten Schritt. Die Runde läuft weiter, und was er fragt, bleibt offen.',
  stopAndSend: 'Runde anhalten und senden',
  stopAndSendHint: 'Hält die laufende Runde an, lehnt ab, was sie fragt, und sendet das sofort.',
  stopAndSendOf: (text: string) => `Runde anhalten und senden: ${text}`,
  edit: 'Ändern',
  editOf: (text: string) => `Ändern: ${text}`,
  removeOf: (text: string) => `Entfernen: ${text}`,
  withPictures: (count: number) => `mit ${counted(count, { one: 'Bild', other: 'Bildern' })}`,
  promptSent: (name: string) => `Was /${name} sendet`,
  promptTooLong: 'Ausgefüllt ist diese Vorlage länger als eine Nachricht sein darf (1.000.000 Zeichen).',
  promptEmpty: 'Diese Vorlage enthält keinen Text: es gibt nichts zu senden.',
  nothingBehind: (name: string) => `/${name} nimmt nichts dahinter.`,
  noSuch: (name: string, typed: string) => `/${name} kennt ${typed} nicht. Ohne Namen lässt sich auswählen.`,
  noAgents: 'In dieser Sitzung arbeiten keine Agenten.',
  completions: 'Passende Befehle, Vorlagen und Dateien',
  fitting: (count: number) =>
    `${count === 1 ? '1 passt' : `${number(count)} passen`}. Auf und Ab wählen, die Eingabetaste übernimmt.`,
  commands: {
    agents: { detail: 'Zu den Agenten gehen, die für diese Sitzung arbeiten' },
    compact: { detail: 'Das Modell mit einer Zusammenfassung weitermachen lassen' },
    effort: { detail: 'Wie lange das Modell nachdenkt', hint: '[Aufwand]' },
    model: { detail: 'Das Modell wählen', hint: '[Name]' },
    policy: { detail: 'Wählen, wann gefragt wird', hint: '[Name]' },
    redo: { detail: 'Zurückgenommenes wiederherstellen' },
    review: {
      detail: 'Review dessen, was in keinem Commit ist, oder des Genannten',
      hint: '[was angesehen wird]',
    },
    undo: { detail: 'Zurücknehmen, was die letzte Runde im Ordner geändert hat' },
  },
  effort: 'Denkaufwand',
  efforts: {
    default: 'Üblicher Aufwand',
    none: 'Kein Aufwand',
    minimal: 'Kleinster Aufwand',
    low: 'Niedriger Aufwand',
    medium: 'Mittlerer Aufwand',
    high: 'Hoher Aufwand',
    xhigh: 'Sehr hoher Aufwand',
    max: 'Größter Aufwand',
  },
  empty: 'Zuerst eine Nachricht schreiben.',
  model: 'Modell',
  approval: 'Freigabe-Richtlinie',
  sandbox: 'Sandbox',
  sessionUsed: (tokens: number, cost: string | undefined) =>
    `${tokens.toLocaleString('de-DE')} Tokens${cost === undefined ? '' : `, ${cost}`}`,
  turnUsed: (tokens: number, cost: string | undefined) =>
    `Die letzte Runde: ${tokens.toLocaleString('de-DE')} Tokens${cost === undefined ? '' : `, ${cost}`}`,
  contextUsed: (percent: number) => `${String(percent)} % des Kontexts belegt`,
  contextExact: (used: number, window: number) =>
    `${number(used)} von ${number(window)} Tokens bei der letzten Antwort`,
  compact: 'Jetzt verdichten',
  compactHint:
    'Das Modell macht mit einer Zusammenfassung weiter; die Aufzeichnung behält alles. Dasselbe wie /compact.',
  pictures: 'Bilder dieser Nachricht',
  attach: 'Ein Bild anhängen',
  remove: 'Entfernen',
  removePicture: (name: string) => `${name} entfernen`,
  names: (names: readonly string[], more: number) =>
    `${names.join(', ')}${more > 0 ? ` und ${number(more)} weitere` : ''}`,
  leftOut: {
    none: (names: string) => `Nicht angehängt, da kein PNG-, JPEG-, GIF- oder WebP-Bild: ${names}.`,
    unread: (names: string) => `Nicht angehängt, da nicht lesbar: ${names}.`,
    pixels: (names: string) => `Nicht angehängt, da über 40 Millionen Pixel groß: ${names}.`,
    size: (names: string, bytes: number) =>
      `Nicht angehängt, da die Bilder einer Nachricht zusammen ${scaled(bytes)} haben dürfen: ${names}.`,
    count: (names: string, most: number) =>
      `Nicht angehängt, da eine Nachricht ${number(most)} Bilder fasst: ${names}.`,
  },
  notWhileRunning: 'Zu ändern, wenn die Runde zu Ende ist.',
} as const satisfies Wording<typeof english>['composer']

const elsewhere = (agent: string): string =>
  `Eine Sitzung von ${agent}, die dort läuft, außerhalb dieser Sandbox; hier wird nur über ihre Fragen entschieden.`

/** The words of one session: its composer and its record. */
export const session = { elsewhere, composer } as const satisfies Wording<typeof english>

/** Looking for a text in transcripts. */
export const find = {
  label: 'In diesem Verlauf suchen',
  place: (at: number, count: number, more: boolean) =>
    count === 0 ? 'Nichts gefunden' : `${String(at)} von ${more ? 'den letzten ' : ''}${number(count)}`,
  earlier: 'Früherer Treffer (Eingabetaste)',
  later: 'Späterer Treffer (Umschalt+Eingabetaste)',
  close: 'Suche schließen',
  inRecords: 'In Verläufen',
  searching: 'Sucht …',
  stop: 'Suche anhalten',
  nothing: 'In keinem Verlauf',
  further: 'Weitersuchen',
} as const satisfies Strings['find']

/** Opening a file in the editor. */
export const openFile = {
  label: (path: string, line: number | undefined) =>
    line === undefined ? `${path} im Editor öffnen` : `${path} im Editor öffnen, Zeile ${String(line)}`,
  off: 'Dateien werden in keinem Editor geöffnet: file_opener in config.toml ist "none".',
  missing: 'Im Ordner dieser Sitzung gibt es diese Datei nicht.',
  closed: 'Geöffnet werden nur Dateien in den Ordnern dieser Sitzung, die ihre Befehle lesen dürfen.',
  elsewhere: (path: string, copied: boolean) =>
    `Zu diesem Host hat kein Editor einen Link. ${copied ? 'Der Pfad wurde kopiert' : 'Der Pfad'}: ${path}`,
} as const satisfies Strings['openFile']

/** The words of what can be done to a whole session. */
export const life = {
  menu: 'Aktionen der Sitzung',
  rowMenu: 'Mehr zu dieser Sitzung',
  rename: 'Umbenennen …',
  openInWindow: 'In eigenem Fenster öffnen',
  archive: 'Archivieren',
  remove: 'Löschen …',
  whileRunning: 'Zuerst die Runde anhalten.',
  renameTitle: 'Diese Sitzung umbenennen',
  renameLabel: 'Titel',
  renameDo: 'Umbenennen',
  removeTitle: 'Diese Sitzung löschen?',
  removeText: 'Die Aufzeichnung kommt in den Papierkorb des Systems und lässt sich dort zurückholen.',
  removeDo: 'Löschen',
  cancel: 'Abbrechen',
  fork: 'Von hier in einer neuen Sitzung weiter',
  archived: 'Archiviert',
  archivedNone: 'Keine archivierte Sitzung.',
  takeOut: 'Aus dem Archiv holen',
  more: 'Mehr zeigen',
} as const satisfies Strings['life']
