import { countingIn } from '../../../messages/counting'

const { number } = countingIn('de-DE')

/** The words of places in which there is nothing yet. */
export const empty = {
  sessions: { title: 'Noch keine Sitzung', text: 'Jede begonnene steht hier, mit dem, worauf sie wartet.' },
  archived: {
    title: 'Keine offene Sitzung',
    text: (n: number, more: boolean) => `${more ? 'Mehr als ' : ''}${number(n)} archiviert.`,
    show: 'Archiv zeigen',
  },
  search: {
    text: 'In keinem Namen, Ordner, Befehl und Patch, keiner Nachricht und Ausgabe einer Sitzung. Von archivierten werden Namen und Ordner durchsucht.',
  },
  servers: {
    title: 'Noch kein MCP-Server',
    text: 'Werkzeuge, die Server dem Agenten geben, werden hier geschaltet und angemeldet.',
  },
  addServer: 'countersign mcp add NAME -- PROGRAMM ARGUMENTE',
} as const
