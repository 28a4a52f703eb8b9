/** The words of places in which there is nothing yet. */
export const empty = {
  sessions: { title: 'Noch keine Sitzung', text: 'Jede begonnene steht hier, mit dem, worauf sie wartet.' },
  search: {
    text: 'Kein Titel, kein Ordner und keine Nachricht enthält diese Wörter. Das Archiv wird nicht durchsucht.',
  },
  servers: {
    title: 'Noch kein MCP-Server',
    text: 'Werkzeuge, die Server dem Agenten geben, werden hier geschaltet und angemeldet.',
  },
  addServer: 'countersign mcp add NAME -- PROGRAMM ARGUMENTE',
} as const
