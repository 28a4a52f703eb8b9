/** The words of places in which there is nothing yet. */
export const empty = {
  sessions: {
    title: 'Pas encore de session',
    text: 'Chaque session commencée figure ici, avec ce qu’elle attend.',
  },
  search: {
    text: 'Aucun titre, aucun dossier et aucun message ne contient ces mots. Les archives ne sont pas parcourues.',
  },
  servers: {
    title: 'Pas encore de serveur MCP',
    text: 'Les outils que des serveurs donnent à l’agent se règlent et se connectent ici.',
  },
  addServer: 'countersign mcp add NOM -- PROGRAMME ARGUMENTS',
} as const
