import type { LaterStrings } from '../../later-strings'

/** The words of the command palette and of the list of shortcuts. */
export const commands = {
  palette: 'Befehle',
  field: 'Befehl oder Sitzung',
  placeholder: 'Befehl oder Sitzung suchen',
  nothing: 'Nichts passt',
  sessions: 'Sitzungen',
  shortcuts: 'Tastenkürzel',
  hereOnly: 'Nur Tasten, die hier gelten. Jeder andere Befehl ist über seinen Namen zu finden.',
  close: 'Schließen',
  news: 'Was ist neu',
  places: {
    request: 'Während eine Anfrage wartet',
    message: 'In der Nachricht',
    lists: 'In Listen und Formularen',
  },
  keys: {
    allow: 'Einmal erlauben; hohes Risiko eine Sekunde halten',
    deny: 'Ablehnen, mit einer Nachricht',
    edit: 'Den Befehl ändern und ausführen',
    look: 'Öffnen, was durchgesehen wurde',
    details: 'Einzelheiten öffnen oder schließen',
    more: 'Weitere Antworten zeigen oder verbergen',
    copy: 'Den Befehl kopieren',
    notNow: 'Später',
    send: 'Senden, oder anstellen, solange eine Runde läuft',
    line: 'Neue Zeile',
    earlier: 'Frühere Nachrichten, im leeren Feld',
    slash: 'Befehle und eigene Vorlagen',
    mention: 'Eine Datei aus dem Ordner der Sitzung',
    move: 'Bewegen',
    choose: 'Wählen',
    leave: 'Schließen, oder das Getippte zurücknehmen',
  },
} as const satisfies LaterStrings['commands']
