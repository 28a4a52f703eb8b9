import type { LaterStrings } from '../../english/later-window'

/** Having an agent of another maker ask in this window. */
export const otherAgents: LaterStrings['otherAgents'] = {
  found: (agent) => `${agent} trouvé, pas connecté.`,
  asks: (agent) => `${agent} demande dans cette fenêtre, dès sa prochaine session.`,
  connect: 'Connecter',
  disconnect: 'Déconnecter',
  connectTitle: (agent) => `Que ${agent} demande ici`,
  disconnectTitle: (agent) => `Que ${agent} ne demande plus ici`,
  change: 'Ce qui change dans ses réglages :',
  nothing: 'Ses réglages restent tels quels.',
  listens:
    'Cette fenêtre l’écoute alors (desk = true). Ce qui est autorisé s’exécute dans l’agent, hors de ce bac à sable.',
  cancel: 'Annuler',
}
