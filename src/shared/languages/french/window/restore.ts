import { countingIn } from '../../../messages/counting'
import type { LaterStrings } from '../../english/later-window'

const { number } = countingIn('fr-FR', ['Ko', 'Mo', 'Go', 'To'])

const files = (count: number): string => `${number(count)} ${count === 1 ? 'fichier' : 'fichiers'}`

/** What becomes of what is listed. */
const these =
  (when: string) =>
  (count: number): string =>
    `${count === 1 ? 'Ce fichier redevient ce qu’il était' : 'Ces fichiers redeviennent ce qu’ils étaient'} ${when} :`

/** Taking back what a turn changed. */
export const restore: LaterStrings['restore'] = {
  title: (way, turn) =>
    way === 'undo' ? `Défaire le tour ${String(turn)}` : `Rétablir le tour ${String(turn)}`,
  plain: {
    turn: { undo: 'Défaire le dernier tour', redo: 'Rétablir ce qui a été défait' },
    run: { undo: 'Défaire hors du dossier', redo: 'Rétablir hors du dossier' },
  },
  ofCall: { undo: 'Défaire…', redo: 'Rétablir…' },
  isUndone: 'Défait.',
  looking: 'Recherche de ce qui a été modifié…',
  nothing: {
    undo: 'Aucun tour de cette session n’a modifié un fichier qui puisse être défait.',
    redo: 'Rien n’a été défait qui puisse être rétabli.',
  },
  lead: {
    turn: {
      undo: these('avant le tour'),
      redo: these('après le tour'),
    },
    run: {
      undo: these('avant'),
      redo: these('après'),
    },
  },
  none: 'Chacun de ces fichiers a été modifié depuis.',
  since: (count) => `Modifié depuis, ${count === 1 ? 'reste tel quel' : 'restent tels quels'} :`,
  sinceToo: (count) =>
    `Ramener aussi ${count === 1 ? 'celui-ci' : `ces ${number(count)}`}, par-dessus ce qui a changé depuis`,
  becomes: {
    undo: { changed: 'redevient comme avant', made: 'revient', removed: 'est retiré' },
    redo: { changed: 'change de nouveau', made: 'est recréé', removed: 'est de nouveau retiré' },
  },
  more: (count) => `et ${files(count)} de plus`,
  limits:
    'Les commits restent. Reste intact : ce que Git ignore, les fichiers de plus de 20 Mo, les réglages d’agents, tout ce qui est hors du dossier. La conversation reste telle quelle.',
  runLimits: 'Reste intact : tout ce que ceci n’a pas modifié, et ce que d’autres ont modifié en même temps.',
  tooLarge: (paths) => `N’a pas pu être gardé : ${paths.join(', ')}.`,
  put: (way, count) => `${way === 'undo' ? 'Ramener' : 'Rétablir'} ${files(count)}`,
  cancel: 'Annuler',
  close: 'Fermer',
}

/** Going back to before a message. */
export const rewind: LaterStrings['rewind'] = {
  menu: 'Continuer à partir de ce message',
  item: 'Revenir ici…',
  title: 'Revenir avant ce message',
  goes: (turns, messages) =>
    `${turns === 1 ? 'Un tour' : `${number(turns)} tours`} avec ${messages === 1 ? 'un message d’ici' : `${number(messages)} messages d’ici`} ne ${turns === 1 ? 'compte' : 'comptent'} plus, et l’agent n’en sait plus rien. Ce qui a été dit reste dans l’enregistrement.`,
  which: 'Ce qui revient en arrière',
  choice: { files: 'Conversation et fichiers', conversation: 'Conversation seule' },
  lead: these('avant le message'),
  noFiles: 'Aucun fichier du dossier n’a été modifié depuis.',
  outside: (runs) =>
    `${runs === 1 ? 'Une commande' : `${number(runs)} commandes`} de ces tours ${runs === 1 ? 'a' : 'ont'} écrit hors du dossier. Cela reste et peut être défait par countersign undo.`,
  ends: 'Ce que ces tours ont laissé tourner s’arrête ; ce qui y a été autorisé pour la session se demande de nouveau.',
  limits:
    'Les commits restent. Reste intact : ce que Git ignore, les fichiers de plus de 20 Mo, les réglages d’agents.',
  do: { files: 'Ramener les deux', conversation: 'Ramener la conversation' },
}
