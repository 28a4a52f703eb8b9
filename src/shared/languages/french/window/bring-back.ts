import { countingIn } from '../../../messages/counting'
import { s } from '../messages/counting'
import type { LaterStrings } from '../../english/later-window'

const { number } = countingIn('fr-FR', ['Ko', 'Mo', 'Go', 'To'])

const files = (count: number): string => `${number(count)} ${count === 1 ? 'fichier' : 'fichiers'}`

/** Bringing the work of a sandbox of a fleet to this machine. */
export const bringBack: LaterStrings['bringBack'] = {
  menu: 'Rapporter…',
  title: (sandbox) => `Rapporter de ${sandbox}`,
  looking: 'Recherche de ce qui y a été modifié…',
  running: 'L’agent y travaille encore : voici l’état de maintenant.',
  nothing: 'Rien n’y a été modifié.',
  way: 'Ce qu’il en advient',
  ways: { files: 'Mettre des fichiers en place', branch: 'Faire une branche du tout' },
  lead: 'Dans le bac à sable de cette machine, tous les fichiers choisis ou aucun. Si ce qu’une modification retire est autre ici, rien n’est mis en place.',
  branchLead: 'Une nouvelle branche du dépôt d’ici. Rien n’est extrait, et aucune autre branche ne bouge.',
  files: 'Fichiers modifiés',
  chosen: (taken, all) => `${number(taken)} sur ${files(all)} choisi${s(taken)}`,
  all: 'Tout choisir',
  none: 'Ne rien choisir',
  more: (count) =>
    `${files(count)} de plus ne ${count === 1 ? 'est pas montré et ne peut' : 'sont pas montrés et ne peuvent'} être ${count === 1 ? 'choisi' : 'choisis'} ici : une branche contient le tout.`,
  large: 'Trop grand pour être montré ici',
  leftOut: {
    link: 'Un lien : jamais mis en place',
    submodule: 'Un dépôt à part : jamais mis en place',
    path: 'Un chemin qui sort du dossier : jamais mis en place',
  },
  branchName: 'Nom de la branche, sous countersign/',
  put: 'Mettre en place',
  make: 'Faire une branche',
  working: 'En cours…',
  cancel: 'Annuler',
  close: 'Fermer',
  again: 'Regarder à nouveau',
  isPut: (count, folder) =>
    `${files(count)} en ${count === 1 ? 'est mis' : 'sont mis'} en place dans ${folder}.`,
  undo: 'Défaire',
  isUndone: (count) => `Défait : ${files(count)} ${count === 1 ? 'est' : 'sont'} comme avant.`,
  refused: 'Cela a été refusé ici, et rien n’a été mis en place :',
  refusedSilently: 'Cela a été refusé ici, et rien n’a été mis en place.',
  isMade: (branch) => `La branche ${branch} contient ce qui y a été fait.`,
  isMadeSame: (branch) => `Rien n’y a été modifié : la branche ${branch} est l’état du début.`,
  showLog: 'Ce qui a été fait, commit par commit :',
}
