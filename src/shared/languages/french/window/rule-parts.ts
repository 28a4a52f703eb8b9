import { countingIn } from '../../../messages/counting'
import type { Wording } from '../../../messages/spoken'
import type { ruleParts as english } from '../../english/window/rule-parts'

const { forms, number } = countingIn('fr-FR', ['Ko', 'Mo', 'Go', 'To'])

/** The words of effect rules: where one is made, and where they are listed. */
export const ruleParts: Wording<typeof english> = {
  reading: 'Recherche de ce à quoi elle aurait répondu…',
  none: 'Cela ne fait pas une règle : un nom n’y peut pas se dire comme motif, ou un lieu n’a jamais sa place dans une règle.',
  deniedTitle: 'Refusées parmi elles',
  open: (what: string) => `Ouvrir la session : ${what}`,
  command: 'Commande',
  folder: 'Dossier',
  covers: 'Couvre',
  writes: 'Peut écrire',
  deletes: 'Peut supprimer',
  atMost: (files: string) => `${files} au plus`,
  unsaved: (count: number) => `, dont ${number(count)} dans aucun Git`,
  level: 'Répond',
  levels: { low: 'risque faible', medium: 'jusqu’au risque moyen', high: 'jusqu’au risque élevé' },
  problem: 'Tant que le fichier a une erreur, rien n’est enregistré.',
  failed: 'Ce à quoi elle aurait répondu n’a pas pu être recherché.',
  ends: {
    title: 'Finit',
    hour: 'dans 1 heure',
    today: 'à la fin de la journée',
    month: 'dans 30 jours',
    runs: 'après un nombre d’exécutions',
    branch: (branch: string) => `quand ${branch} n’est plus la branche extraite`,
    never: 'jamais',
    runsLabel: 'Nombre d’exécutions',
  },
  list: 'Règles d’effets',
  listEmpty:
    'Il n’y en a pas encore. Après un essai, « Autoriser pour… » dans une demande en fait une de ce que la commande a fait.',
  suggestedTitle: 'Proposée aujourd’hui',
  suggested: (times: number) => `Déjà autorisé ${String(times)} fois. Une règle y répondrait désormais :`,
  take: 'Autoriser ces effets pendant 30 jours',
  dismiss: 'Ne pas proposer',
  file: 'Enregistré dans ',
  fileWrong: 'Le fichier des règles a une erreur, et aucune de ses règles ne vaut :',
  fileOld: 'Les règles d’une version antérieure ne valent pas :',
  suspend: 'Suspendre',
  suspendWhat: (name: string) => `Suspendre la règle ${name}`,
  resume: 'Reprendre',
  resumeWhat: (name: string) => `Reprendre la règle ${name}`,
  used: forms('utilisée une fois', (count) => `utilisée ${count} fois`, 'pas encore utilisée'),
  lastUsed: (when: string) => `, en dernier ${when}`,
  timeLeft: (time: string) => `, encore ${time}`,
  left: forms(
    ', encore 1 exécution',
    (count) => `, encore ${count} exécutions`,
    ', plus d’exécution restante',
  ),
  standing: {
    'in-force': 'vaut',
    time: 'finie : le temps est écoulé',
    runs: 'finie : les exécutions sont épuisées',
    branch: 'ne vaut pas sur cette branche',
    unused: 'suspendue : inutilisée depuis 30 jours',
    person: 'suspendue',
  },
  remove: 'Retirer',
  removeWhat: (name: string) => `Retirer la règle ${name}`,
  anyCommand: 'Toute commande qui peut être essayée',
  everywhere: 'partout',
  more: forms('1 de plus', (count) => `${count} de plus`),
}
