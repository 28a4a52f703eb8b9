import { countingIn } from '../../../messages/counting'

const { number } = countingIn('fr-FR', ['Ko', 'Mo', 'Go', 'To'])

/** The words of places in which there is nothing yet. */
export const empty = {
  sessions: {
    title: 'Pas encore de session',
    text: 'Chaque session commencée figure ici, avec ce qu’elle attend.',
  },
  archived: {
    title: 'Aucune session ouverte',
    text: (n: number, more: boolean) =>
      `${more ? 'Plus de ' : ''}${number(n)} ${n === 1 ? 'archivée' : 'archivées'}.`,
    show: 'Montrer les archives',
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
