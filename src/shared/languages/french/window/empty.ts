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
    text: 'Dans aucun nom, dossier, message, commande, sortie ou patch d’une session. Des archives, seuls les noms et les dossiers sont parcourus.',
  },
  servers: {
    title: 'Pas encore de serveur MCP',
    text: 'Les outils que des serveurs donnent à l’agent se règlent et se connectent ici.',
  },
  addServer: 'countersign mcp add NOM -- PROGRAMME ARGUMENTS',
} as const
