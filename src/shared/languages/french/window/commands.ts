import type { LaterStrings } from '../../english/later-window'

/** The words of the command palette and of the list of shortcuts. */
export const commands = {
  palette: 'Commandes',
  field: 'Commande ou session',
  placeholder: 'Chercher une commande ou une session',
  nothing: 'Rien ne correspond',
  sessions: 'Sessions',
  shortcuts: 'Raccourcis clavier',
  hereOnly: 'Seulement les touches qui valent ici. Toute autre commande se trouve par son nom.',
  close: 'Fermer',
  news: 'Nouveautés',
  places: {
    request: 'Pendant qu’une demande attend',
    message: 'Dans le message',
    lists: 'Dans les listes et formulaires',
  },
  keys: {
    allow: 'Autoriser une fois ; risque élevé : maintenir une seconde',
    deny: 'Refuser, avec un message',
    edit: 'Modifier la commande et l’exécuter',
    look: 'Ouvrir ce qui a été lu',
    details: 'Ouvrir ou fermer les détails',
    more: 'Afficher ou masquer les autres réponses',
    copy: 'Copier la commande',
    notNow: 'Plus tard',
    send: 'Envoyer, ou mettre en file pendant un tour',
    line: 'Nouvelle ligne',
    earlier: 'Messages précédents, dans le champ vide',
    slash: 'Commandes et prompts personnels',
    mention: 'Un fichier du dossier de la session',
    move: 'Se déplacer',
    choose: 'Choisir',
    leave: 'Fermer, ou reprendre ce qui est tapé',
  },
} as const satisfies LaterStrings['commands']
