import type { Strings } from '../../strings'

/** The words of what can be done to a whole session. */
export const life = {
  menu: 'Aktionen der Sitzung',
  rowMenu: 'Mehr zu dieser Sitzung',
  rename: 'Umbenennen …',
  openInWindow: 'In eigenem Fenster öffnen',
  exportMarkdown: 'Als Markdown exportieren',
  exportJson: 'Als JSON exportieren',
  exportRollout: 'Aufzeichnung (JSONL) exportieren',
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
